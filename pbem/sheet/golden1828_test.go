package sheet

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

// The mails of ten typical situations of 1828: the positions of a stored game before
// the n-th answer with a verb to a question.
func TestGolden1828(t *testing.T) {
	ti, _ := titles.Find("1828")
	log, err := replaytest.ReadLog("../../titles/1828/testdata/v1/walk-variants.log.gz")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		question, verb string
		nth            int
	}{
		"auction": {"auction", "bid", 12}, "par": {"par", "start", 2}, "stock": {"stock turn", "buy", 40}, "merger": {"single share", "trade", 1},
		"cobourg": {"C&P", "lay", 2}, "track": {"track", "lay", 60}, "station": {"station", "token", 8}, "run": {"run", "run", 40},
		"dividend": {"dividend", "pay", 30}, "shells": {"trains", "move", 2},
	} {
		t.Run(name, func(t *testing.T) {
			n, at := 0, -1
			for i, e := range log {
				if said, ok := e.(engine.Said); ok && said.Question == want.question && said.Verb == want.verb && at < 0 {
					if n++; n == want.nth {
						at = i
					}
				}
			}
			if at < 0 {
				t.Fatalf("only %d answers %q to %q", n, want.verb, want.question)
			}
			g := engine.Open(ti.Rules, log[:at])
			m := Mail{
				Title: ti, Game: "g28", Name: "Lake Erie", Reader: engine.Awaited(g.Pending())[0], State: g.State(), Pending: g.Pending(),
				Deadline: time.Date(2026, 11, 26, 17, 0, 0, 0, time.UTC), Zone: time.FixedZone("CET", 3600),
			}
			if err := os.MkdirAll(filepath.Join("testdata", "1828"), 0o755); err != nil {
				t.Fatal(err)
			}
			compare(t, filepath.Join("1828", name+".txt"), "Subject: "+Subject(m)+"\n\n"+Text(m))
		})
	}
}
