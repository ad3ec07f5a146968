package program

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/advice"
	"pbem/pbem/desk"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// An advice, quoted by any program, holds nothing that is taken for a command of the
// writer's: neither the whole mail nor any of its lines and reasons alone in a cell.
func TestQuotedAdvice(t *testing.T) {
	n, styles := 0, Styles()
	seen := map[string]bool{}
	eachStored(t, func(ti *title.Title, log []engine.Event) {
		places := testsize.Of(3, 6, testsize.More(20, 20, 40))
		for i := range places {
			g := engine.Open(ti.Rules, log[:(2*i+1)*len(log)/(2*places+1)])
			awaited := engine.Awaited(g.Pending())
			if g.Frozen() != nil || len(awaited) == 0 {
				continue
			}
			a, ok := robot.Advise(ti, g, awaited[0], 1_000_000)
			if !ok {
				continue
			}
			scene := plan.Scene{Title: ti, Game: g, Log: g.Log(), Player: awaited[0]}
			m := sheet.Mail{Title: ti, Game: "g12", Name: "Shoreline", Reader: awaited[0], State: g.State(), Pending: g.Pending(), Kind: sheet.Answer,
				Position: len(log), Answer: "pbem+g12.p1.j75teiqbxczmgsmj@play.test", Extra: advice.Sections(ti, a, scene.InWords)}
			page := sheet.Write(m)
			for _, s := range styles {
				n++
				w := answer(golden([]byte("Subject: "+page.Subject+"\n\n"+page.Text), []byte(page.HTML)))
				w.Text, w.Place, w.Language, w.Seed = "run auto", Above, Languages()[n%len(languages)], uint64(n)
				l := desk.LetterOf(reply(t, s, w))
				if l.Note != "" || len(l.Commands) != 1 || !strings.EqualFold(l.Commands[0].Text, "run auto") {
					t.Errorf("quoted by %s: %v, %s\n%s", s.Name, l.Commands, l.Note, page.Text)
				}
			}
			for _, sec := range m.Extra {
				lines := slices.Clone(sec.Lines)
				for _, say := range sec.Say {
					lines = append(lines, say.Gloss)
				}
				for _, line := range lines {
					if kind := strings.TrimSpace(digits.ReplaceAllString(line, "0")); kind != "" && !seen[kind] {
						seen[kind] = true
						notTaken(t, len(seen), cell("Advice", strings.TrimSpace(line)), line)
					}
				}
			}
		}
	})
	if len(seen) < 20 {
		t.Errorf("only %d kinds of lines were found", len(seen))
	}
}
