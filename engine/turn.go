package engine

import "fmt"

// A Turn is one run of a leaf: the table as it stands, and the means to change
// it. A leaf keeps nothing outside of it.
type Turn struct {
	*State
	Actor string // the company or player the step is for

	events  []Event
	answers []Command
	leaving string
}

// parked unwinds a leaf that asks for an answer not yet given.
type parked struct{ choices []Choice }

// run runs a leaf on a copy of the table with the answers so far. It returns
// the choices at which the leaf parked, none when it came to its end.
func run(leaf func(*Turn), base *State, actor string, answers []Command) (t *Turn, choices []Choice) {
	t = &Turn{State: base.clone(), Actor: actor, answers: answers}
	defer func() {
		t.seal()
		switch r := recover().(type) {
		case nil:
		case parked:
			choices = once(r.choices)
		default:
			panic(r)
		}
	}()
	leaf(t)
	return t, nil
}

func (t *Turn) emit(e Event) {
	t.apply(e)
	t.events = append(t.events, e)
}

// Ask returns the answer to the choices. Where it was not given yet the leaf
// ends here, for now. Several players may be asked at once.
func (t *Turn) Ask(choices ...Choice) Command {
	if len(t.answers) == 0 {
		if len(choices) == 0 {
			panic("ask: no choices")
		}
		panic(parked{choices})
	}
	c := t.answers[0]
	t.answers = t.answers[1:]
	t.emit(Said{c})
	return c
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

// Put puts a marker into a market cell, under those already there. A marker
// that stays in its cell keeps its place in the stack.
func (t *Turn) Put(marker, cell string) {
	if t.Cell(marker) != cell {
		t.emit(Priced{marker, cell})
	}
}

// Set changes a counter.
func (t *Turn) Set(key string, value int) {
	if t.Get(key) != value {
		t.emit(Set{key, value})
	}
}

// Note tells the players what happened; by is the player or company it is about.
func (t *Turn) Note(by, format string, args ...any) {
	t.emit(Noted{by, fmt.Sprintf(format, args...)})
}

// Mark remembers the table; Restore puts everything back to the last mark; Keep
// forgets it.
func (t *Turn) Mark() { t.emit(Marked{}) }

// Restore puts the table back to the last mark.
func (t *Turn) Restore() { t.emit(Restored{}) }

// Keep forgets the last mark.
func (t *Turn) Keep() { t.emit(Kept{}) }

// Leave ends, once the leaf is through, the innermost running step of that
// name: the rest of a company's turn when the company is gone.
func (t *Turn) Leave(step string) { t.leaving = step }

// End ends the game once the leaf is through.
func (t *Turn) End(reason string, scores map[string]int) { t.emit(Ended{reason, scores}) }
