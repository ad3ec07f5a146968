package pbem

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/trust"
	"pbem/store"
)

// second returns another service on the same store.
func (d *testService) second() *Service {
	d.t.Helper()
	s, err := New(d.cfg, d.db, slog.New(slog.NewTextHandler(io.Discard, nil)), func() time.Time { return d.now })
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// Two services on one store lose nothing: every join and every note is there once, and no
// mail is set aside because of conflicts.
func TestTwoServicesOnOneStore(t *testing.T) {
	d := newSharedService(t)
	d.cfg.Lobby, d.cfg.Trust.Policy = config.Open, trust.NoToken
	d.cfg.Limits = config.Limits{Sender: -1, Game: -1}
	d.restart(d.db)
	d.three()
	const people = 5
	d.says("admit maker@example.org Maker")
	for i := range people {
		d.says(fmt.Sprintf("admit p%d@example.org P%d", i, i))
	}
	lobby := func(from, id string, lines ...string) []byte {
		return fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nSubject: games\r\nMessage-ID: <%s>\r\n\r\n%s\r\n", from, testAddress, id, strings.Join(lines, "\r\n"))
	}
	d.receive(lobby("maker@example.org", "new@example.org", "new 1817 players 7-7 called Bay"), desk.OutcomeApplied)
	services := []*Service{d.service, d.second()}
	var wait sync.WaitGroup
	send := func(n int, raw []byte) {
		wait.Go(func() {
			if outcome, err := services[n%2].Receive(context.Background(), raw); outcome != desk.OutcomeApplied || err != nil {
				t.Errorf("a mail ended %q, %v:\n%s", outcome, err, raw)
			}
		})
	}
	waiting := d.gathered()[0].ID
	for i := range people {
		send(i, lobby(fmt.Sprintf("p%d@example.org", i), fmt.Sprintf("join%d@example.org", i), "join "+waiting))
	}
	for i := range 6 { // messages of three players in one game
		send(i, d.from(fmt.Sprintf("p%d", i%3+1), fmt.Sprintf("word%d@example.org", i), fmt.Sprintf("press word %d", i)))
	}
	wait.Wait()
	if got := d.gathered()[0].Players; len(got) != people+1 {
		t.Errorf("%v are in, want the maker and %d others", got, people)
	}
	for _, s := range services {
		tb, err := s.Draft().Table("g1")
		if err != nil {
			t.Fatal(err)
		}
		words := 0
		for i := range 6 {
			for _, e := range tb.Log {
				if strings.Contains(fmt.Sprintf("%+v", e), fmt.Sprintf("word %d", i)) {
					words++
				}
			}
		}
		if words != 6 {
			t.Errorf("%d words are in the log, want 6", words)
		}
	}
}

// gathered returns the stored gatherings.
func (d *testService) gathered() []lobby.Gathering {
	d.t.Helper()
	list, err := d.service.Draft().Gatherings()
	if err != nil || len(list) == 0 {
		d.t.Fatal(list, err)
	}
	return list
}

// quicker is a store that reports some conflicts.
type quicker struct {
	*store.DB
	left int
	move func()
}

func (q *quicker) Commit(c store.Commit) error {
	if len(c.Changes) > 0 && q.left > 0 {
		q.left--
		q.move()
	}
	return q.DB.Commit(c)
}

// A conflict is not the mail's fault: the mail is decided again on the present state.
func TestConflictIsNoFault(t *testing.T) {
	d := newSharedService(t)
	d.three()
	other, n := d.second(), 0
	q := &quicker{DB: d.db, left: mostFaults + 1}
	q.move = func() {
		n++
		raw := d.from("p2", fmt.Sprintf("q%d@example.org", n), fmt.Sprintf("press quicker %d", n))
		if outcome, err := other.Receive(context.Background(), raw); outcome != desk.OutcomeApplied || err != nil {
			t.Fatal(outcome, err)
		}
	}
	d.restart(q)
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
	if n != mostFaults+1 {
		t.Errorf("somebody was quicker %d times", n)
	}
	in, err := d.db.Unsettled()
	if err != nil || len(in) > 0 {
		t.Error(in, err)
	}
}

// What one service has claimed, no other works on, and neither knows the other's name. If
// the first is lost, the others get its work after a while.
func TestWorkOfALostService(t *testing.T) {
	d := newSharedService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	lost, other := d.service, d.second()
	if lost.Owner == other.Owner || !strings.Contains(lost.Owner, fmt.Sprint(os.Getpid())) {
		t.Fatalf("two services are called %q and %q", lost.Owner, other.Owner)
	}
	raw := d.from("p1", "1@example.org", "reserve NLN")
	kept, _, err := d.db.Keep(store.Inbound{Key: intake.Key(raw), At: d.now, Raw: raw}, lost.Claim(), store.Query{}) // after this it is not heard of again
	if err != nil {
		t.Fatal(err)
	}
	mails, err := d.db.TakeMails(lost.Claim(), false, 0)
	if err != nil || len(mails) == 0 {
		t.Fatal(mails, err)
	}
	for _, over := range []bool{false, true} {
		if over {
			d.now = d.now.Add(desk.Claimed)
		}
		outcome, err := other.Receive(context.Background(), raw)
		if want := map[bool]string{true: desk.OutcomeApplied}[over]; outcome != want || errors.Is(err, store.ErrClaimed) == over || errors.Is(err, intake.ErrLater) {
			t.Errorf("time over %v: the mail is %q, %v", over, outcome, err)
		}
		again, err := d.db.TakeMails(other.Claim(), false, 0)
		if err != nil || over != (len(again) >= len(mails)) || !over && len(again) > 0 {
			t.Errorf("time over %v: %d mails are taken, of %d, %v", over, len(again), len(mails), err)
		}
	}
	in, err := d.db.Inbound(kept.Key)
	if err != nil || in.Faults != 2 {
		t.Errorf("%d attempts, %v: one was lost and one was made", in.Faults, err)
	}
}

// slowPost takes more than a second for a mail, and counts how often each address got one.
type slowPost struct {
	mu    sync.Mutex
	count map[string]int
	first chan struct{} // closed when the first mail is on its way
	once  sync.Once
}

func (p *slowPost) Send(_ context.Context, _, to string, _ []byte) error {
	p.mu.Lock()
	p.count[to]++
	p.mu.Unlock()
	p.once.Do(func() { close(p.first) })
	time.Sleep(1200 * time.Millisecond)
	return nil
}

// A service that sends so slowly that its claims end leaves the rest to the other one: only the mail that is on its way
// may go out twice.
func TestClaimsEndInTheOutbox(t *testing.T) {
	d := newSharedService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>", "Dora <dora@example.org>", "Emil <emil@example.org>")...)
	other := d.second()
	var mu sync.Mutex
	now := d.now
	for _, s := range []*Service{d.service, other} {
		clock := func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
		s.Now, s.Outbox.Now = clock, clock
	}
	post := &slowPost{count: map[string]int{}, first: make(chan struct{})}
	var all sync.WaitGroup
	all.Go(func() { d.service.Outbox.Flush(context.Background(), post) })
	<-post.first
	mu.Lock()
	now = now.Add(desk.Claimed + time.Second)
	mu.Unlock()
	all.Go(func() { other.Outbox.Flush(context.Background(), post) })
	all.Wait()
	twice := 0
	for _, n := range post.count {
		twice += n - 1
	}
	if twice > 1 || len(post.count) != 5 {
		t.Errorf("%d of 5 mails went out twice, and %d readers got one", twice, len(post.count))
	}
}

// justBefore is a store on which something happens just before the first commit of some kind.
type justBefore struct {
	*store.DB
	which func(store.Commit) bool
	once  sync.Once
	do    func()
}

func (b *justBefore) Commit(c store.Commit) error {
	if b.which(c) {
		b.once.Do(b.do)
	}
	return b.DB.Commit(c)
}

// A player's address changes at one service while the game for which they wait begins at
// another. Whichever comes first, the seat has the new address.
func TestAddressChangesWhileAGameBegins(t *testing.T) {
	for _, changesFirst := range []bool{true, false} {
		d := newSharedService(t)
		d.cfg.Lobby, d.cfg.Trust.Policy = config.Open, trust.NoToken
		d.restart(d.db)
		d.says("admit amy@example.org Amy")
		d.says("admit brian@example.org Brian")
		d.receive(plainMail("amy@example.org", "1@example.org", "new 1843 2 called Bay"), desk.OutcomeApplied)
		d.flush()
		member, err := d.service.Draft().Member("amy@example.org")
		if err != nil {
			t.Fatal(err)
		}
		amy := member.ID
		d.receive(d.mail("amy@example.org", "me."+amy, "2@example.org", "set address amy@new.example"), desk.OutcomeAnswered)
		codes := d.asked()
		d.receive(plainMail("amy@example.org", "3@example.org", codes["amy@example.org"]), desk.OutcomeAnswered)
		id, other := d.gathered()[0].ID, d.second()
		change, begin := plainMail("amy@new.example", "4@example.org", codes["amy@new.example"]), plainMail("brian@example.org", "5@example.org", "join "+id)
		first, last, outcome := change, begin, desk.OutcomeApplied
		if !changesFirst {
			first, last, outcome = begin, change, desk.OutcomeAnswered
		}
		d.restart(&justBefore{DB: d.db,
			which: func(c store.Commit) bool {
				_, changes := c.Marks[people.Members.Name(amy)]
				return len(c.Changes) > 0 || changes
			},
			do: func() {
				if got, err := other.Receive(context.Background(), first); got != desk.OutcomeApplied && got != desk.OutcomeAnswered || err != nil {
					t.Error(got, err)
				}
			}})
		d.receive(last, outcome)
		for _, seat := range d.table(id).Record.Seats {
			if now := d.people()[amy].Address; seat.Name == "Amy" && (seat.Address != now || now != "amy@new.example") {
				t.Errorf("the address changes first %v: Amy is at %s, and her seat at %s", changesFirst, now, seat.Address)
			}
		}
	}
}

// A game that was evicted is read again, and the cache keeps within its limit.
func TestGameCacheIsBounded(t *testing.T) {
	d := newSharedService(t)
	for range 6 {
		d.three()
	}
	d.service.Cache.Most = 3 * desk.BytesOf(d.table("g1"))
	for i := range 6 {
		d.receive(d.mail("amy@example.org", fmt.Sprintf("g%d.p1", i+1), fmt.Sprintf("%d@example.org", i), "reserve NLN"), desk.OutcomeApplied)
	}
	if n := len(d.service.Cache.Games); n == 0 || n > 3 || d.service.Cache.Used > d.service.Cache.Most {
		t.Errorf("%d games are open, %d of %d bytes", n, d.service.Cache.Used, d.service.Cache.Most)
	}
	for i := range 6 {
		if n := d.version(fmt.Sprintf("g%d", i+1)); n != d.version("g1") {
			t.Errorf("g%d has %d events", i+1, n)
		}
	}
}
