package enginetest

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
)

// Stands says where a game stands at the words after "at". Its method At is what a Kit needs.
//
//	at stock p2             the words of Steps, and whose turn it is
//	at stock start          words of Steps without an actor
//	at stock lobbies        the name of a step after the first word
//	at operate NYC trains   a step of the turn of a company
type Stands struct {
	Flow  engine.Flow
	Start string // the first step of the flow
	// Steps are the steps that words mean: "stock" -> "stock turn", "stock start" ->
	// "start of stock round".
	Steps map[string]string
	// Orders list, by the first word, those who have their turns in order: all up to the
	// actor have had theirs. Without a list it is the actor alone.
	Orders map[string]func(step.Table) []string
	// Laps is the number of the lap of a Times; nil for the first.
	Laps func(step.Table) int
}

// Operate is the first word of places in the turn of a company.
const Operate = "operate"

// At returns the frames of a place. It panics if there is no such place.
func (w Stands) At(t step.Table, args []string) []engine.Frame {
	name, actor := w.place(args)
	done := []string{actor}
	if order := w.Orders[args[0]]; order != nil {
		list := order(t)
		if i := slices.Index(list, actor); i >= 0 {
			done = list[:i+1]
		}
	}
	frames := w.Flow.Standing(t.S, w.Start, name, actor, done)
	for i := range frames {
		if frames[i].Total > 0 && w.Laps != nil {
			frames[i].Laps = max(1, w.Laps(t))
		}
	}
	return frames
}

// place reads the step and the actor from words.
func (w Stands) place(args []string) (name, actor string) {
	all, rest := strings.Join(args, " "), strings.Join(args[1:], " ")
	if name, ok := w.Steps[all]; ok {
		return name, ""
	}
	if _, ok := w.Flow[rest]; ok {
		return rest, ""
	}
	if name, ok := w.Steps[args[0]]; ok {
		return name, rest
	}
	if args[0] == Operate && len(args) > 2 {
		return strings.Join(args[2:], " "), args[1]
	}
	panic(fmt.Sprintf("no place %q", all))
}
