package pbem

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/pbem/caretaker"
	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/store"
	"pbem/titles/replay"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// plainRobots say what a caretaker would: they are quick, and no better robot changes what
// they say.
func plainRobots(t *title.Title, g *engine.Game, player string, _ robot.Level) (robot.Move, bool) {
	m, ok := caretaker.Next(t, g, player)
	return robot.Move{Command: m.Command, Game: m.Game, Events: m.Events, Work: 1}, ok
}

// A learner plays against two robots by mail. Each turn of the robots is one mail to them,
// and comes without the clock. Each command of a robot is marked and no other is; the log
// alone gives the same game, and the same robots give the same log.
func TestAloneAgainstRobots(t *testing.T) {
	for _, slug := range []string{"18newengland", "1820"} {
		t.Run(slug, func(t *testing.T) {
			var logs [][]engine.Event
			for range 2 {
				logs = append(logs, against(t, slug, testsize.More(4, 4, 8)))
			}
			if a, b := encoded(t, logs[0]), encoded(t, logs[1]); !bytes.Equal(a, b) {
				t.Error("the same robots have played two games")
			}
		})
	}
}

// against plays some mails of a learner against robots and returns the log.
func against(t *testing.T, slug string, mails int) []engine.Event {
	d := newTestService(t)
	d.title = slug
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "steady robot", "easy robot")...)
	me := d.table(id).SeatOf("amy@example.org")
	players := walk.NewThrifty(3, d.table(id).Title.Habits)
	for n := range mails {
		d.robots()
		for _, m := range d.flush() {
			if m.to != "amy@example.org" {
				t.Fatalf("a mail goes to %q", m.to)
			}
		}
		tb := d.table(id)
		if asked := tb.Actors(); !slices.Equal(asked, []string{me}) {
			t.Fatalf("after the robots %v are asked, not %s: %v", asked, me, sheet.Log(tb.Title, tb.Log))
		}
		d.service.Bell = desk.NewBell()
		c, _ := players.Pick(engine.Of(tb.Game.Pending(), me))
		d.receive(d.mail("amy@example.org", id+"."+me, fmt.Sprintf("%d@example.org", n), c.String()), desk.OutcomeApplied)
		d.flush() // the answer
		at := d.table(id)
		asked := at.RobotAwaited() != "" && !at.Waits(me) // else the answer has told what is asked
		if at.RobotAwaited() != "" != (len(d.service.Bell) == 1) {
			t.Fatalf("robots are asked: %v; the bell is rung: %d", at.RobotAwaited() != "", len(d.service.Bell))
		}
		d.robots()
		if told := d.flush(); asked && len(told) != 1 || len(told) > 1 {
			t.Fatalf("robots were asked: %v; they have sent %d mails", asked, len(told))
		}
	}
	tb := d.table(id)
	if tb.Title.Facts.Slug != slug || len(tb.Commands()) < 2*mails {
		t.Errorf("only %d commands", len(tb.Commands()))
	}
	for i, e := range tb.Log {
		if said, ok := e.(engine.Said); ok && (sheet.MarkOf(tb.Log, i) == sheet.Robot) != (said.By != me) {
			t.Fatalf("event %d, %q of %s: marked %q", i, said.Command, said.By, sheet.MarkOf(tb.Log, i))
		}
	}
	if err := replay.Again(tb.Title, tb.Log, nil); err != nil {
		t.Error(err)
	}
	return tb.Log
}

func encoded(t *testing.T, log []engine.Event) []byte {
	t.Helper()
	raws, err := engine.PackLog(log, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for _, raw := range raws {
		out = append(out, raw...)
	}
	return out
}

// No lock is held while a robot decides: a mail that comes meanwhile is taken in. What the
// robot has decided is thrown away, and it decides on the game as it is then. Robots that are
// overtaken often commit one command at a time; one mail tells of all.
func TestRobotsAreOvertaken(t *testing.T) {
	d := newTestService(t)
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "easy robot", "easy robot")...)
	me := d.table(id).SeatOf("amy@example.org")
	d.receive(d.mail("amy@example.org", id+"."+me, "1@x", "reserve NLN"), desk.OutcomeApplied)
	var saw []int
	d.service.Robots = func(ti *title.Title, g *engine.Game, player string, l robot.Level) (robot.Move, bool) {
		switch saw = append(saw, g.Version()); {
		case len(saw) <= mostAnew/2+1:
			d.receive(d.mail("amy@example.org", id+"."+me, fmt.Sprintf("%d@y", len(saw)), "press Hello"), desk.OutcomeApplied)
			d.flush()
		case len(d.flush()) > 0:
			t.Error("a part of what robots say is mailed")
		}
		return plainRobots(ti, g, player, l)
	}
	d.robots()
	tb := d.table(id)
	said := tb.SaidSince(0)
	if len(said) < 3 || len(saw) != mostAnew/2+len(said) || said[0] != "p1" || slices.Contains(said[1:], "p1") {
		t.Errorf("robots have decided at %v, and said are the commands of %v", saw, said)
	}
	if told := d.flush(); len(told) != 1 || strings.Count(text(t, told[0]), "passed") < 2 {
		t.Errorf("%d mails tell what robots have said", len(told))
	}
	if !slices.IsSorted(saw) || slices.Compact(slices.Clone(saw))[len(saw)-1] != saw[len(saw)-1] {
		t.Errorf("robots have decided on the positions %v: each should be newer", saw)
	}
}

// If somebody writes all the time, robots are put off and nothing of them is lost or done
// twice.
func TestRobotsAreAlwaysOvertaken(t *testing.T) {
	d := newTestService(t)
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "easy robot")...)
	me := d.table(id).SeatOf("amy@example.org")
	d.receive(d.mail("amy@example.org", id+"."+me, "1@x", "reserve NLN"), desk.OutcomeApplied)
	n, writing := 0, true
	d.service.Robots = func(ti *title.Title, g *engine.Game, player string, l robot.Level) (robot.Move, bool) {
		if n++; writing {
			d.receive(d.mail("amy@example.org", id+"."+me, fmt.Sprintf("%d@y", n), "press Hello"), desk.OutcomeApplied)
		}
		return plainRobots(ti, g, player, l)
	}
	d.service.PlayRobots(timed(t, func() bool { return n >= 2*mostAnew }))
	if got := len(d.table(id).Commands()); got != 1 {
		t.Errorf("%d commands, want only that of Amy", got)
	}
	writing = false
	d.pass(2 * time.Minute)
	if got := d.table(id).SaidSince(0); len(got) < 2 || got[1] != "p2" {
		t.Errorf("once nobody writes, said are the commands of %v", got)
	}
}

// timed returns a context that ends as soon as over returns true.
func timed(t *testing.T, over func() bool) context.Context {
	return until{t.Context(), over}
}

type until struct {
	context.Context
	over func() bool
}

func (u until) Err() error {
	if u.over() {
		return context.Canceled
	}
	return nil
}

// A service that stops, or dies, in the middle of a decision has stored nothing of it. The
// next one decides the same.
func TestRobotsAfterARestart(t *testing.T) {
	var logs [][]byte
	for _, dies := range []bool{false, true} {
		d := newTestService(t)
		id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "easy robot", "steady robot")...)
		d.receive(d.mail("amy@example.org", id+".p1", "1@x", "reserve NLN"), desk.OutcomeApplied)
		before := d.table(id)
		if dies {
			dead := d.service
			dead.Robots = func(ti *title.Title, g *engine.Game, player string, l robot.Level) (robot.Move, bool) {
				d.restart(d.db)
				d.service.Robots = robot.Next
				d.robots()
				return robot.Next(ti, g, player, l)
			}
			dead.PlayRobots(context.Background())
			if len(before.Commands()) != 1 {
				t.Fatal("a robot was not in the middle of a decision")
			}
		}
		d.robots()
		logs = append(logs, encoded(t, d.table(id).Log))
		if told := len(d.flush()); told > 2 {
			t.Errorf("%d mails", told)
		}
	}
	if !bytes.Equal(logs[0], logs[1]) {
		t.Error("after a restart robots have decided otherwise, or twice")
	}
}

// Of two services on one store only one decides for a game at a time.
func TestRobotsOfTwoServices(t *testing.T) {
	d := newTestService(t)
	other := d.second()
	d.service.Tick(context.Background())
	other.Tick(context.Background()) // the first one sets deadlines anew
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "easy robot", "steady robot")...)
	d.receive(d.mail("amy@example.org", id+".p1", "1@x", "reserve NLN"), desk.OutcomeApplied)
	mine, theirs := 0, 0
	other.Robots = func(ti *title.Title, g *engine.Game, player string, l robot.Level) (robot.Move, bool) {
		theirs++
		return plainRobots(ti, g, player, l)
	}
	d.service.Robots = func(ti *title.Title, g *engine.Game, player string, l robot.Level) (robot.Move, bool) {
		if mine++; mine == 1 {
			other.PlayRobots(context.Background())
		}
		return plainRobots(ti, g, player, l)
	}
	d.robots()
	tb := d.table(id)
	if n := len(tb.Commands()) - 1; mine != n || theirs != 0 {
		t.Errorf("%d commands of robots; one service has decided %d times and the other %d times", n, mine, theirs)
	}
	d.receive(d.mail("amy@example.org", id+".p1", "2@x", "undo"), desk.OutcomeApplied)
	d.receive(d.mail("amy@example.org", id+".p1", "3@x", "reserve PE"), desk.OutcomeApplied)
	d.now = d.now.Add(desk.Claimed)
	if other.PlayRobots(context.Background()); theirs == 0 {
		t.Error("the other service never decides")
	}
}

// When the last person leaves, robots stop. The host is told, once; the game goes on when
// somebody takes a seat.
func TestOnlyRobotsAreLeft(t *testing.T) {
	d := newTestService(t)
	d.service.Robots = plainRobots
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "easy robot", "easy robot")...)
	d.receive(d.mail("amy@example.org", id+".p1", "1@x", "reserve NLN"), desk.OutcomeApplied)
	if line := desk.LineOf(d.table(id).Record); line.Asked != 0 {
		t.Errorf("the figures have %d players for whom games wait, while a robot is asked", line.Asked)
	}
	d.receive(d.mail("amy@example.org", id+".p1", "2@x", "resign "+id), desk.OutcomeApplied)
	d.flush()
	told := 0
	for range 3 {
		d.pass(time.Hour)
		for _, m := range d.flush() {
			if strings.Contains(strings.Join(strings.Fields(text(t, m)), " "), "Nobody but robots is left to play") {
				told++
			}
		}
	}
	if n := len(d.table(id).Commands()); n != 1 || told != 1 {
		t.Errorf("%d commands, %d mails that say why it waits", n, told)
	}
	d.says("admit dora@example.org")
	dora := ""
	for id, m := range d.people() {
		if m.Address == "dora@example.org" {
			dora = id
		}
	}
	d.receive(d.mail("dora@example.org", "me."+dora, "3@x", "takeover "+id+" Amy"), desk.OutcomeApplied)
	d.robots()
	if n := len(d.table(id).Commands()); n < 3 {
		t.Errorf("with a person there are %d commands", n)
	}
}

// Robots that play alone for too long stop, and go on when a person writes.
func TestRobotsStopWithoutAPerson(t *testing.T) {
	d := newTestService(t)
	d.service.Robots = plainRobots
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "easy robot", "easy robot")...)
	d.receive(d.mail("amy@example.org", id+".p1", "1@x", "reserve NLN"), desk.OutcomeApplied)
	before := d.table(id)
	next := before.With(before.Game, nil)
	next.Record.Tended = 598
	stored, err := before.Change(next)
	if err == nil {
		err = d.db.Commit(store.Commit{At: d.now, Changes: []store.Change{stored}})
	}
	if err != nil {
		t.Fatal(err)
	}
	d.restart(d.db)
	d.flush()
	told := 0
	for range 3 {
		d.pass(time.Hour)
		for _, m := range d.flush() {
			told += strings.Count(strings.Join(strings.Fields(text(t, m)), " "), "Robots have played very long")
		}
	}
	if n := len(d.table(id).Commands()); n != 3 || told != 2 {
		t.Errorf("%d commands, want 3; %d mails tell of it, want that to Amy and that to the host", n, told)
	}
	d.receive(d.mail("amy@example.org", id+".p1", "2@x", "status"), desk.OutcomeAnswered)
	d.robots()
	if tb := d.table(id); tb.Actors()[0] != "p1" {
		t.Errorf("after a mail of hers %v are asked", tb.Actors())
	}
}

// In the first auction of 1828 robots and somebody's plan pass once among themselves. Then
// everybody is told that the game waits for a word of a person.
func TestRobotsPassOnce(t *testing.T) {
	d := newTestService(t)
	d.title = "1828"
	d.service.Robots = plainRobots
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "easy robot", "easy robot")...)
	player := d.table(id).SeatOf("amy@example.org")
	d.robots()
	d.receive(d.mail("amy@example.org", id+"."+player, "1@x", "pass for the round"), desk.OutcomeApplied)
	d.flush()
	told, commands := 0, 0
	for range 4 {
		d.robots()
		for _, m := range d.flush() {
			told += strings.Count(strings.Join(strings.Fields(text(t, m)), " "), "It does not pass again by itself")
		}
		commands = len(d.table(id).Commands())
		d.pass(time.Hour)
	}
	if n := len(d.table(id).Commands()); n != commands || n > 6 || told != 2 {
		t.Errorf("%d commands, %d at last; %d mails tell why, want that to Amy and that to the host", commands, n, told)
	}
	d.receive(d.mail("amy@example.org", id+"."+player, "2@x", "cancel orders"), desk.OutcomeAnswered)
	d.robots()
	if tb := d.table(id); tb.Actors()[0] != player {
		t.Errorf("after a mail of hers %v are asked", tb.Actors())
	}
}

// While a robot decides in a sandbox, its owner takes the seat back, or deletes the sandbox:
// nothing comes of the decision.
func TestSandboxChangesUnderARobot(t *testing.T) {
	for _, line := range []string{"robot off Bruno", "sandbox end", "undo"} {
		t.Run(line, func(t *testing.T) {
			d := newTestService(t)
			d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
			d.receive(d.mail("amy@example.org", "g1.p1", "1@x", "sandbox new 18newengland 3 with 1 robot seed 7"), desk.OutcomeApplied)
			id := d.service.Draft().SandboxesOf("amy@example.org")[0].ID
			d.receive(d.mail("amy@example.org", id+".p1", "2@x", "robot Bruno", "robot off Clara", "reserve NLN"), desk.OutcomeApplied)
			said := 0
			d.service.Robots = func(ti *title.Title, g *engine.Game, player string, l robot.Level) (robot.Move, bool) {
				if said++; said == 1 {
					d.receive(d.mail("amy@example.org", id+".p1", "3@x", line), desk.OutcomeApplied)
				}
				return plainRobots(ti, g, player, l)
			}
			if d.robots(); said != 1 {
				t.Errorf("robots have decided %d times", said)
			}
			if d.pass(2 * time.Hour); said != 1 || strings.Contains(d.log.String(), "robot.failed") {
				t.Errorf("robots have decided %d times; the log:\n%s", said, d.log.String())
			}
			if all := d.service.Draft().SandboxesOf("amy@example.org"); len(all) > 0 && len(all[0].Commands()) > 1 {
				t.Errorf("the robot has said something: %d commands", len(all[0].Commands()))
			}
		})
	}
}

// Robots get on although somebody writes in the middle of each of their turns.
func TestRobotsGetOnAmongMails(t *testing.T) {
	d := newTestService(t)
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "easy robot", "easy robot")...)
	d.receive(d.mail("amy@example.org", id+".p1", "1@x", "reserve NLN"), desk.OutcomeApplied)
	n := 0
	d.service.Robots = func(ti *title.Title, g *engine.Game, player string, l robot.Level) (robot.Move, bool) {
		if n++; n%2 == 0 {
			d.receive(d.mail("amy@example.org", id+".p1", fmt.Sprintf("%d@y", n), "press Hello"), desk.OutcomeApplied)
		}
		return plainRobots(ti, g, player, l)
	}
	d.service.PlayRobots(timed(t, func() bool { return n > 60 }))
	if tb := d.table(id); !slices.Equal(tb.Actors(), []string{"p1"}) || len(tb.Commands()) < 3 {
		t.Errorf("after %d decisions there are %d commands, and asked are %v", n, len(tb.Commands()), tb.Actors())
	}
}
