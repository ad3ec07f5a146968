// Package demo plays a game by e-mail on one machine: an embedded mail server
// on loopback, an embedded store, the real service, and seats that send real
// mails. The demo command and the end-to-end tests run on it.
package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/evening"
	"pbem/pbem/postbox"
	"pbem/pbem/postoffice"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
)

// Addresses and the one password of the embedded mail server.
const (
	domain   = "demo.example"
	address  = "pbem@" + domain
	Password = "demo"
)

// A Move is one mail of a player: the lines of it.
type Move struct {
	By    string // id of the player
	Lines []string
}

// A Table is a running service with a game and its seats.
type Table struct {
	Office  *postoffice.Office
	Service *pbem.Service
	Game    string
	Seats   []table.Seat

	db      *store.DB
	stop    context.CancelFunc
	done    chan error
	senders []*postbox.Sender
	players []*evening.Player // by seat: writes the mails of Send; nil before the first mail of the seat
}

// Settings say how a Table is set up.
type Settings struct {
	Data               string // folder of the database and the archive
	SMTPAddr, IMAPAddr string // "" for free ports
	Log                *slog.Logger
	Fast               bool // do not wait for the disk: for tests
	Pictures           bool // send pictures of the map
}

// Open starts the mail server and the service. Close it.
func Open(set Settings) (*Table, error) {
	office, err := postoffice.Start(postoffice.Config{Domain: domain, SMTPAddr: set.SMTPAddr, IMAPAddr: set.IMAPAddr})
	if err != nil {
		return nil, err
	}
	t := &Table{Office: office, done: make(chan error, 1)}
	office.Add(address, Password)
	if t.db, err = store.Open(filepath.Join(set.Data, "pbem.db"), store.Options{NoSync: set.Fast}); err != nil {
		return nil, errors.Join(err, office.Close())
	}
	log := set.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	t.Service, err = pbem.New(t.config(set), t.db, log, time.Now)
	if err != nil {
		return nil, errors.Join(err, t.db.Close(), office.Close())
	}
	ctx, stop := context.WithCancel(context.Background())
	t.stop = stop
	go func() { t.done <- t.Service.Run(ctx) }()
	return t, nil
}

func (t *Table) config(set Settings) config.Config {
	in := postbox.Server{Addr: t.Office.IMAPAddr(), Security: postbox.Plain, User: address, Password: Password}
	out := postbox.Server{Addr: t.Office.SMTPAddr(), Security: postbox.Plain, User: address, Password: Password}
	return config.Config{
		Data: set.Data, Address: address, Name: "pbem demo", NoPictures: !set.Pictures, Limits: config.Limits{Sender: -1, Game: -1},
		IMAP: postbox.IMAPConfig{Server: in}, SMTP: postbox.SMTPConfig{Server: out, MailsPerConn: 1000},
	}
}

// Start begins a game; every player but robots gets a mailbox.
func (t *Table) Start(n table.NewGame) (err error) {
	t.seatAll(&n)
	t.Game, err = t.Service.Start(n)
	return err
}

func (t *Table) seatAll(n *table.NewGame) {
	for i := range n.Seats {
		if n.Seats[i].Open { // a robot's
			t.senders = append(t.senders, nil)
			continue
		}
		n.Seats[i].Address = strings.ToLower(strings.ReplaceAll(n.Seats[i].Name, " ", "")) + "@" + domain
		t.Office.Add(n.Seats[i].Address, Password)
		out := postbox.Server{Addr: t.Office.SMTPAddr(), Security: postbox.Plain, User: n.Seats[i].Address, Password: Password}
		t.senders = append(t.senders, postbox.NewSender(postbox.SMTPConfig{Server: out, MailsPerConn: 1000}))
	}
	t.Seats, t.players = n.Seats, make([]*evening.Player, len(n.Seats))
}

// Close stops the service and the mail server.
func (t *Table) Close() error {
	t.stop()
	err := <-t.done
	for _, s := range t.senders {
		if s != nil {
			s.Close()
		}
	}
	return errors.Join(err, t.db.Close(), t.Office.Close())
}

// Await waits until every seat has got its n-th mail.
func (t *Table) Await(ctx context.Context, n int) error {
	for _, seat := range t.Seats {
		if _, err := t.Office.WaitMail(ctx, seat.Address, n); err != nil {
			return fmt.Errorf("%s did not get mail %d: %w", seat.Name, n, err)
		}
	}
	return nil
}

// Round names the round a position is in.
func (t *Table) Round(s *engine.State) string {
	ti, ok := titles.Find(s.Game.Title)
	if !ok {
		return ""
	}
	return ti.Round(s)
}

// Archived waits until the archive of the game is there: it is made beside the
// mails that tell of the end.
func (t *Table) Archived(ctx context.Context) error {
	for {
		if _, err := os.Stat(t.Service.ArchiveDir(t.Game)); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the game was not archived: %w", ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (t *Table) seat(player string) int {
	for i := range t.Seats {
		if engine.PlayerID(i) == player {
			return i
		}
	}
	return -1
}

// Send sends a player's lines as an answer to their newest mail, as the player's mail
// program writes it.
func (t *Table) Send(ctx context.Context, m Move) error {
	i := t.seat(m.By)
	if t.players[i] == nil {
		t.players[i] = evening.NewPlayer(t.Seats[i].Name, t.Seats[i].Address, t.seed(i), evening.Character{})
	}
	box := t.Office.Mailbox(t.Seats[i].Address)
	if len(box) == 0 {
		return fmt.Errorf("%s has got no mail", t.Seats[i].Name)
	}
	if err := t.players[i].Read(box[len(box)-1].Raw); err != nil {
		return err
	}
	reply, err := t.players[i].Reply(time.Now(), m.Lines...)
	if err != nil {
		return err
	}
	return t.post(ctx, i, reply)
}

// seed returns the random seed for the player of a seat. It depends on the game: another table may have used
// this database, and a mail with a known Message-ID is taken for a repeat.
func (t *Table) seed(seat int) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d", t.Game, seat)
	return h.Sum64()
}

// post sends a mail from a seat.
func (t *Table) post(ctx context.Context, seat int, m evening.Mail) error {
	return t.senders[seat].Send(ctx, t.Seats[seat].Address, m.To, m.Raw)
}

// Body returns the plain text of a mail.
func Body(raw []byte) (string, error) {
	return textOf(bytes.NewReader(raw))
}
