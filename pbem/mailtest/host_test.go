package mailtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"net/mail"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/demo"
	"pbem/pbem/evening"
	"pbem/pbem/postbox"
	"pbem/pbem/postoffice"
	"pbem/store"
)

// A post is a mail system: Servers, or the one in this process.
type post interface {
	Reader(address string) postbox.IMAPConfig
	Submitter(address string) postbox.SMTPConfig
	Mails(address string) [][]byte
}

// inner is the mail system in this process.
type inner struct{ *postoffice.Office }

func office(t testing.TB) inner {
	t.Helper()
	o, err := postoffice.Start(postoffice.Config{Domain: Domain})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.Close() })
	for _, name := range everybody {
		o.Add(Address(name), Password)
	}
	return inner{o}
}

func (o inner) server(addr, user string) postbox.Server {
	return postbox.Server{Addr: addr, Security: postbox.Plain, User: user, Password: Password}
}

func (o inner) Reader(address string) postbox.IMAPConfig {
	return postbox.IMAPConfig{Server: o.server(o.IMAPAddr(), address)}
}

func (o inner) Submitter(address string) postbox.SMTPConfig {
	return postbox.SMTPConfig{Server: o.server(o.SMTPAddr(), address), MailsPerConn: 1000}
}

func (o inner) Mails(address string) (out [][]byte) {
	for _, m := range o.Mailbox(address) {
		out = append(out, m.Raw)
	}
	return out
}

// everybody has an account: the service and the players.
var (
	everybody = []string{"pbem", "amy", "brian", "crystal"}
	service   = Address("pbem")
)

// A host is the service with the recorded game, on a mail system.
type host struct {
	post
	t       testing.TB
	cfg     config.Config
	db      *store.DB
	service *pbem.Service
	script  demo.Script
	game    string
	log     safeBuffer
	said    int // mails of the script that were sent
	pens    map[string]*evening.Player
	latest  []byte // the mail that was written last; nil for none

	stop    context.CancelFunc
	done    chan error
	senders map[string]*postbox.Sender
}

// safeBuffer is a log that can be read while it is written.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// patience is how long anything may take on a busy machine. After six connections that
// broke one after the other the service itself waits for a minute.
const patience = 4 * time.Minute

func newHost(t testing.TB, p post) *host { return newHostIn(t, p, t.TempDir()) }

// newDeployedHost is a host with the configuration of deploy/postfix.
func newDeployedHost(t testing.TB, d *deployed) *host {
	t.Helper()
	h := newHost(t, d.Servers)
	h.cfg.Address, h.cfg.IMAP.Addr, h.cfg.LMTP, h.cfg.SMTP = d.cfg.Address, "", d.cfg.LMTP, d.cfg.SMTP
	h.close()
	h.open()
	return h
}

func newHostIn(t testing.TB, p post, dir string) *host {
	t.Helper()
	h := &host{post: p, t: t, senders: map[string]*postbox.Sender{}, pens: map[string]*evening.Player{}}
	h.cfg = config.Config{
		Data: dir, Address: service, NoPictures: true, Poll: 10 * time.Minute,
		IMAP: p.Reader(service), SMTP: p.Submitter(service), Limits: config.Limits{Sender: -1, Game: -1},
	}
	t.Cleanup(func() {
		h.halt()
		for _, s := range h.senders {
			s.Close()
		}
		if h.db != nil {
			h.db.Close()
		}
		if log := h.log.String(); t.Failed() {
			t.Logf("the service's log ends:\n%s", log[max(0, len(log)-5000):])
		}
	})
	h.open()
	var err error
	if h.script, err = demo.Recorded(); err != nil {
		t.Fatal(err)
	}
	return h
}

// open opens the database and makes a service of it.
func (h *host) open() {
	h.t.Helper()
	var err error
	if h.db, err = store.Open(h.path(), store.Options{}); err != nil {
		h.t.Fatal(err)
	}
	if h.service, err = pbem.New(h.cfg, h.db, h.logger(), time.Now); err != nil {
		h.t.Fatal(err)
	}
}

func (h *host) logger() *slog.Logger { return slog.New(slog.NewTextHandler(&h.log, nil)) }

func (h *host) path() string { return filepath.Join(h.cfg.Data, "pbem.db") }

// close ends the service and lets the database go.
func (h *host) close() {
	h.t.Helper()
	h.halt()
	if err := h.db.Close(); err != nil {
		h.t.Fatal(err)
	}
}

// begin starts the recorded game.
func (h *host) begin() { h.beginWith("") }

// beginWith starts it for people of its own, with a tag in their addresses.
func (h *host) beginWith(tag string) {
	h.t.Helper()
	n, err := h.script.NewGame("Shoreline")
	if err != nil {
		h.t.Fatal(err)
	}
	for i := range n.Seats {
		n.Seats[i].Address = Address(strings.ToLower(n.Seats[i].Name) + tag)
	}
	if h.game, err = h.service.Start(n); err != nil {
		h.t.Fatal(err)
	}
}

// run starts the service.
func (h *host) run() {
	ctx, stop := context.WithCancel(context.Background())
	h.stop, h.done = stop, make(chan error, 1)
	go func() { h.done <- h.service.Run(ctx) }()
}

// halt ends the service.
func (h *host) halt() {
	h.t.Helper()
	if h.stop == nil {
		return
	}
	h.stop()
	h.stop = nil
	if err := <-h.done; err != nil {
		h.t.Errorf("the service ended with %v", err)
	}
}

// ready starts game and service and waits for the first mails.
func (h *host) ready() {
	h.t.Helper()
	h.begin()
	h.run()
	for _, name := range everybody[1:] {
		h.until(func() bool { return len(h.Mails(Address(name))) > 0 }, "the first mail to "+name)
	}
}

// until waits for something to become true.
func (h *host) until(ok func() bool, what string) {
	h.t.Helper()
	end := time.Now().Add(patience)
	for {
		began := time.Now()
		if ok() {
			return
		}
		if time.Now().After(end) {
			h.t.Fatalf("waited in vain for %s", what)
		}
		time.Sleep(max(5*time.Millisecond, 4*time.Since(began))) // asking is not what keeps the service busy
	}
}

// player returns the name before the @ of a player.
func player(id string) string { return everybody[int(id[1]-'0')] }

// next makes the next mail of the recorded game.
func (h *host) next() (from, to string, raw []byte) {
	h.t.Helper()
	m := h.script.Moves[h.said]
	h.said++
	return h.mail(m.By, m.Lines...)
}

// mail writes a mail of a player as their mail program does: an answer to their newest
// mail where that tells where the game will be. Otherwise, as the newest may be under way
// still, a new mail to the address that their first mail gave them.
func (h *host) mail(by string, lines ...string) (from, to string, raw []byte) {
	h.t.Helper()
	from = Address(player(by))
	box := h.Mails(from)
	if len(box) == 0 {
		h.t.Fatalf("%s has got no mail to answer", from)
	}
	if h.pens[by] == nil {
		h.pens[by] = evening.NewPlayer(player(by), from, seedOf(h.t), evening.Character{})
	}
	newest := box[len(box)-1]
	first, err := mail.ParseAddress(header(h.t, box[0]).Get("Reply-To"))
	if err := errors.Join(err, h.pens[by].Read(newest)); err != nil {
		h.t.Fatal(err)
	}
	var m evening.Mail
	if h.current(newest) {
		m, err = h.pens[by].Reply(time.Now(), lines...)
	} else {
		m, err = h.pens[by].New(time.Now(), first.Address, lines...)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.latest = m.Raw
	return from, m.To, m.Raw
}

// current reports whether a mail tells of the position of the game, and no mail that was
// written before will change that.
func (h *host) current(raw []byte) bool {
	if h.latest != nil {
		if _, ok, err := h.db.Settled(key(h.t, h.latest)); err != nil || !ok {
			return false
		}
	}
	_, stored, err := h.db.Load(h.game, 0)
	return err == nil && strings.HasPrefix(header(h.t, raw).Get("Message-ID"), fmt.Sprintf("<move.%s.%d.", h.game, len(stored)))
}

// key is that under which the database knows a mail.
func key(t testing.TB, raw []byte) string {
	t.Helper()
	m := header(t, raw)
	from, err := mail.ParseAddress(m.Get("From"))
	if err != nil {
		t.Fatal(err)
	}
	return "id:" + from.Address + " " + m.Get("Message-ID")
}

// pens counts the players of each test: no two write the same Message-ID.
var pens sync.Map

func seedOf(t testing.TB) uint64 {
	n, _ := pens.LoadOrStore(t.Name(), new(atomic.Uint64))
	h := fnv.New64a()
	fmt.Fprint(h, t.Name(), n.(*atomic.Uint64).Add(1))
	return h.Sum64()
}

func header(t testing.TB, raw []byte) mail.Header {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return m.Header
}

// send sends a mail as its sender does.
func (h *host) send(from, to string, raw []byte) {
	h.t.Helper()
	if h.senders[from] == nil {
		h.senders[from] = postbox.NewSender(h.Submitter(from))
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := h.senders[from].Send(ctx, from, to, raw); err != nil {
		h.t.Fatal(err)
	}
}

// play sends the next mails of the game, each when the one before is settled
// and answered.
func (h *host) play(n int) {
	h.t.Helper()
	for range n {
		from, to, raw := h.next()
		h.send(from, to, raw)
		h.settled(raw)
	}
}

// settled waits until a mail that was sent has been carried out and its sender
// has the answer.
func (h *host) settled(raw []byte) {
	h.t.Helper()
	h.carriedOut(raw)
	id := header(h.t, raw).Get("Message-ID")
	from, _, _ := strings.Cut(strings.TrimPrefix(key(h.t, raw), "id:"), " ")
	h.until(func() bool { return h.answer(from, id) != nil }, "the answer to "+id)
}

// carriedOut waits until a mail was carried out; the answer may have been
// overtaken by that to the next.
func (h *host) carriedOut(raw []byte) {
	h.t.Helper()
	key := key(h.t, raw)
	h.until(func() bool {
		outcome, ok, err := h.db.Settled(key)
		if err != nil || ok && outcome != "applied" {
			h.t.Fatalf("the mail %s ended %q: %v\n%s", key, outcome, err, raw)
		}
		return ok
	}, "the mail "+key+" to be carried out")
}

// answer finds the mail to an address that answers another, nil for none.
func (h *host) answer(address, id string) mail.Header {
	h.t.Helper()
	for _, raw := range h.Mails(address) {
		if m := header(h.t, raw); m.Get("In-Reply-To") == id {
			return m
		}
	}
	return nil
}

// commands counts the commands in the game's log.
func (h *host) commands() int {
	h.t.Helper()
	_, stored, err := h.db.Load(h.game, 0)
	if err != nil {
		h.t.Fatal(err)
	}
	n := 0
	for _, e := range stored {
		if bytes.HasPrefix(e.Data, []byte(`{"said"`)) {
			n++
		}
	}
	return n
}

// right checks that what was said stands in the log, once, and that the
// database is sound.
func (h *host) right() {
	h.t.Helper()
	want := 0
	for _, m := range h.script.Moves[:h.said] {
		want += len(m.Lines)
	}
	if got := h.commands(); got != want {
		h.t.Errorf("%d commands were carried out, %d were sent", got, want)
	}
	if _, err := pbem.Verify(h.db, func(problem string) { h.t.Error(problem) }); err != nil {
		h.t.Error(err)
	}
}

// once checks that no mail came twice to any player.
func (h *host) once() {
	h.t.Helper()
	for _, name := range everybody[1:] {
		seen := map[string]bool{}
		for _, raw := range h.Mails(Address(name)) {
			id := header(h.t, raw).Get("Message-ID")
			if seen[id] {
				h.t.Errorf("%s got %s twice", name, id)
			}
			seen[id] = true
		}
	}
}
