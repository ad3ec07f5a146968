package pbem

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/senders"
	"pbem/pbem/trust"
)

var (
	jumps    = flag.Int("jumps", 60, "how often the clock jumps in TestClockJumps")
	jumpSeed = flag.Uint64("jump-seed", 1, "where to")
)

// While a game goes on, the clock jumps forward and back by minutes and by days, like
// that of a machine that slept or was set wrongly. No mail is sent twice, and each mail
// gets its answer. When the clock is right again, the game goes on and its deadlines
// come.
//
//	go test ./pbem -run TestClockJumps -args -jumps 5000 -jump-seed 7
func TestClockJumps(t *testing.T) {
	d := newTestService(t)
	g := d.three()
	r := rand.New(rand.NewPCG(*jumpSeed, 0))
	right := d.now
	seen, reminded := map[string]bool{}, 0
	came := func() (mails []sent) {
		mails = d.flush()
		for _, m := range mails {
			id, _, _ := strings.Cut(string(m.raw[strings.Index(string(m.raw), "Message-Id:"):]), "\r\n")
			if seen[m.to+id] {
				t.Errorf("%s gets %s twice", m.to, id)
			}
			seen[m.to+id] = true
			if strings.Contains(string(m.raw), "reminder, your move") {
				reminded++
			}
		}
		return mails
	}
	for n := range *jumps {
		by := time.Duration(r.Int64N(int64(10*24*time.Hour))) / []time.Duration{1, 5, 50, 1000}[r.IntN(4)]
		if r.IntN(2) == 0 {
			by = -by
		}
		d.now = d.now.Add(by)
		d.service.Tick(context.Background())
		came()
		d.receive(d.from("p1", fmt.Sprintf("%d@example.org", n), "status"), desk.OutcomeAnswered)
		if mails := came(); len(mails) != 1 {
			t.Fatalf("after a jump by %v %d mails answer, not one", by, len(mails))
		}
	}
	if strings.Contains(d.log.String(), "level=ERROR") {
		t.Errorf("the log:\n%s", d.log.String())
	}
	d.now = right.AddDate(0, 0, 1)
	d.service.Tick(context.Background())
	came()
	for range 10 {
		d.pass(24 * time.Hour)
		came()
	}
	if reminded == 0 {
		t.Error("nobody was ever reminded")
	}
	if _, err := Verify(d.db, func(problem string) { t.Error(problem) }); err != nil {
		t.Fatal(err)
	}
	d.receive(d.from("p1", "last@example.org", "reserve NLN"), desk.OutcomeApplied)
	if d.version(g) == 0 {
		t.Error("the game stands still")
	}
}

// If the clock runs nine days ahead, no deadline is acted on, because the service
// received no mail in that time. When the clock is right again, the reminder comes at the
// usual time.
func TestClockAhead(t *testing.T) {
	due := func(ahead time.Duration) time.Duration {
		d := newTestService(t)
		d.three()
		began := d.now
		d.pass(time.Hour)
		if ahead > 0 {
			d.now = d.now.Add(ahead)
			d.service.Tick(context.Background())
			if got := recipients(d.flush()); !slices.Equal(got, []string{"host@example.org"}) {
				t.Errorf("mails to %v go out when the clock is put forward, want one to the host", got)
			}
			d.now = d.now.Add(-ahead)
			d.service.Tick(context.Background())
		}
		for d.now.Sub(began) < 20*24*time.Hour {
			d.pass(time.Hour)
			if strings.Contains(to(d.flush(), "amy@example.org"), "reminder, your move") {
				return d.now.Sub(began)
			}
		}
		return 0
	}
	if usual, after := due(0), due(9*24*time.Hour); usual == 0 || after != usual {
		t.Errorf("the reminder comes after %v, usually after %v", after, usual)
	}
}

// waiting returns what waits for a week or more in TestWeeksInAnOutage: "request code gathering sandbox".
func (d *testService) waiting(g string) string {
	var all []string
	if len(d.table(g).Record.Requests) > 0 {
		all = append(all, "request")
	}
	if open, _, err := senders.Questions(d.service.Draft()); len(open) > 0 && err == nil {
		all = append(all, "code")
	}
	if open, err := d.service.Draft().Gatherings(); len(open) > 0 && err == nil {
		all = append(all, "gathering")
	}
	if ids, err := d.db.Find("sandbox/amy@example.org", "", 0); len(ids) > 0 && err == nil {
		all = append(all, "sandbox")
	}
	return strings.Join(all, " ")
}

// hours lets hours pass, with a tick in each.
func (d *testService) hours(n int) {
	for range n {
		d.now = d.now.Add(time.Hour)
		d.service.Tick(context.Background())
	}
}

// What waits for people for a week or a month does not wait shorter because they could not be heard: the service is off
// for two months, or the clock is ahead. It ends as much later.
func TestWeeksInAnOutage(t *testing.T) {
	for _, back := range []bool{false, true} {
		d := newTestService(t)
		d.cfg.Lobby, d.cfg.Trust.Policy = config.Open, trust.NoToken
		d.restart(d.db)
		d.says("admit dora@example.org Dora")
		g := d.three()
		d.receive(plainMail("dora@example.org", "0@x", "new 1843 2 called Bay"), desk.OutcomeApplied)
		d.hours(17 * 24) // the gathering is warned
		d.receive(d.from("p1", "1@x", "reserve NLN", "sandbox"), desk.OutcomeApplied)
		d.receive(d.from("p2", "2@x", "undo 1"), desk.OutcomeApplied)
		d.receive(d.mail("crystal@work.example", g+".p3", "3@x", "press hello"), desk.OutcomeHeld)
		code := d.asked()["crystal@example.org"]
		right := d.now
		d.now = right.AddDate(0, 2, 0)
		d.restart(d.db)
		d.service.Tick(context.Background())
		if back {
			d.now = right.Add(time.Minute)
			d.service.Tick(context.Background())
		}
		const all = "request code gathering sandbox"
		if got := d.waiting(g); got != all {
			t.Errorf("clock back %v: after the outage there are %q", back, got)
		}
		d.hours(3 * 24)
		if got := d.waiting(g); got != all {
			t.Errorf("clock back %v: three days later there are %q", back, got)
		}
		d.receive(d.from("p3", "4@x", code), desk.OutcomeApplied)
		d.hours(5 * 24)
		if got := d.waiting(g); got != "sandbox" {
			t.Errorf("clock back %v: eight days later there are %q", back, got)
		}
		d.hours(23 * 24)
		if got := d.waiting(g); got != "" {
			t.Errorf("clock back %v: a month later there are %q", back, got)
		}
	}
}
