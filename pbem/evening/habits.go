package evening

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// habits are how often, per thousand turns, a person does something other than saying one of the offered
// lines.
type habits struct {
	turn, ahead, slip, prose, question, preview, stale, twice, repeat, tap, courtesy int

	// When it is not their turn, at each mail.
	talk, undo, planAhead, settings, away, leave int
}

// usualHabits are those of most people.
var usualHabits = habits{
	turn: 120, ahead: 60, slip: 40, prose: 6, question: 30, preview: 15, stale: 15, twice: 10, repeat: 10, tap: 120, courtesy: 60,
	talk: 12, undo: 8, planAhead: 12, settings: 3, away: 1, leave: 1,
}

// usual is how often, in percent, people use a verb when it is offered. They keep their companies alive.
// Verbs not listed are always used.
var usual = map[string]int{
	"pass": 60, "sell": 8, "short": 2, "loan": 4, "withhold": 50, "half": 60, "issue": 40, "redeem": 30,
	"bid": 50, "decline": 30, "withdraw": 5, "relinquish": 5, "liquidate": 1, "bankrupt": 1, "propose": 0, "offer": 5,
	"refuse": 2, "retract": 0,
}

// oftenOf returns these percentages for a title that has habits of its own.
func oftenOf(habits map[string]int) map[string]int {
	often := maps.Clone(usual)
	maps.Copy(often, habits)
	return often
}

// wish picks one of the offered lines that a prudent player would say.
func (p *person) wish(says []saying, often map[string]int) (line string, ok bool) {
	for range 20 {
		if len(says) == 0 {
			return "", false
		}
		s := pick(p.rng, says)
		if n, known := often[s.verb()]; known && p.rng.IntN(100) >= n {
			continue
		}
		return p.complete(s, often), true
	}
	rank := func(s saying) int {
		if n, known := often[s.verb()]; known {
			return -n
		}
		return -100
	}
	says = slices.Clone(says)
	slices.SortStableFunc(says, func(a, b saying) int { return rank(a) - rank(b) })
	return p.complete(says[0], often), true
}

// complete chooses the number for a line that ends in one of several: mostly a low one.
func (p *person) complete(s saying, often map[string]int) string {
	least, most, step, ok := s.span()
	if !ok {
		return s.line
	}
	steps, low := (most-least)/step, p.rng.IntN(2) == 0
	if n, known := often[s.verb()+" low"]; known {
		low = p.rng.IntN(100) < n
	}
	if low {
		steps = min(steps, 4)
	}
	return s.with(least + step*p.rng.IntN(steps+1))
}

// Polite words that people put around what they say.
var (
	greetings = []string{"", "Hi all,", "Hello,", "Hallo zusammen,", "Bonjour,"}
	thanks    = []string{"", "Thanks!", "Cheers", "Viele Grüße", "Merci"}
)

// dressed puts polite words around lines, as some people do.
func (p *person) dressed(lines []string) string {
	text := strings.Join(lines, "\n")
	if !p.chance(p.habits.courtesy) {
		return text
	}
	if g := pick(p.rng, greetings); g != "" {
		text = g + "\n\n" + text
	}
	if g := pick(p.rng, thanks); g != "" {
		text += "\n\n" + g + "\n" + p.name
	}
	return text
}

// misspelt returns a line with a typing error in one of its longer words, "" if it has none.
func (p *person) misspelt(line string) string {
	words := strings.Fields(line)
	var long []int
	for i, w := range words {
		if len(w) >= 4 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" {
			long = append(long, i)
		}
	}
	if len(long) == 0 {
		return ""
	}
	i := pick(p.rng, long)
	w := []byte(words[i])
	n := 1 + p.rng.IntN(len(w)-2)
	switch p.rng.IntN(3) {
	case 0:
		w[n], w[n+1] = w[n+1], w[n]
	case 1:
		w = slices.Delete(w, n, n+1)
	default:
		w = slices.Insert(w, n, w[n])
	}
	words[i] = string(w)
	return strings.Join(words, " ")
}

// questions are what people ask in addition to their moves. %s is an offered verb.
var questions = []string{
	"choices", "choices %s", "status", "routes", "map", "history", "help", "help %s", "orders", "settings", "games", "notes",
}

func (p *person) ask(s *seat) string {
	q := pick(p.rng, questions)
	if !strings.Contains(q, "%s") {
		return q
	}
	verb := "pass"
	if len(s.latest.says) > 0 {
		verb = pick(p.rng, s.latest.says).verb()
	}
	return fmt.Sprintf(q, verb)
}

// remarks are what people write to the table.
var remarks = []string{
	"press Good luck to all!", "press who is going to buy the next train?", "press I am away tomorrow, please be patient.",
	"press\nThat was a long turn.\n\nI did not expect the price to fall.\nend press", "press all: well played", "note remember to buy a train",
}

// planned are lines that people say in advance without being offered them.
var planned = []string{
	"pass unless it concerns me", "pass for the auction", "pass until somebody acts", "plan all: run auto; pay", "next: pass", "cancel orders",
	"plan all this set: run auto; pay", "plan all: run auto; next: run auto; pay; every turn: run auto", "next: pass; then next: pass unless a train is sold",
	"merger round: nothing unless a company converts or a company merges", "suggest again", "no suggestion pass unless it concerns me",
}

// plansAhead says something in advance: what the mail suggests, or for several stock turns, with a purchase that the mail
// offers now, or one of the planned lines.
func (p *person) plansAhead(n *notice) string {
	if w, ok := p.inAdvance(n); ok && p.chance(500) {
		return w.lines[0]
	}
	var buys []string
	for _, s := range n.says {
		if f := strings.Fields(s.line); len(f) == 4 && f[0] == "buy" && f[2] == "from" {
			buys = append(buys, s.line)
		}
	}
	if len(buys) == 0 || p.rng.IntN(3) == 0 {
		return pick(p.rng, planned)
	}
	return "next: " + pick(p.rng, buys) + pick(p.rng, []string{" until I have 4, then pass", "; next: " + pick(p.rng, buys), " until I have 50%", "; next: pass"})
}

// changes are settings that people change.
var changes = []string{
	"set mail turn", "set mail all", "set pictures off", "set pictures on", "set zone Berlin", "set dates iso", noInvitations,
	"ask me", "pace idle pass", "pace idle ask",
}

// noInvitations is what somebody says who wants no invitations.
const noInvitations = "no invitations"
