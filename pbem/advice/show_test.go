package advice_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem/advice"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/robot"
)

var (
	show = flag.Int("show", 0, "how many advices of each stored game TestShow prints (0: none)")
	only = flag.String("title", "", "the title of TestShow; all if empty")
)

// TestShow prints advices. It judges nothing.
func TestShow(t *testing.T) {
	for _, ti := range titles.All() {
		files, _ := filepath.Glob(filepath.Join("../../titles", ti.Facts.Slug, "testdata/v*/*.log.gz"))
		if *only != "" && ti.Facts.Slug != *only {
			continue
		}
		for _, file := range files {
			log, err := replaytest.ReadLog(file)
			if err != nil {
				t.Fatal(err)
			}
			for i := range *show {
				n := (i + 1) * len(log) / (*show + 1)
				g := engine.Open(ti.Rules, log[:n])
				awaited := engine.Awaited(g.Pending())
				if g.Frozen() != nil || len(awaited) == 0 {
					continue
				}
				began := time.Now()
				a, ok := robot.Advise(ti, g, awaited[0], 2_000_000)
				took := time.Since(began)
				s := plan.Scene{Title: ti, Game: g, Log: g.Log(), Player: awaited[0]}
				began = time.Now()
				m := sheet.Mail{Title: ti, Game: "g1", Name: "Shoreline", Reader: awaited[0], State: g.State(), Pending: g.Pending(), Kind: sheet.Answer, Extra: advice.Sections(ti, a, s.InWords)}
				words := time.Since(began)
				fmt.Printf("=== %s %s %d %s ok=%v work=%d in %v, words %v\n%s\n", ti.Facts.Slug, filepath.Base(file), n, ti.Round(g.State()), ok, a.Work, took.Round(time.Millisecond), words.Round(time.Millisecond), sheet.Write(m).Text)
			}
		}
	}
}
