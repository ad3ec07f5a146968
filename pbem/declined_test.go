package pbem

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

// spokenLate adopts a game of robots as it stood after some decisions, with Amy, Brian and others on its seats.
func spokenLate(t *testing.T, slug string, game, decisions int) (*testService, string) {
	t.Helper()
	d := newTestService(t)
	ti, _ := titles.Find(slug)
	games, err := replaytest.ReadSpoken(filepath.Join("..", "titles", slug, "testdata", "robots.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	setup, err := ti.Setup(games[game].Start)
	if err != nil {
		t.Fatal(err)
	}
	now, log := engine.Start(ti.Rules, setup)
	var made []engine.Event
	for _, c := range games[game].Said[:decisions] {
		if now, made, err = now.Decide(c); err != nil {
			t.Fatal(err)
		}
		log = append(log, made...)
	}
	start := log[0].(engine.Started)
	who := seats(t, []string{"Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>", "Dora <dora@example.org>"}[:len(start.Players)]...)
	start.Players = nil
	for _, seat := range who {
		start.Players = append(start.Players, seat.Name)
	}
	log[0] = start
	id, err := d.service.Adopt(table.NewGame{Title: ti, Name: "Late", Seats: who}, log)
	if err != nil {
		t.Fatal(err)
	}
	d.flush()
	return d, id
}

// An offer that somebody has declined in this step is suggested after the others, in the list and with the turn. It may still be made.
func TestDeclinedOffersComeLast(t *testing.T) {
	d, id := spokenLate(t, "18newengland", 3, 81)
	mails := 0
	say := func(seat, from, line, want string) {
		t.Helper()
		mails++
		d.receive(d.mail(from+"@example.org", id+"."+seat, fmt.Sprintf("<%d@example.org>", mails), line), want)
	}
	sellers := func(mail sent) (out []string) {
		for _, of := range strings.Split(plainText(t, mail), ". buy train 2 from ")[1:] {
			out = append(out, strings.Fields(of)[0])
		}
		return out
	}
	say("p3", "crystal", "choices buy", desk.OutcomeAnswered)
	before := sellers(d.flush()[0])
	if len(before) < 3 {
		t.Fatalf("listed are %v", before)
	}
	for range 2 {
		say("p3", "crystal", "buy train 2 from CR for 20", desk.OutcomeApplied)
		d.flush()
		say("p4", "dora", "decline", desk.OutcomeApplied)
		for _, m := range d.flush() {
			if got := sellers(m); strings.Contains(m.to, "crystal") && (len(got) == 0 || got[0] == "CR") {
				t.Errorf("suggested are %v", got)
			}
		}
	}
	say("p3", "crystal", "choices buy", desk.OutcomeAnswered)
	after := slices.DeleteFunc(slices.Clone(before), func(sym string) bool { return sym == "CR" })
	if got := sellers(d.flush()[0]); !slices.Equal(got, append(after, "CR")) {
		t.Errorf("listed are %v, before it were %v", got, before)
	}
}
