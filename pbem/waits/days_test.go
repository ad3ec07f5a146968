package waits

import (
	"math/rand/v2"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles"
)

// People read at their hours, in their zone, and some of them not on weekends.
func TestReads(t *testing.T) {
	evening := person{hours: []int{20}, weekends: true}
	for _, c := range []struct {
		who      person
		from, to int // minutes since Monday 0:00 UTC
	}{
		{evening, 0, 20 * hour},
		{evening, 20 * hour, 20 * hour},
		{evening, 20*hour + 1, day + 20*hour},
		{person{hours: []int{7, 19}, weekends: true}, 8 * hour, 19 * hour},
		{person{hours: []int{20}, zone: 10, weekends: true}, day, day + 10*hour},      // 10:00 of Tuesday there
		{person{hours: []int{20}, zone: -8, weekends: true}, day, day + 4*hour},       // 16:00 of Monday there
		{person{hours: []int{20}}, 4*day + 21*hour, week + 20*hour},                   // Friday night
		{person{hours: []int{8}, zone: -5}, week + 2*hour, week + 13*hour},            // still Sunday there
		{person{hours: []int{8}, zone: 10}, 6*day + 13*hour, 6*day + 22*hour},         // nearly Monday there
		{person{hours: []int{8}, zone: 10, weekends: true}, 5 * day, 5*day + 22*hour}, // Saturday 10:00 there
	} {
		if got := c.who.reads(c.from); got != c.to {
			t.Errorf("%+v from day %d %02d:%02d reads on day %d %02d:%02d, want day %d %02d:%02d", c.who, c.from/day, c.from%day/hour, c.from%hour,
				got/day, got%day/hour, got%hour, c.to/day, c.to%day/hour, c.to%hour)
		}
	}
}

// Whoever does not answer at once does so later, and never before they have read.
func TestNext(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	late := 0
	for range 500 {
		p := somebody(rng)
		from := rng.IntN(4 * week)
		at := p.next(rng, from)
		if first := p.reads(from + soon); at < first || p.reads(at) != at {
			t.Fatalf("%+v answers at %d what came at %d, first read at %d", p, at, from, first)
		} else if at > first {
			late++
		}
	}
	if late == 0 || late > 250 {
		t.Errorf("%d of 500 answers came late", late)
	}
}

// A game waits for who is asked until they read, and for a plan until it was given.
func TestMinutes(t *testing.T) {
	people := map[string]person{
		"p1": {hours: []int{8}, weekends: true, answers: 100},
		"p2": {hours: []int{20}, weekends: true, answers: 100},
	}
	var said []engine.Command
	for _, by := range []string{"p1", "p2", "p1", "p2"} {
		said = append(said, engine.Command{By: by, Verb: "pass"})
	}
	asked := func(by string, at int) Mail { return Mail{By: by, Asked: true, At: at, Says: 1} }
	planned := func(by string, at int) Mail { return Mail{By: by, At: at} }
	for _, c := range []struct {
		name  string
		mails []Mail
		want  int
	}{
		{"all are asked", []Mail{asked("p1", 0), asked("p2", 1), asked("p1", 2), asked("p2", 3)}, day + 20*hour},
		{"the last is planned when its player is asked", []Mail{asked("p1", 0), asked("p2", 1), asked("p1", 2)}, day + 8*hour},
		{"the second is planned, and not yet given when it comes", []Mail{planned("p2", 0), asked("p1", 0), asked("p1", 2)}, day + 8*hour},
		{"all but the first are planned then", []Mail{asked("p1", 0), planned("p2", 1)}, 20 * hour},
		{"nobody is asked", []Mail{planned("p1", 0), planned("p2", 0)}, 20 * hour},
	} {
		if got := minutes(said, c.mails, people, rand.New(rand.NewPCG(1, 1))); got != c.want {
			t.Errorf("%s: day %d %02d:%02d, want day %d %02d:%02d", c.name, got/day, got%day/hour, got%hour, c.want/day, c.want%day/hour, c.want%hour)
		}
	}
}

// The days of a game are the same each time, and plans do not make a game longer.
func TestDays(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			r, err := Read(ti, recordOf(t, ti, 11, testsize.More(60, 60, 80)))
			if err != nil {
				t.Fatal(err)
			}
			none, err := Derive(r, Nothing)
			if err != nil {
				t.Fatal(err)
			}
			plans, err := Derive(r, Several)
			if err != nil {
				t.Fatal(err)
			}
			n, m := Days(r, none), Days(r, plans)
			if n != Days(r, none) || m != Days(r, plans) {
				t.Error("the days differ the second time")
			}
			if m >= n || n < Waits(none)/5 || n > 3*Waits(none) {
				t.Errorf("%d days for %d waits, with plans %d for %d", n, Waits(none), m, Waits(plans))
			}
		})
	}
}
