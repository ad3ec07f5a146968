package batch

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/desk"
	"pbem/pbem/sheet"
)

// Bounds for the work that the lines of one mail ask for, in steps of a route search. A
// step is very roughly a tenth of a microsecond. Steps are counted and time is not
// measured, so that the same mail has the same result on every machine. The tables of
// words say what a line costs. The figures were measured on full maps late in games of
// every title (docs/performance.md).
const (
	mostWork  = 4_000_000 // for all lines of a mail
	mostAsked = 2_000_000 // the part of mostWork that questions may use
	leastWork = 200_000   // a search begins only if this much of mostAsked is left
)

// Costs that are in no table, in steps.
const (
	usualWork  = 10_000  // a command without a cost of its own
	moveWork   = 30_000  // a move
	runWork    = 500_000 // a move that needs a search for the best routes
	planWork   = 80_000  // a supposed turn, without the search for its runs
	eventWork  = 20      // an event of a log that is read again
	roundWork  = 150     // an event of a log that is divided into rounds
	mostRounds = 600_000 // all events of a log that is divided into rounds; a mail can ask more about the same log
	gameWork   = 5_000   // each of a player's games in a list
	OpenWork   = 30_000  // a game that must be opened for a list
	HostWork   = 20_000  // a command of the host
	IndexWork  = 300_000 // the runs of all companies, for mails that are made again
	AgainWork  = 80_000  // each of those mails
	TellWork   = 700_000 // a message from the host to everybody
	ByteWork   = 5       // each byte of an answer to the host
)

// A Budget counts the work that the lines of a mail have asked for. It lists the
// questions that were not answered because too little was left.
type Budget struct {
	Spent, Asked int
	Unanswered   []string
}

// Begin takes the least cost of a line out of the budget, or refuses the mail.
func (w *Budget) Begin(cost int) error {
	if w.Spent += cost; w.Spent > mostWork {
		return engine.Refuse("Your mail asks for more than can be worked out for one mail. None of it was carried out. Please send fewer of its lines in one mail.")
	}
	return nil
}

// Ask takes the least cost of a question out of the budget. It returns false if too
// little is left. Then this question and all after it go unanswered; the player can ask
// them in another mail.
func (w *Budget) Ask(cost int, question string) bool {
	if len(w.Unanswered) > 0 || w.Asked+cost > mostAsked || w.Spent+cost > mostWork {
		w.Unanswered = append(w.Unanswered, question)
		return false
	}
	w.Question(cost)
	return true
}

// Question adds the cost of a question.
func (w *Budget) Question(work int) { w.Spent, w.Asked = w.Spent+work, w.Asked+work }

// search reports whether enough is left for a search. If not, it lists the question as
// unanswered.
func (w *Budget) search(question string) bool {
	if w.ForSearch() >= leastWork {
		return true
	}
	w.Unanswered = append(w.Unanswered, question)
	return false
}

// ForSearch returns what is left for a search. The caller adds the cost with Question
// when the search is done.
func (w *Budget) ForSearch() int {
	return max(0, min(mostAsked-w.Asked, mostWork-w.Spent))
}

// mostNamed limits how many unanswered questions are named.
const mostNamed = 20

// Left tells which questions were not answered; nil if all were.
func (w *Budget) Left() []sheet.Section {
	if len(w.Unanswered) == 0 {
		return nil
	}
	sec := sheet.Section{Head: "Not answered", Lines: []string{
		fmt.Sprintf("  Your mail asks for more than can be worked out for one mail: its last %s not answered. Ask again in another mail:", were(len(w.Unanswered)))}}
	for _, q := range w.Unanswered[:min(len(w.Unanswered), mostNamed)] {
		sec.Say = append(sec.Say, sheet.Saying{Line: desk.Shortened(q, 60)})
	}
	if more := len(w.Unanswered) - mostNamed; more > 0 {
		sec.Say = append(sec.Say, sheet.Saying{Line: "...", Gloss: fmt.Sprintf("and %d more", more)})
	}
	return []sheet.Section{sec}
}

// were returns "question is" or "3 questions are".
func were(n int) string {
	if n == 1 {
		return "question is"
	}
	return fmt.Sprintf("%d questions are", n)
}

// budget returns the budget of the mail. Lines of the host, and lines that are only
// tried, get a budget of their own.
func (p *Speaker) budget() *Budget {
	if p.Batch == nil {
		return &Budget{}
	}
	return &p.Batch.work
}

// costs takes the cost of a move out of the budget of its mail.
func (p *Speaker) costs(work int) error {
	p.charged += work
	return p.budget().Begin(work)
}

// searched adds the cost of a move that needed a search for the best routes.
func (p *Speaker) searched(ch engine.Choice) error {
	if ch.Usage != step.RunUsage {
		return nil
	}
	return p.costs(runWork)
}
