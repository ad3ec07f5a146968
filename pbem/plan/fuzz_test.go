package plan

import (
	"strings"
	"testing"
)

// No line brings the reader of plans down, whatever it is. A plan that is read tells in one line what it does, and can be
// looked at.
func FuzzPlans(f *testing.F) {
	for _, line := range []string{
		"next: buy A&S; next: buy H until I have 5, then pass", "next: start A&S in B5 for 100 max 120; pass", "plan A&S this set: run auto; pay",
		"plan all every turn: run auto; pay; every turn: pass", "merger round: A&S: pass; else nothing unless A&S merges", "pass unless a share of mine falls or A&S above 80 or track in H6",
		"pass for the auction", "pass until somebody acts", "no bids over 120 this round", "ask me always", "next buy A&S", "plan A&S run auto", "bid 20 max 100, then pass",
		"bid up to 160 for A&S", "next: ;;; unless", "plan : x", "merger round:", "next: buy A&S until I have 99999999999999999999 % of it",
	} {
		f.Add(line)
	}
	var s Scene
	f.Fuzz(func(t *testing.T, line string) {
		if s.Game == nil {
			s = stockRound(t)
		}
		plans, _, err := s.Plans(line)
		s.Gives(line)
		s.Size(line)
		s.Declining(nil, line)
		s.Later(line)
		if err != nil {
			return
		}
		for _, p := range plans {
			if text := p.String(); text == "" || strings.ContainsAny(text, "\n\r") {
				t.Errorf("%q is %q", line, text)
			}
			p.Stops(s.Title)
			p.Ahead(s)
			p.Over(s)
			p.Answer(s)
		}
	})
}
