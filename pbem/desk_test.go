package pbem

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/mail"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/batch"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
)

// A testService is a service with a fixed clock and key, the real store, and a post that
// keeps the mails it gets.
type testService struct {
	t       testing.TB
	cfg     config.Config
	db      *store.DB
	service *Service
	now     time.Time
	post    post
	talk    string // how players may write to each other in new games
	title   string // title of new games; 18newengland by default
	log     bytes.Buffer
}

// post takes mails, or refuses them.
type post struct {
	sent   []sent
	refuse func(to string) error // nil takes all mails
}

type sent struct {
	to  string
	raw []byte
}

func (p *post) Send(_ context.Context, _, to string, raw []byte) error {
	if p.refuse != nil {
		if err := p.refuse(to); err != nil {
			return err
		}
	}
	p.sent = append(p.sent, sent{to, raw})
	return nil
}

const testAddress = "pbem@play.example"

// newTestService returns a test service that one goroutine uses. Its test is left out under the race detector.
func newTestService(t testing.TB) *testService {
	t.Helper()
	testsize.SkipRace(t)
	return newSharedService(t)
}

// newSharedService returns one whose test the race detector sees: several goroutines use it, or it does something in the background, or
// its mails break off halfway.
func newSharedService(t testing.TB) *testService {
	t.Helper()
	return testServiceIn(t, t.TempDir())
}

// testServiceIn returns a test service on the database in a folder.
func testServiceIn(t testing.TB, data string) *testService {
	t.Helper()
	leavesNone(t)
	d := &testService{t: t, now: time.Date(2026, 3, 2, 18, 0, 0, 0, time.UTC)}
	d.cfg = config.Config{Data: data, Address: testAddress, NoPictures: true, Hosts: []string{"host@example.org"}}
	var err error
	if d.db, err = store.Open(filepath.Join(d.cfg.Data, "pbem.db"), store.Options{NoSync: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.db.Close() })
	if err := markAs(d.db, "secret", hex.EncodeToString(bytes.Repeat([]byte{42}, 32))); err != nil {
		t.Fatal(err)
	}
	d.restart(d.db)
	return d
}

// restart opens the service again, as after a crash.
func (d *testService) restart(db desk.Store) {
	d.t.Helper()
	log := slog.New(slog.NewTextHandler(&d.log, nil))
	var err error
	was, decide := "", table.Robots(nil)
	if d.service != nil {
		was, decide = d.service.Owner, d.service.Robots
	}
	if d.service, err = New(d.cfg, db, log, func() time.Time { return d.now }); err != nil {
		d.t.Fatal(err)
	}
	if decide != nil {
		d.service.Robots = decide
	}
	if was != "" {
		d.service.Owner = was // a real restart opens the store, which ends the claims
	}
}

// seats makes seats of "Amy <amy@example.org>", "caretaker" or "easy robot".
func seats(t testing.TB, players ...string) []table.Seat {
	t.Helper()
	var out []table.Seat
	for _, p := range players {
		if p == "caretaker" {
			out = append(out, table.CaretakerSeat(out))
			continue
		}
		if level, ok := strings.CutSuffix(p, " robot"); ok {
			out = append(out, table.RobotSeat(out, level))
			continue
		}
		a, err := mail.ParseAddress(p)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, table.Seat{Name: a.Name, Address: a.Address})
	}
	return out
}

// pass moves the clock forward, with a tick every so often.
func (d *testService) pass(wait time.Duration) {
	for end := d.now.Add(wait); d.now.Before(end); {
		d.now = d.now.Add(min(15*time.Minute, end.Sub(d.now)))
		d.service.Tick(context.Background())
		d.robots()
	}
}

// robots has robots decide until none is asked. Mails that are just taken in come first.
func (d *testService) robots() {
	for n := 0; !d.service.PlayRobots(context.Background()) && n < 500 && d.inArrears(); n++ {
		time.Sleep(10 * time.Millisecond)
	}
}

// inArrears reports whether mails wait that come before what is due.
func (d *testService) inArrears() bool {
	d.service.ticking.Lock()
	defer d.service.ticking.Unlock()
	return len(d.service.arrears.keys) > 0
}

// start begins a game.
func (d *testService) start(name string, seats ...table.Seat) string {
	d.t.Helper()
	ti, ok := titles.Find(cmp.Or(d.title, "18newengland"))
	if !ok {
		d.t.Fatal("no such title")
	}
	id, err := d.service.Start(table.NewGame{Title: ti, Name: name, Seed: 27, Seats: seats, Talk: d.talk})
	if err != nil {
		d.t.Fatal(err)
	}
	return id
}

// three begins a game of Amy, Brian and Crystal and drops its first mails.
func (d *testService) three() string {
	d.t.Helper()
	id := d.start("Shoreline", seats(d.t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.flush()
	return id
}

// flush sends the due mails and returns them.
func (d *testService) flush() []sent {
	d.t.Helper()
	d.post.sent = nil
	for d.service.Outbox.Flush(context.Background(), &d.post) {
	}
	return d.post.sent
}

// reply returns the reply address of a seat such as "g1.p1".
func (d *testService) reply(seat string) string {
	game, player, _ := strings.Cut(seat, ".")
	return d.service.Office.ReplyTo(d.service.Office.Tag(game, player, 0))
}

// from returns a mail with commands from a player of g1, such as "p1", from the seat's
// address.
func (d *testService) from(player, id string, lines ...string) []byte {
	addresses := map[string]string{"p1": "amy", "p2": "brian", "p3": "crystal"}
	return d.mail(addresses[player]+"@example.org", "g1."+player, id, lines...)
}

func (d *testService) mail(from, seat, id string, lines ...string) []byte {
	return fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nSubject: Re: a game\r\nMessage-ID: <%s>\r\n\r\n%s\r\n",
		from, d.reply(seat), id, strings.Join(lines, "\r\n"))
}

// receive takes a mail in and checks the outcome.
func (d *testService) receive(raw []byte, want string) {
	d.t.Helper()
	got, err := d.service.Receive(context.Background(), raw)
	if err != nil || got != want {
		d.t.Fatalf("the mail ended %q, %v; want %q", got, err, want)
	}
}

// version returns the number of events of a game.
func (d *testService) version(game string) int {
	d.t.Helper()
	g, err := d.service.Game(game)
	if err != nil {
		d.t.Fatal(err)
	}
	return g.Version()
}

// say decides commands without mails: "p1 reserve NLN; value NLN 65".
func (d *testService) say(game, line string) {
	d.t.Helper()
	by, said, _ := strings.Cut(line, " ")
	before, err := d.service.Draft().Table(game)
	if err != nil {
		d.t.Fatal(err)
	}
	next := before
	for _, c := range strings.Split(said, "; ") {
		f := strings.Fields(c)
		g, events, err := next.Game.Decide(engine.Command{By: by, Verb: f[0], Args: f[1:]})
		if err != nil {
			d.t.Fatalf("%s: %v", line, err)
		}
		next = next.With(g, events)
	}
	if err := d.service.Unit(nil, func(w *desk.Draft) error { return batch.Put(w, before, next, store.Commit{}, notices.Reply{}) }); err != nil {
		d.t.Fatal(err)
	}
}

// table returns a game as it was committed.
func (d *testService) table(game string) *table.Table {
	d.t.Helper()
	t, err := d.service.Draft().Table(game)
	if err != nil {
		d.t.Fatal(err)
	}
	return t
}

// tables returns the games with a key.
func (d *testService) tables(key string) []*table.Table {
	d.t.Helper()
	ids, err := d.db.Find(key, "", 0)
	if err != nil {
		d.t.Fatal(err)
	}
	var out []*table.Table
	for _, id := range ids {
		out = append(out, d.table(id))
	}
	return out
}

// people returns the members by id.
func (d *testService) people() map[string]people.Member {
	d.t.Helper()
	all, err := people.Members.All(d.db, "")
	if err != nil {
		d.t.Fatal(err)
	}
	out := map[string]people.Member{}
	for _, r := range all {
		if r.Fault != nil {
			d.t.Fatal(r.Fault)
		}
		out[r.Key] = r.Value
	}
	return out
}
