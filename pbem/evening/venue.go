package evening

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/postbox"
	"pbem/store"
)

// A venue is the mail servers, a database, and one or two services that work on both.
type venue struct {
	post     Post
	data     string
	pictures bool
	evidence string
	log      *slog.Logger
	opens    func() (pbem.Database, error) // opens the store
	db       pbem.Database
	own      *office // the mail servers, if they belong to this evening
	services []*running
	book     *book
	lag      atomic.Int64 // how far the evening's clock is ahead of the machine's

	read    map[string]int // by address: how many mails were read
	senders map[string]*postbox.Sender
}

// A running is a service that runs.
type running struct {
	*pbem.Service
	stop context.CancelFunc
	done chan error
}

// quickly is how long a service may take to stop.
const quickly = 10 * time.Second

// openVenue starts the mail server and one service on a new database.
func openVenue(set Settings) (*venue, error) {
	v := &venue{
		post: set.Post, data: set.Data, opens: set.Open, pictures: set.Pictures, evidence: set.Evidence, log: set.Log,
		book: newBook(), read: map[string]int{}, senders: map[string]*postbox.Sender{},
	}
	if v.log == nil {
		v.log = slog.New(slog.DiscardHandler)
	}
	if v.post == nil {
		own, err := openOffice(v.now)
		if err != nil {
			return nil, err
		}
		v.post, v.own = own, own
	}
	if err := errors.Join(v.openStore(), v.begin(nil)); err != nil {
		return nil, errors.Join(err, v.close())
	}
	return v, nil
}

// now returns the time on the evening's clock.
func (v *venue) now() time.Time { return time.Now().Add(time.Duration(v.lag.Load())) }

// pass advances the clock.
func (v *venue) pass(d time.Duration) { v.lag.Add(int64(d)) }

func (v *venue) openStore() error {
	if v.opens == nil {
		v.opens = func() (pbem.Database, error) {
			return store.Open(filepath.Join(v.data, "pbem.db"), store.Options{NoSync: true})
		}
	}
	db, err := v.opens()
	if err == nil {
		v.db = db
	}
	return err
}

// begin starts one more service on the database. Its store fails when the fuse burns out; nil for never.
func (v *venue) begin(f *fuse) error {
	frail := &ledger{Store: v.db, book: v.book, left: f}
	cfg, _ := v.config(len(v.services))
	s, err := pbem.New(cfg, frail, v.log, v.now)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	r := &running{Service: s, stop: stop, done: make(chan error, 1)}
	go func() { r.done <- s.Run(ctx) }()
	select {
	case <-s.Serves():
	case err := <-r.done:
		stop()
		return fmt.Errorf("the service ended at once: %w", err)
	}
	v.services = append(v.services, r)
	if h, ok := v.post.(Hander); ok {
		h.Began()
	}
	return nil
}

// config returns the settings of the n-th service at a time. ok is false if there can be no more
// services.
func (v *venue) config(n int) (cfg config.Config, ok bool) {
	h, handed := v.post.(Hander)
	if ok = true; handed {
		cfg, ok = h.Settings(n)
	} else {
		cfg.IMAP, cfg.SMTP = v.post.Reader(v.post.Address(Host)), v.post.Submitter(v.post.Address(Host))
	}
	cfg.Data, cfg.Address, cfg.Name = v.data, v.post.Address(Host), "18xx by mail"
	cfg.NoPictures, cfg.KeepDays, cfg.Limits = !v.pictures, -1, config.Limits{Sender: -1, Game: -1}
	return cfg, ok
}

// end stops all services. Each must stop quickly.
func (v *venue) end() error {
	var wrong error
	for _, r := range v.services {
		r.stop()
		select {
		case err := <-r.done:
			if err != nil {
				v.dump()
			}
			wrong = errors.Join(wrong, err)
		case <-time.After(quickly):
			v.dump()
			wrong = errors.Join(wrong, fmt.Errorf("a service does not stop within %s", quickly))
		}
	}
	v.services = nil
	return wrong
}

// dump writes the stacks of all goroutines, to find out why a service does not stop.
func (v *venue) dump() {
	if v.evidence == "" {
		return
	}
	all := make([]byte, 4<<20)
	os.WriteFile(filepath.Join(v.evidence, "goroutines.txt"), all[:runtime.Stack(all, true)], 0o644)
}

// restart stops all services and starts one again on the database file. Its store fails when the fuse burns out; nil
// for never. The file is opened anew as by a new process, so that mails which a stopped service had in hand are free.
func (v *venue) restart(f *fuse) error {
	if err := v.end(); err != nil {
		return err
	}
	return errors.Join(v.db.Close(), v.openStore(), v.begin(f))
}

// close stops everything.
func (v *venue) close() error {
	err := v.end()
	for _, s := range v.senders {
		s.Close()
	}
	if v.db != nil {
		err = errors.Join(err, v.db.Close())
	}
	if v.own != nil {
		err = errors.Join(err, v.own.Close())
	}
	return err
}

// fetch returns new mails for an address.
func (v *venue) fetch(addr string) [][]byte {
	out := v.post.Mails(addr, v.read[addr])
	v.read[addr] += len(out)
	return out
}

// send delivers a mail to the service's mailbox.
func (v *venue) send(ctx context.Context, from, to string, raw []byte) error {
	if v.senders[from] == nil {
		v.senders[from] = postbox.NewSender(v.post.Submitter(from))
	}
	return v.senders[from].Send(ctx, from, to, raw)
}
