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

	"pbem/pbem/desk"
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
