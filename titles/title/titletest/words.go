package titletest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// A Word is a fact of scripts: see enginetest.Kit. A title puts those it needs into its kit,
// and says what they are called:
//
//	Words: map[string]titletest.Word{"give": titletest.Give(step.IPO), "train": titletest.TrainTo}
//
// A Word panics if its arguments mean nothing; the script tells it with its line.
type Word = func(t step.Table, args []string) []engine.Event

// Moved moves a piece from where it is.
func Moved(t step.Table, piece, to string) engine.Event {
	return engine.Moved{Piece: piece, From: t.S.Where(piece), To: to}
}

// Number reads a number of a script.
func Number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

// placeOf reads a place of certificates: "market" and "pool" are the pool, "treasury" that of
// the company, others stand for themselves.
func placeOf(word, sym string) string {
	switch word {
	case "market":
		return step.Pool
	case "treasury":
		return sym
	}
	return word
}

// Give makes "give PLACE SYM N": so many certificates of a company, without the president's,
// go to a place. from says where they are: step.IPO, or Treasury.
func Give(from func(sym string) string) Word {
	return func(t step.Table, args []string) []engine.Event {
		var out []engine.Event
		for _, cert := range t.Certificates(from(args[1]), args[1]) {
			if cert != step.Share(args[1], 0) && len(out) < Number(args[2]) {
				out = append(out, Moved(t, cert, placeOf(args[0], args[1])))
			}
		}
		if len(out) < Number(args[2]) {
			panic(fmt.Sprintf("only %d certificates of %s are there", len(out), args[1]))
		}
		return out
	}
}

// Treasury is the place of shares that a company has.
func Treasury(sym string) string { return sym }

// StationAt is "station SYM STOP ...": the next markers of its charter.
func StationAt(t step.Table, args []string) []engine.Event {
	var out []engine.Event
	for i, at := range args[1:] {
		out = append(out, Moved(t, t.Tokens(args[0])[i], at))
	}
	return out
}

// mostMarkers is more than any company has.
const mostMarkers = 100

// Markers moves the next markers of a company that are at a place, "" for those that no setup
// put anywhere.
func Markers(t step.Table, from, sym string, to ...string) []engine.Event {
	var out []engine.Event
	for i := 0; len(out) < len(to); i++ {
		if i == mostMarkers {
			panic(fmt.Sprintf("no marker of %s is left at %q", sym, from))
		}
		if tok := step.Token(sym, i); t.S.Where(tok) == from {
			out = append(out, Moved(t, tok, to[len(out)]))
		}
	}
	return out
}

// StationFrom makes "station SYM STOP ..." of markers that are not on the charter.
func StationFrom(box string) Word {
	return func(t step.Table, args []string) []engine.Event { return Markers(t, box, args[0], args[1:]...) }
}

// CharterFrom makes "charter SYM N": markers that come to the charter of a company.
func CharterFrom(box string) Word {
	return func(t step.Table, args []string) []engine.Event {
		return Markers(t, box, args[0], slices.Repeat([]string{args[0]}, Number(args[1]))...)
	}
}

// Owned makes "private SYM OWNER" for pieces of a name.
func Owned(piece func(sym string) string) Word {
	return func(t step.Table, args []string) []engine.Event {
		return []engine.Event{Moved(t, piece(args[0]), args[1])}
	}
}

// firstSpare is the number of the first train that a script adds.
const firstSpare = 100

// TrainTo is "train NAME PLACE ...": trains of the supply, then those out of the game, then as
// many more as it takes.
func TrainTo(t step.Table, args []string) []engine.Event {
	from := slices.Concat(t.Trains(step.Supply), t.Trains(step.Out))
	from = slices.DeleteFunc(from, func(train string) bool { return step.Label(train) != args[0] })
	for n := firstSpare; len(from) < len(args)-1; n++ {
		if train := step.Train(args[0], n); t.S.Where(train) == "" {
			from = append(from, train)
		}
	}
	var out []engine.Event
	for i, place := range args[1:] {
		out = append(out, Moved(t, from[i], place))
	}
	return out
}

// PhaseTo is "phase NAME": the phase has begun, and trains on sale before its first one are out
// of the game.
func PhaseTo(t step.Table, args []string) []engine.Event {
	i := slices.IndexFunc(t.F.Phases, func(p facts.Phase) bool { return p.Name == args[0] })
	if i < 0 {
		panic("there is no phase " + args[0])
	}
	out := []engine.Event{engine.Set{Key: "phase", Value: i}}
	kind := func(name string) int {
		return slices.IndexFunc(t.F.Trains, func(tr facts.Train) bool { return tr.Name == name })
	}
	for _, train := range t.Trains(step.Supply) {
		if kind(step.Label(train)) < kind(t.F.Phases[i].Train) {
			out = append(out, Moved(t, train, step.Out))
		}
	}
	return out
}

// OrderOf is "order p2 p1 ...": the cards for the order of play.
func OrderOf(t step.Table, args []string) []engine.Event {
	var out []engine.Event
	for _, p := range args {
		out = append(out, Moved(t, "card:"+p, p))
	}
	for _, p := range args {
		out = append(out, engine.Moved{Piece: "card:" + p, From: p, To: "order"})
	}
	return out
}

// Listed writes words one after the other, "-" for none.
func Listed(words []string) string {
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}
