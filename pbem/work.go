package pbem

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/sheet"
)

// Bounds of the work that the lines of one mail may ask for, in steps of a search
// for routes: very roughly a tenth of a microsecond each. They are counted, not
// measured, so that the same mail ends in the same way on every machine. What a
// line costs is in the tables of words; the figures were taken on full maps late
// in games of every title (docs/performance.md).
const (
	mostWork  = 4_000_000 // by all lines of a mail
	mostAsked = 2_000_000 // of that, by its questions
	leastWork = 200_000   // what must be left of that for a search to begin
)

// What a line costs that is in no table, in steps.
const (
	usualWork = 10_000  // a word that says nothing else
	moveWork  = 30_000  // a move
	runWork   = 500_000 // a move for which the best routes are searched
	planWork  = 80_000  // a turn that is supposed, without its search
	eventWork = 20      // an event of a log that is folded anew
	gameWork  = 5_000   // one more of somebody's games, in a list of them
	openWork  = 30_000  // a game that has to be opened for a list
	hostWork  = 20_000  // a word of the host
	indexWork = 300_000 // the runs of all companies, for mails that are sent again
	againWork = 80_000  // such a mail
	tellWork  = 700_000 // a word of the host to everybody
	byteWork  = 5       // a byte of what the host is answered
)

// A ledger is how much work the lines of a mail have asked for, and which of its
// questions were not answered for want of it.
type ledger struct {
	spent, asked int
	unanswered   []string
}

// begin takes what a line costs at least out of the work that is left.
func (w *ledger) begin(cost int) error {
	if w.spent += cost; w.spent > mostWork {
		return engine.Refuse("Your mail asks for more than is worked out for one mail. Nothing of it was carried out. Please send fewer of its lines in one mail.")
	}
	return nil
}

// ask takes what a question costs at least out of the work that is left for
// questions; it reports false where too little is left. Then it, and what is asked
// after it, is answered in another mail.
func (w *ledger) ask(cost int, question string) bool {
	if len(w.unanswered) > 0 || w.asked+cost > mostAsked || w.spent+cost > mostWork {
		w.unanswered = append(w.unanswered, question)
		return false
	}
	w.question(cost)
	return true
}

// question notes what a question has cost.
func (w *ledger) question(work int) { w.spent, w.asked = w.spent+work, w.asked+work }

// search reports whether enough is left for a search; else the question is left.
func (w *ledger) search(question string) bool {
	if w.forSearch() >= leastWork {
		return true
	}
	w.unanswered = append(w.unanswered, question)
	return false
}

// forSearch is what is left for a search, and is noted with question once it is
// done.
func (w *ledger) forSearch() int {
	return max(0, min(mostAsked-w.asked, mostWork-w.spent))
}

// mostNamed is how many of the questions that were left are named.
const mostNamed = 20

// left says which questions were left, nil for none.
func (w *ledger) left() []sheet.Section {
	if len(w.unanswered) == 0 {
		return nil
	}
	sec := sheet.Section{Head: "Not answered", Lines: []string{
		fmt.Sprintf("  Your mail asks for more than is worked out for one mail: its last %s left without an answer. Ask again in another mail:", were(len(w.unanswered)))}}
	for _, q := range w.unanswered[:min(len(w.unanswered), mostNamed)] {
		sec.Say = append(sec.Say, sheet.Saying{Line: shortened(q, 60)})
	}
	if more := len(w.unanswered) - mostNamed; more > 0 {
		sec.Say = append(sec.Say, sheet.Saying{Line: "...", Gloss: fmt.Sprintf("and %d more", more)})
	}
	return []sheet.Section{sec}
}

// were is "question is", "3 questions are".
func were(n int) string {
	if n == 1 {
		return "question is"
	}
	return fmt.Sprintf("%d questions are", n)
}

// ledger is that of the mail; lines that are only tried, or said by the host, have
// one of their own.
func (p *speaker) ledger() *ledger {
	if p.errand == nil {
		return &ledger{}
	}
	return &p.errand.work
}

// costs takes what a move costs out of the work of its mail.
func (p *speaker) costs(work int) error {
	p.charged += work
	return p.ledger().begin(work)
}

// searched notes what a move has cost for which the best routes were searched.
func (p *speaker) searched(ch engine.Choice) error {
	if ch.Usage != step.RunUsage {
		return nil
	}
	return p.costs(runWork)
}
