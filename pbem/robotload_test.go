package pbem

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/store"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// slowRobots decide when they are let go, one decision at a time, and note for which games.
type slowRobots struct {
	t    *testing.T
	let  chan struct{}
	came chan string

	mu  sync.Mutex
	now int // decisions at this moment
}

func (r *slowRobots) next(t *title.Title, g *engine.Game, player string, l robot.Level) (robot.Move, bool) {
	r.mu.Lock()
	if r.now++; r.now > 1 {
		r.t.Error("two robots decide at the same time")
	}
	r.mu.Unlock()
	r.came <- g.State().PlayerName("p1")
	<-r.let
	m, ok := plainRobots(t, g, player, l)
	r.mu.Lock()
	r.now--
	r.mu.Unlock()
	return m, ok
}

// A hundred games wait for robots that are slow. Mails are taken in meanwhile, of these games
// too, and the clock ticks. No game has its robots play while another one has waited longer.
func TestSlowRobotsHoldNobodyUp(t *testing.T) {
	games := 100
	if testing.Short() {
		games = 20
	}
	d := newSharedService(t)
	slow := &slowRobots{t: t, let: make(chan struct{}), came: make(chan string)}
	d.service.Robots = slow.next
	for n := range games {
		id := d.start(fmt.Sprintf("Game %d", n), seats(t, fmt.Sprintf("Amy%d <amy%d@example.org>", n, n), "easy robot", "easy robot")...)
		d.receive(d.mail(fmt.Sprintf("amy%d@example.org", n), id+".p1", fmt.Sprintf("%d@x", n), "reserve NLN"), desk.OutcomeApplied)
	}
	done := make(chan struct{})
	go func() { d.robots(); close(done) }()
	for n := range games {
		d.receive(d.mail(fmt.Sprintf("amy%d@example.org", n), fmt.Sprintf("g%d.p1", n+1), fmt.Sprintf("%d@y", n), "status"), desk.OutcomeAnswered)
	}
	d.service.Tick(context.Background())
	played := func() (n int) {
		for g := range games {
			if len(d.table(fmt.Sprintf("g%d", g+1)).Commands()) > 1 {
				n++
			}
		}
		return n
	}
	if n := played(); n != 0 {
		t.Fatalf("%d games went on with no robot let go", n)
	}
	turns := []string{<-slow.came}
	for range 2 * games {
		slow.let <- struct{}{}
		if saw := <-slow.came; saw != turns[len(turns)-1] {
			turns = append(turns, saw)
		}
	}
	if again := slices.Sorted(slices.Values(turns)); len(turns) < games/4 || len(slices.Compact(again)) != len(turns) {
		t.Errorf("robots have decided for %v: no game twice before all others", turns)
	}
	if n := played(); n != len(turns)-1 {
		t.Errorf("%d games went on, want all but the last of %v", n, turns)
	}
	go func() {
		for range slow.came {
		}
	}()
	close(slow.let)
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("robots do not come to an end")
	}
	close(slow.came)
	if n := played(); n != games {
		t.Errorf("robots have played in %d of %d games", n, games)
	}
}

// More games than the queue has room for wait a minute, and keep no deadline of a person
// from being handled.
func TestManyRobotsKeepNobodyWaiting(t *testing.T) {
	d := newSharedService(t)
	for n := range mostQueued + 5 {
		if d.service.robots.add(robotTurn{due: due(n), until: d.now.Add(desk.Claimed), most: 1}) != (n < mostQueued) {
			t.Fatalf("game %d: the queue has another size", n)
		}
	}
	if !d.service.robots.add(robotTurn{due: due(0)}) {
		t.Error("a game that is queued is not known again")
	}
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "easy robot")...)
	d.receive(d.mail("amy@example.org", id+".p1", "1@x", "reserve NLN"), desk.OutcomeApplied)
	d.service.Tick(context.Background())
	all, err := d.db.TakeDeadlines(d.service.Claim(), 0)
	if err != nil || len(all) != 0 {
		t.Fatalf("still due are %v, %v", all, err)
	}
	d.service.robots.queue = nil
	d.now = d.now.Add(queuedLater)
	if d.robots(); len(d.table(id).Commands()) < 2 {
		t.Error("the game that found no room has been forgotten")
	}
}

// A robot that fails, or has nothing to say, stops in its game: the host and the players are
// told, its seat is open, and the robots of other games play on.
func TestFailingRobot(t *testing.T) {
	for name, fails := range map[string]func() (robot.Move, bool){
		"panics": func() (robot.Move, bool) { panic("a robot lost its head") },
		"silent": func() (robot.Move, bool) { return robot.Move{}, false },
		"wrong": func() (robot.Move, bool) {
			return robot.Move{Command: engine.Command{By: "p2", Verb: "fly"}}, true
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newSharedService(t)
			d.service.Robots = func(ti *title.Title, g *engine.Game, player string, l robot.Level) (robot.Move, bool) {
				if g.State().PlayerName("p1") == "Amy" {
					return fails()
				}
				return plainRobots(ti, g, player, l)
			}
			d.start("Shoreline", seats(t, "Amy <amy@example.org>", "easy robot")...)
			d.start("Upstate", seats(t, "Brian <brian@example.org>", "easy robot")...)
			d.receive(d.mail("amy@example.org", "g1.p1", "1@x", "reserve NLN"), desk.OutcomeApplied)
			d.receive(d.mail("brian@example.org", "g2.p1", "2@x", "reserve NLN"), desk.OutcomeApplied)
			d.flush()
			d.robots()
			told := map[string]bool{}
			for _, m := range d.flush() {
				if strings.Contains(strings.Join(strings.Fields(text(t, m)), " "), "The robot has no move for Robot 1 and has stopped.") {
					told[m.to] = true
				}
			}
			if !told["amy@example.org"] || !told["host@example.org"] || len(told) != 2 {
				t.Errorf("told are %v", told)
			}
			if tb := d.table("g1"); len(tb.Commands()) != 1 || tb.Kept("p2") || !slices.Equal(tb.Open(), []string{"p2"}) {
				t.Errorf("after %d commands the open seats are %v", len(tb.Commands()), tb.Open())
			}
			if n := len(d.table("g2").Commands()); n < 2 {
				t.Errorf("the other game has %d commands", n)
			}
			if got := strings.Contains(d.log.String(), "lost its head"); got != (name == "panics") {
				t.Errorf("the log of the host:\n%s", d.log.String())
			}
		})
	}
}

func due(n int) store.Deadline {
	return store.Deadline{Game: fmt.Sprintf("g%d", 1000+n), Key: "robot/p1"}
}

// One member begins no more games with robots than a few, in one mail or in several. Games
// that are over do not count.
func TestGamesWithRobotsAreBounded(t *testing.T) {
	d := newSharedService(t)
	d.service.Robots = plainRobots
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
	begin := "new 18newengland with 2 easy robots called Bay"
	d.receive(d.mail("amy@example.org", "g1.p1", "1@x", begin, begin, begin), desk.OutcomeApplied)
	d.receive(d.mail("amy@example.org", "g1.p1", "2@x", begin, begin, begin), desk.OutcomeRejected)
	d.receive(d.mail("amy@example.org", "g1.p1", "3@x", begin, begin), desk.OutcomeApplied)
	d.receive(d.mail("amy@example.org", "g1.p1", "4@x", begin), desk.OutcomeRejected)
	with := ""
	for _, tb := range d.tables(desk.KeyOn) {
		if len(tb.RobotSeats()) > 0 {
			with = tb.ID
		}
	}
	d.receive(d.mail("amy@example.org", "g1.p1", "5@x", "game "+with, "end game"), desk.OutcomeApplied)
	d.receive(d.mail("amy@example.org", "g1.p1", "6@x", begin), desk.OutcomeApplied)
}
