package pbem

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
)

// What is answered in secret is in no history before all have answered. // 20-RU-48
func TestHistoryKeepsSecrets(t *testing.T) {
	log := storedGames(t)["../titles/1820/testdata/v1/walk-variants.log.gz"]
	ti, _ := titles.Find("1820")
	tried := 0
	for i, e := range log {
		said, ok := e.(engine.Said)
		if !ok || said.Verb != "bid" || !slices.Contains(ti.Sealed, said.Question) || tried == 3 {
			continue
		}
		asked := engine.Open(ti.Rules, log[:i+1]).Pending()
		n := slices.IndexFunc(asked, func(ch engine.Choice) bool { return ch.Question == said.Question && ch.By != said.By })
		if n < 0 {
			continue // that was the last answer
		}
		tried++
		l := seatLate(t, log[:i+1], asked[n].By)
		for _, line := range []string{"history", fmt.Sprintf("history %d %d", i, i+1), fmt.Sprintf("history %d", i+1)} {
			l.d.receive(l.mail(line), outcomeAnswered)
			mails := l.d.flush()
			if len(mails) != 1 {
				t.Fatalf("%d mails after %q", len(mails), line)
			}
			_, text, ok := strings.Cut(string(mails[0].raw), "HISTORY")
			if text, _, _ = strings.Cut(text, "\n--"); !ok || strings.Contains(text, "bid "+said.Args[0]) || !strings.Contains(text, "when all have answered") {
				t.Errorf("event %d, %q: %s tells of %s's answer:\n%s", i, line, asked[n].By, said.By, text)
			}
		}
	}
	if tried == 0 {
		t.Fatal("nobody bids before others in this game")
	}
}
