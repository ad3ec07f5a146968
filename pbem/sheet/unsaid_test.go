package sheet

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// After every answer in a random game of every title the others are told something, even for a pass, with the
// company.
func TestEveryAnswerIsNews(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			passes, secret := 0, 0
			for m := range titletest.Play(t, ti, titletest.Names(3, 4), walk.NewPlayer(3)) {
				if m.N == 0 {
					continue
				}
				if m.N > 700 {
					break
				}
				n, c, events, from := m.N, m.Command, m.Made, len(m.Log)-len(m.Made)
				v := look(Mail{Title: ti, State: m.Game.State(), Past: m.Log[:from], Since: events})
				told, _ := v.tellAll()
				said, _ := events[0].(engine.Said)
				if sealed := slices.Contains(ti.Sealed, said.Question); sealed {
					secret++
					if len(deeds(told[:1], nobody, nothing)) > 0 || len(told) > len(events) {
						t.Fatalf("decision %d: %q by %s is told before all have answered", n, c, c.By)
					}
					continue
				}
				if len(deeds(told, nobody, nothing)) == 0 {
					t.Fatalf("decision %d: nothing is told of %q by %s", n, c, c.By)
				}
				if c.Verb == "pass" {
					passes++
				}
			}
			if passes == 0 || (secret == 0) != (len(ti.Sealed) == 0) {
				t.Errorf("%d passed, %d answered in secret", passes, secret)
			}
		})
	}
}

func nobody(int, string) string { return "" }

func nothing(int) string { return "" }

// A pass is told of the company whose step it was, even if the step began earlier. If something else was done
// in the step before the pass, that is told instead.
func TestPassesAreTold(t *testing.T) {
	ti, _ := titles.Find("1817")
	g, _, err := titles.Start(ti, engine.Started{Players: []string{"Amy", "Brian", "Cat"}})
	if err != nil {
		t.Fatal(err)
	}
	v := look(Mail{Title: ti, State: g.State()})
	step := engine.Flowed{Stack: []engine.Frame{{Step: "tiles", Actor: "R"}}}
	said := func(verb, question string) engine.Said {
		return engine.Said{Command: engine.Command{By: "p1", Verb: verb}, Question: question}
	}
	lay, laid, pass := said("lay", "track"), engine.Noted{By: "R", Text: "laid tile 9"}, said("pass", "track")
	for name, c := range map[string]struct {
		lead, since []engine.Event
		want        string
	}{
		"alone":       {[]engine.Event{step}, []engine.Event{pass}, "R laid no track"},
		"before":      {nil, []engine.Event{step, pass}, "R laid no track"},
		"after":       {[]engine.Event{step, lay, laid}, []engine.Event{pass}, "R did no more"},
		"with":        {[]engine.Event{step}, []engine.Event{lay, laid, pass}, "R laid tile 9"},
		"unnamed":     {nil, []engine.Event{said("pass", "")}, "p1 passed"},
		"told itself": {nil, []engine.Event{said("pass", "stock turn"), engine.Noted{By: "p1", Text: "passed"}}, "p1 passed"},
		"other step":  {[]engine.Event{step, lay, laid}, []engine.Event{step, said("pass", "station")}, "R placed no station marker"},
		"no words":    {[]engine.Event{step}, []engine.Event{said("convert", "merger")}, "R said: convert"},
	} {
		v.Past, v.Since = c.lead, c.since
		told, _ := v.tellAll()
		got := ""
		for _, d := range deeds(told, nobody, nothing) {
			got += d.By + " " + joined(d.Texts)
		}
		if got != c.want {
			t.Errorf("%s: told is %q, want %q", name, got, c.want)
		}
	}
}

// A command without words in the log is told of the player who said it, if another one plays the company whose step it is: who agrees
// to sell a train is not the president of the company that buys it.
func TestAnswersAreTheirSpeakers(t *testing.T) {
	ti, _ := titles.Find("1817")
	g, _, err := titles.Start(ti, engine.Started{Players: []string{"Amy", "Brian", "Cat"}})
	if err != nil {
		t.Fatal(err)
	}
	v := look(Mail{Title: ti, State: g.State()})
	step := engine.Flowed{Stack: []engine.Frame{{Step: "trains", Actor: "R"}}}
	said := engine.Said{Command: engine.Command{By: "p2", Verb: "accept"}, Question: "consent"}
	inPlay := []title.Company{{Sym: "R"}}
	note := engine.Noted{By: "R", Text: "bought a train"}
	for name, c := range map[string]struct {
		since []engine.Event
		plays string
		firms []title.Company
		want  string
	}{
		"of another":          {[]engine.Event{step, said}, "p1", inPlay, "p2 consented"},
		"of the president":    {[]engine.Event{step, said}, "p2", inPlay, "R consented"},
		"then closed":         {[]engine.Event{step, said}, "p2", nil, "R consented"},
		"of nobody's company": {[]engine.Event{step, said}, "", inPlay, "R consented"},
		"of a closed company": {[]engine.Event{step, said}, "out", nil, "p2 consented"},
		"told itself":         {[]engine.Event{step, said, note}, "p1", inPlay, "R bought a train"},
	} {
		v.Since, v.pos.Companies = c.since, c.firms
		told, at := v.tellAll()
		plays := func(int, string) string { return c.plays }
		v.toSpeakers(told, at, plays)
		got := ""
		for _, d := range deeds(told, plays, nothing) {
			got += d.By + " " + joined(d.Texts)
		}
		if got != c.want {
			t.Errorf("%s: told is %q, want %q", name, got, c.want)
		}
	}
}
