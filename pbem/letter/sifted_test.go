package letter

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pbem/internal/testsize"
)

// A sieve never holds a match back: in lines made of what the expressions look for, and of what is near to it.
func TestSievesHoldNoMatchBack(t *testing.T) {
	all := map[string]sifted{"date": date, "isoLine": isoLine, "dashesWrote": dashesWrote, "verb": verb, "verbAtEnd": verbAtEnd,
		"ownForms": ownForms, "usage": usage, "notification": notification}
	pieces := strings.Split(verbs, "|")
	for i, v := range pieces {
		pieces[i] = strings.ReplaceAll(v, `\`, "")
	}
	words := strings.Fields(`Mon tue. WED thursday ſat Sun, jan. Feb may Sept dec 1 9 19 20 1999 2031 3 12 年 월 月 12:30 7h05 7H05 1.2.31 1/2 31-1-1 h : . - / -- ---- @ a@b.c <a@b.c>
		GMT UTC+2 (a) ： HEX tiles TILES COMPANY PLAYERS DATE | [ [word XYZW ways way of (g1) is game for Pace off seat $ £5 $7 4fr 5fr zone notificationType Feedback-Type: abuse "Bounce" K wrote ſaid`)
	words = append(words, "2031-01-02 12:30 GMT+2 x", "2031-01-02 Amy <a@b>", "---- Amy wrote ----", "---- Bob wrote ----", "Amy 3 ways", "1817 of Shoreline (g1) is over", `notificationType":"Complaint"`)
	r := rand.New(rand.NewPCG(7, 1817))
	matched := map[string]int{}
	for range testsize.Of(5_000, 5_000, 10_000) {
		var line strings.Builder
		for range 1 + r.IntN(6) {
			from := words
			if r.IntN(4) == 0 {
				from = pieces
			}
			line.WriteString(from[r.IntN(len(from))])
			line.WriteString([]string{" ", " ", "", "  ", ":"}[r.IntN(5)])
		}
		s := line.String()
		switch r.IntN(5) {
		case 0:
			s = strings.ToUpper(s)
		case 1:
			s = strings.TrimSpace(s)
		}
		for name, h := range all {
			if !h.Regexp.MatchString(s) {
				continue
			}
			if matched[name]++; !h.may(s) {
				t.Fatalf("%s matches %q, and its sieve holds it back", name, s)
			}
		}
	}
	for name := range all {
		if matched[name] == 0 {
			t.Errorf("%s matched no line", name)
		}
	}
	t.Log(matched)
}
