package pbem

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// An offer to a robot is answered at once, with the real robot, and not by the clock.
func TestOfferToARobot(t *testing.T) {
	d := newTestService(t)
	id := d.three()
	for _, line := range []string{
		"p1 reserve NLN", "p2 reserve PE", "p3 reserve GR; value GR 70 bottom", "p2 reserve HNH", "p1 value NLN 65 top; reserve BP", "p2 value PE 65 bottom",
		"p3 reserve FRR; reserve BL", "p2 reserve ER", "p1 reserve HRR; reserve NYNH", "p2 value ER 55 bottom", "p3 value FRR 50 bottom; value BL 50 top", "p2 value HNH 70 top",
		"p1 value HRR 55 top; value NYNH 60 top", "p2 lay F11 58 4; run 2: F13 F11; buy train 2 from ER for 56",
	} {
		d.say(id, line)
	}
	d.says("robot " + id + " Brian")
	d.flush()
	d.receive(d.from("p3", "1@x", "lay L7 6 0; buy train 2 from PE for 40"), desk.OutcomeApplied)
	if tb := d.table(id); !tb.Consents("p2") {
		t.Fatal("the robot is asked for no consent")
	}
	d.robots()
	tb := d.table(id)
	if tb.Consents("p2") || tb.SaidSince(0)[len(tb.SaidSince(0))-1] == "p3" {
		t.Errorf("the robot has not answered; asked are %v", tb.Actors())
	}
	if tb.Seat("p2").Caretaker == "" {
		t.Error("the robot has stopped")
	}
}

// Plans of people answer between the commands of robots, and no robot is asked for a player
// with a plan.
func TestPlansAmongRobots(t *testing.T) {
	d := newTestService(t)
	d.title = "1820"
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "easy robot")...)
	amy, brian, asked := d.table(id).SeatOf("amy@example.org"), d.table(id).SeatOf("brian@example.org"), 0
	d.service.Robots = func(ti *title.Title, g *engine.Game, player string, l robot.Level) (robot.Move, bool) {
		if player == amy || player == brian {
			t.Errorf("a robot decides for %s", player)
		}
		asked++
		for _, ch := range engine.Of(g.Pending(), player) {
			if list := ch.List(); ch.Verb == "bid" && len(list) > 0 && list[0].Range != nil && asked <= 4 {
				return robot.Move{Command: engine.Command{By: player, Verb: ch.Verb, Args: append(slices.Clone(list[0].Args), fmt.Sprint(list[0].Range.Min))}}, true
			}
		}
		return plainRobots(ti, g, player, l)
	}
	d.robots()
	for n := range 2 {
		tb := d.table(id)
		at, who := tb.Actors()[0], "amy@example.org"
		if at == brian {
			who = "brian@example.org"
		}
		d.receive(d.mail(who, id+"."+at, fmt.Sprintf("%d@x", n), "pass for the round"), desk.OutcomeApplied)
		d.robots()
		if asked < 1 {
			t.Fatal("no robot is asked")
		}
	}
	said := d.table(id).SaidSince(0)
	if len(said) < 3*4 || strings.Count(strings.Join(said, " "), amy) < 3 {
		t.Errorf("commands of %v", said)
	}
}

// Mails name robots in headings, tables and news, which begin like the command "robot". An
// answer that quotes such a mail without marks, flat or as it was, is read as any other.
func TestAnswersThatQuoteRobots(t *testing.T) {
	d := newTestService(t)
	d.service.Robots = plainRobots
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "easy robot", "easy robot")...)
	mails := d.flush()
	d.receive(d.mail("amy@example.org", "g1.p1", "1@x", "reserve NLN", "robots"), desk.OutcomeApplied)
	mails = append(mails, d.flush()...)
	d.robots()
	mails = append(mails, d.flush()...)
	if len(mails) != 3 {
		t.Fatalf("%d mails", len(mails))
	}
	for i, m := range mails {
		for name, quoted := range map[string]func(string) string{"as it was": func(s string) string { return s }, "flat": strings.TrimSpace} {
			_, body, _ := strings.Cut(text(t, m), "\r\n\r\n")
			lines := []string{"status", "", "________________________________", "From: pbem <" + testAddress + ">", "Sent: Monday, March 2, 2026 6:00 PM", "To: Amy <amy@example.org>", "Subject: [Shoreline] Draft", ""}
			robots := 0
			for line := range strings.Lines(body) {
				if line = strings.TrimRight(line, "\r\n"); strings.HasPrefix(strings.TrimSpace(line), "Robot") {
					robots++
				}
				lines = append(lines, quoted(line))
			}
			if robots < 2 {
				t.Fatalf("mail %d has %d lines that begin with a robot", i, robots)
			}
			d.receive(d.mail("amy@example.org", "g1.p1", fmt.Sprintf("%d%s@y", i, strings.Fields(name)[0]), lines...), desk.OutcomeAnswered)
		}
	}
}

// Who wants mails on their own turn only gets none of what robots say on others' turns.
func TestRobotsOnOthersTurns(t *testing.T) {
	d := newTestService(t)
	d.service.Robots = plainRobots
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "easy robot", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.receive(d.mail("crystal@example.org", id+".p4", "1@x", "set mail turn"), desk.OutcomeAnswered)
	d.receive(d.mail("amy@example.org", id+".p1", "2@x", "reserve NLN"), desk.OutcomeApplied)
	d.flush()
	d.robots()
	told := map[string]int{}
	for _, m := range d.flush() {
		told[m.to]++
	}
	if told["amy@example.org"] != 1 || told["brian@example.org"] != 1 || told["crystal@example.org"] != 0 {
		t.Errorf("told are %v", told)
	}
}
