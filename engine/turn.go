package engine

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// A Turn is one run of a leaf: the table as it stands, and the means to change it. A
// leaf keeps nothing outside of it.
type Turn struct {
	*State
	Actor string // the company or player that the step is for

	events  []Event
	answers []Said
	leaving string
	work    int // see Worked
	names   *Names
	found   []finding // of this run and, while it does the same again, of the run before; see Known
	parked  bool
	recheck bool // see Rules.Recheck
	late    int  // facts that have to come before the game counts as adopted; never below 0
}

// untilEnd is a value of late after all facts of a step.
const untilEnd = math.MaxInt

// parked is the panic that stops a leaf when it asks for an answer that is not given yet.
type parked struct {
	question string
	choices  []Choice
}

// over is the panic that stops a leaf which asks after the end of the game.
type over struct{}

// unfit is the panic that stops a leaf which asks a question other than the one whose answer is stored.
type unfit struct{ why string }

// run runs a leaf on a copy of the state with the answers so far. It returns the choices if the leaf waits
// for an answer, and none if it has ended. It returns an error if an answer does not fit the question.
func (r Rules) run(leaf func(*Turn), base *State, actor string, answers []Said) (t *Turn, choices []Choice, err error) {
	return r.runLate(leaf, base, actor, answers, 0, nil)
}

// runLate is run for an adopted game. The game counts as adopted only after late facts; notes do not count.
// found is what a run with fewer answers has found.
func (r Rules) runLate(leaf func(*Turn), base *State, actor string, answers []Said, late int, found []finding) (t *Turn, choices []Choice, err error) {
	t = &Turn{State: base.clone(), Actor: actor, answers: answers, late: late, names: r.Names, found: found, recheck: r.Recheck}
	t.adopted = base.adopted && late == 0
	defer func() {
		if choices == nil {
			t.adopted = base.adopted
		}
	}()
	defer func() {
		t.seal()
		t.parked = true
		switch r := recover().(type) {
		case nil, over:
		case parked:
			choices = once(r.question, r.choices)
		case unfit:
			err = errors.New(r.why)
		default:
			panic(r)
		}
	}()
	leaf(t)
	return t, nil, nil
}

// A finding is what Known has worked out.
type finding struct {
	at    int // after so many events of the run
	what  string
	holds bool
}

// Known returns what work returns, which depends on the table alone. A leaf runs again from its beginning for
// every answer. It then comes to the same questions at the same tables, and Known returns what it returned there
// before. what names the work: nothing else that the leaf works out at the same table has that name.
func (t *Turn) Known(what string, work func() bool) bool {
	if held, ok := t.foundBefore(what); ok {
		if t.recheck && work() != held {
			panic(fmt.Sprintf("%s: %q was %v at the same table before", t.running(), what, held))
		}
		return held
	}
	holds := work()
	at, n := len(t.events), len(t.found)
	if !t.parked && (n == 0 || t.found[n-1].at <= at) {
		t.found = append(t.found[:n:n], finding{at, what, holds}) // other games have the same findings before it
	}
	return holds
}

// foundBefore returns what was found of something at the present table.
func (t *Turn) foundBefore(what string) (holds, ok bool) {
	at := len(t.events)
	first, _ := slices.BinarySearchFunc(t.found, at, func(f finding, at int) int { return cmp.Compare(f.at, at) })
	for _, f := range t.found[first:] {
		if f.at != at {
			break
		}
		if f.what == what {
			return f.holds, true
		}
	}
	return false, false
}

// Worked adds the work of a search by the step, in steps of a search for routes. It is
// no fact: the service charges it to the player who gave the command.
func (t *Turn) Worked(steps int) { t.work += steps }

// emit makes a fact. It panics if the fact has a name that the title does not declare.
func (t *Turn) emit(e Event) {
	if err := t.names.Undeclared(e); err != nil {
		panic(fmt.Sprintf("%s: %s: %v", t.running(), told(e), err))
	}
	t.apply(e)
	t.events = append(t.events, e)
	if t.late > 0 && t.late < untilEnd && !noted(e) {
		t.late--
		t.adopted = t.adopted || t.late == 0
	}
}

// running says which step runs, and for whom.
func (t *Turn) running() string {
	if len(t.Stack) == 0 {
		return "no step"
	}
	step := fmt.Sprintf("step %q", t.Stack[len(t.Stack)-1].Step)
	if t.Actor != "" {
		step += " of " + t.Actor
	}
	return step
}

// Ask returns the answer to a question, one of its choices. If there is no answer yet,
// the leaf ends here for now. Several players may be asked at once. The name of the
// question must differ from any other that the leaf may ask the same player in its
// place: a stored answer counts only for the question of that name. The name is stored
// and never changes. After the end of the game nobody is asked anything and the leaf
// ends.
func (t *Turn) Ask(question string, choices ...Choice) Command {
	if t.Result != nil {
		panic(over{})
	}
	if question == "" || len(choices) == 0 || slices.ContainsFunc(choices, func(ch Choice) bool { return ch.By == "" }) {
		panic(fmt.Sprintf("ask %q: a question without a name, without choices, or to nobody", question))
	}
	if len(t.answers) == 0 {
		panic(parked{question, choices})
	}
	a := t.answers[0]
	if why := misfit(a, question, choices); why != "" {
		panic(unfit{why})
	}
	t.answers = t.answers[1:]
	a.Question = question
	t.emit(a)
	return a.Command
}

// misfit says why an answer does not fit a question, "" if it does.
func misfit(a Said, question string, choices []Choice) string {
	switch {
	case a.Question != "" && a.Question != question:
		return fmt.Sprintf("%q of %s answers the question %q, and now %q is asked there", a.Command, a.By, a.Question, question)
	case !slices.ContainsFunc(choices, func(ch Choice) bool { return ch.By == a.By && ch.Verb == a.Verb }):
		return fmt.Sprintf("%q of %s is no answer to the question %q any more", a.Command, a.By, question)
	}
	return ""
}

// Pay moves money; paying nothing is no event.
func (t *Turn) Pay(from, to string, amount int) {
	if amount != 0 && from != to {
		t.emit(Paid{from, to, amount})
	}
}

// Move moves a piece from where it is.
func (t *Turn) Move(piece, to string) {
	if from := t.Where(piece); from != to {
		t.emit(Moved{piece, from, to})
	}
}

// Lay puts a tile on a hex.
func (t *Turn) Lay(hex, tile string, rot int) { t.emit(TileLaid{hex, tile, rot}) }

// Put puts a marker into a market cell, under those already there. A marker that stays
// in its cell keeps its place in the stack.
func (t *Turn) Put(marker, cell string) {
	if t.Cell(marker) != cell {
		t.emit(Priced{Marker: marker, Cell: cell})
	}
}

// PutOver puts a marker into a market cell directly over another, or at the bottom if
// over is "". If it already lies there, it stays.
func (t *Turn) PutOver(marker, cell, over string) {
	stack := t.Cells(cell)
	if i := slices.Index(stack, marker); i >= 0 && (over == "" && i == len(stack)-1 || i+1 < len(stack) && stack[i+1] == over) {
		return
	}
	t.emit(Priced{Marker: marker, Cell: cell, Over: over})
}

// Set changes a counter.
func (t *Turn) Set(key string, value int) {
	if t.Get(key) != value {
		t.emit(Set{key, value})
	}
}

// Note tells the players what happened. by is the player or company concerned.
func (t *Turn) Note(by, format string, args ...any) {
	t.emit(Noted{by, fmt.Sprintf(format, args...)})
}

// Mark remembers the table. Restore puts everything back to the last mark. Keep forgets
// the mark.
func (t *Turn) Mark() { t.emit(Marked{}) }

// Restore puts the table back to the last mark.
func (t *Turn) Restore() { t.emit(Restored{}) }

// Keep forgets the last mark.
func (t *Turn) Keep() { t.emit(Kept{}) }

// Leave ends the innermost running step of that name after the leaf: the rest of a
// company's turn when the company is gone. It panics if no such step is running.
func (t *Turn) Leave(step string) {
	if !slices.ContainsFunc(t.Stack, func(f Frame) bool { return f.Step == step }) {
		panic("leave: the step " + step + " is not running")
	}
	t.leaving = step
}

// End ends the game once the leaf is through.
func (t *Turn) End(reason string, scores map[string]int) { t.emit(Ended{reason, scores}) }
