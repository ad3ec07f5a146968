package sheet

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/engine"
)

var (
	update = flag.Bool("update", false, "write the golden mails of the stored game")
	anew   = flag.Bool("anew", false, "with -update, play another game first and store it")
)

// A situation is a golden mail: the first position that fits.
type situation struct {
	name string
	fits func(*testGame) bool
	make func(*Mail)
}

// asked fits a position where something is asked in a round, after a number of
// events.
func asked(verb, round string, after int) func(*testGame) bool {
	return func(g *testGame) bool {
		here := func(ch engine.Choice) bool { return ch.Verb == verb }
		return len(g.log) > after && slices.ContainsFunc(g.game.Pending(), here) &&
			strings.HasPrefix(g.title.Round(g.game.State()), round) && slices.ContainsFunc(open(g.game.Pending()), here)
	}
}

func situations() []situation {
	refused := Refusal{
		Lines: []string{"lay E4 9 N-S", "token Pittsfeld <b>", "run auto"}, Fault: 1,
		Reason: `there is no city "Pittsfeld"`,
	}
	var before []engine.Event
	return []situation{
		{"draft", asked("reserve", "Draft", 200), nil},
		{"stock", asked("buy", "SR", 0), nil},
		{"track", asked("lay", "OR 3", 0), nil},
		{"station", asked("token", "OR", 0), nil},
		{"run", asked("run", "OR 4", 0), nil},
		{"dividend", asked("pay", "OR", 0), nil},
		{"trains", asked("buy", "OR 4", 0), nil},
		{"merger", asked("convert", "MR", 0), nil},
		{"discard", asked("discard", "OR", 0), nil},
		{"information", asked("lay", "OR 3.2", 0), func(m *Mail) {
			m.Reader = other(m.Reader)
		}},
		{"turn", func(g *testGame) bool {
			if !asked("lay", "OR 3.2", 0)(g) {
				return false
			}
			before = g.log[:lastSaid(g.log, mailOf(g).Reader)]
			return true
		}, func(m *Mail) {
			m.Was, m.WasAt, m.Around = engine.Fold(before), len(before), reached(*m)
		}},
		{"status", asked("lay", "OR 3", 0), func(m *Mail) {
			m.Kind = Status
		}},
		{"ended", func(g *testGame) bool { return g.game.State().Result != nil }, func(m *Mail) {
			m.Since = m.Since[max(0, len(m.Since)-60):]
		}},
		{"rejection", asked("token", "OR", 0), func(m *Mail) {
			m.Kind, m.Refused, m.Since = Rejected, &refused, nil
		}},
	}
}

func other(player string) string {
	if player == "p1" {
		return "p2"
	}
	return "p1"
}

// mailOf makes the mail of a position for the first who is asked.
func mailOf(g *testGame) Mail {
	reader := "p1"
	if who := engine.Actors(open(g.game.Pending())); len(who) > 0 {
		reader = who[0]
	}
	return Mail{
		Title: g.title, Game: "g12", Name: "Shoreline", Reader: reader, State: g.game.State(), Pending: g.game.Pending(),
		Since: g.sinceLast(reader), Deadline: time.Date(2026, 11, 26, 17, 0, 0, 0, time.UTC), Zone: time.FixedZone("CET", 3600),
		Answer: "pbem+g12." + reader + ".k7w2q3mxa5bzt6ud@play.example",
	}
}

func TestGolden(t *testing.T) {
	if *update && *anew {
		writeScript(t)
	}
	left, mails := situations(), map[string]string{}
	replayScript(t, func(g *testGame) bool {
		left = slices.DeleteFunc(left, func(s situation) bool {
			if !s.fits(g) {
				return false
			}
			m := mailOf(g)
			if s.make != nil {
				s.make(&m)
			}
			compare(t, s.name+".txt", "Subject: "+Subject(m)+"\n\n"+Text(m))
			mails[s.name] = HTML(m)
			if s.name == "track" {
				compare(t, "choices.txt", Choices(m, "lay"))
				compare(t, "log.txt", Log(g.title, g.log))
			}
			return true
		})
		return len(left) == 0 || testing.Short() && len(g.log) > 5000
	})
	compareHTML(t, mails)
	if testing.Short() {
		return
	}
	for _, s := range left {
		t.Errorf("the game has no position for %s", s.name)
	}
}

func compare(t *testing.T, name, have string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, []byte(have), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if have != string(want) {
		t.Errorf("%s differs; run with -update and read the difference", name)
	}
}
