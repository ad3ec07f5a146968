package titles

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles/title/titletest"
)

// What is bid for stands at the end of the help of a bid, and nowhere else at the end of what is said with more words: readers of mails
// let players name it there ("bid 20 on OBC"), so in "sell 2 NYC" with such a help NYC would be read past.
func TestOnlyBidsEndWithWhatTheyAreFor(t *testing.T) {
	testsize.SkipRace(t)
	bids := 0
	for _, ti := range All() {
		for n := range int64(testsize.More(1, 2, 8)) {
			w := titletest.Walked(t, ti, ti.Facts.Seats[0], n)
			g, _ := engine.Start(ti.Rules, w.Setup)
			for _, c := range w.Commands {
				for _, ch := range g.Pending() {
					what := ch.Help[strings.LastIndex(ch.Help, " ")+1:]
					if !strings.HasSuffix(ch.Help, " for "+what) {
						continue
					}
					if ch.Options == nil || ti.Facts.Company(what) == nil && ti.Facts.Private(what) == nil {
						continue
					}
					if bids++; ch.Verb != "bid" {
						t.Fatalf("%s, seed %d: the help of %q is %q", ti.Facts.Slug, n, ch.Verb, ch.Help)
					}
				}
				var err error
				if g, _, err = g.Decide(c); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if bids == 0 {
		t.Error("no bid says what it is for")
	}
}
