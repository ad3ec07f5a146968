package pbem

import (
	"flag"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/plan"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/title"
)

var turnLines = flag.Bool("turnlines", false, "log the lines that mails offer for whole turns")

// offeredTurn finds the line for a whole turn in a mail.
var offeredTurn = regexp.MustCompile(`One mail may hold the whole turn, for example:\s+\. ([^\r\n]*)`)

// In stored games of every title, in whole tests in all of them, a player who sends back the line for the whole turn as the
// mail shows it has it carried out, and it brings what the mail says.
func TestTheWholeTurnIsTakenAsOffered(t *testing.T) {
	testsize.SkipRace(t)
	found, most := map[string]int{}, testsize.Of(4, 4, testsize.More(10, 10, 20))
	games := storedGames(t)
	for _, name := range slices.Sorted(maps.Keys(games)) {
		log := games[name]
		ti, _ := titles.Find(log[0].(engine.Started).Title)
		if found[ti.Facts.Slug] >= 2 && !testsize.Whole() {
			continue
		}
		at := turnsOf(ti, log)
		for i := range min(most, len(at)) {
			if takesTurn(t, ti, filepath.Base(name), log[:at[i*len(at)/most%len(at)]]) {
				found[ti.Facts.Slug]++
			}
		}
	}
	for _, slug := range []string{"1817", "1820", "1828", "1843", "18newengland"} {
		if found[slug] < 2 {
			t.Errorf("%s: only %d whole turns were offered", slug, found[slug])
		}
	}
}

// turnsOf returns where the commands of operating turns are.
func turnsOf(ti *title.Title, log []engine.Event) (at []int) {
	on := false
	for i, e := range log {
		switch e := e.(type) {
		case engine.Flowed:
			on = false
			for _, f := range e.Stack {
				on = on || f.Step == title.OperatingTurn
			}
		case engine.Said:
			if on {
				at = append(at, i)
			}
		}
	}
	return at
}

// takesTurn plays a line that a mail offers at a position.
func takesTurn(t *testing.T, ti *title.Title, name string, log []engine.Event) bool {
	t.Helper()
	game := engine.Open(ti.Rules, log)
	actors := engine.Awaited(game.Pending())
	if game.Frozen() != nil || len(actors) != 1 {
		return false
	}
	d := newTestService(t)
	var who []table.Seat
	for _, p := range game.State().Players() {
		who = append(who, table.Seat{Name: "Player " + p, Address: p + "@example.org"})
	}
	d.seatAt(ti, "g1", log, who)
	d.flush()
	asks := actors[0]
	d.receive(d.mail(asks+"@example.org", "g1."+asks, "status", "status"), "answered")
	line := ""
	for _, m := range d.flush() {
		if got := offeredTurn.FindStringSubmatch(text(t, m)); got != nil {
			line = got[1]
		}
	}
	if line == "" {
		return false
	}
	if *turnLines {
		t.Log(name, len(log), line)
	}
	if got, err := d.service.Receive(t.Context(), d.mail(asks+"@example.org", "g1."+asks, "turn", line)); err != nil || got != "applied" {
		t.Errorf("%s after %d events: %q is offered and %s (%v)", name, len(log), line, got, err)
	}
	return true
}

// A line for a later step passes over the optional steps before it, even if its verb is offered in all of them: 1828 offers
// "buy" throughout the turn, for private companies. A line for a step that comes after the run says what is first.
func TestWordsOfALaterStep(t *testing.T) {
	log := storedGame(t, "../titles/1828/testdata/v1/23366.log.gz")
	ti, _ := titles.Find("1828")
	skipped, explained := false, false
	for _, i := range turnsOf(ti, log) {
		said := log[i].(engine.Said)
		if skipped && explained || said.Question != "track" {
			continue
		}
		game := engine.Open(ti.Rules, log[:i])
		s := plan.Scene{Title: ti, Game: game, Log: log[:i], Player: said.By}
		line, ok := s.TurnLine(func(_ *engine.State, list []engine.Option) engine.Option { return list[0] })
		at := strings.Index(line.Line, "buy train")
		switch {
		case !ok || at < 0 || !slices.ContainsFunc(engine.Of(game.Pending(), s.Player), func(ch engine.Choice) bool { return ch.Verb == "buy" }):
		case strings.Contains(line.Line, "run auto"):
			explained = true
			if why := s.Later("pay"); why == nil || !strings.Contains(why.Error(), `first say "run auto"`) {
				t.Errorf("pay after %d events: %v", i, why)
			}
		default:
			skipped = true
			buys, _, _ := strings.Cut(line.Line[at:], ";")
			if _, c, err := s.Read(buys); err != nil || c.Verb != "buy" {
				t.Errorf("%q after %d events: %v, %v", buys, i, c, err)
			}
		}
	}
	if !skipped || !explained {
		t.Error("the game has no such turn", skipped, explained)
	}
}
