package replaytest

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles/title"
)

// A Spoken is a stored game of which only this is kept: the event that started it, what was said, and how it ended. It takes a tenth of
// its log. A file has many, one after the other.
type Spoken struct {
	Start engine.Started
	Said  []engine.Command
	End   engine.Ended
}

// ReadSpoken reads the games of a file.
func ReadSpoken(name string) ([]Spoken, error) {
	log, err := ReadLog(name)
	if err != nil {
		return nil, err
	}
	var out []Spoken
	for _, e := range log {
		if start, ok := e.(engine.Started); ok {
			out = append(out, Spoken{Start: start})
			continue
		}
		if len(out) == 0 {
			return nil, fmt.Errorf("%s: it does not begin with the start of a game", name)
		}
		switch g := &out[len(out)-1]; e := e.(type) {
		case engine.Said:
			g.Said = append(g.Said, e.Command)
		case engine.Ended:
			g.End = e
		}
	}
	return out, nil
}

// AddSpoken adds the game of a log to a file, compressed by itself.
func AddSpoken(name string, log []engine.Event) error {
	raws, err := engine.MarshalLog(slices.DeleteFunc(slices.Clone(log), unspoken))
	if err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return zipLines(file, raws)
}

func unspoken(e engine.Event) bool {
	switch e.(type) {
	case engine.Started, engine.Said, engine.Ended:
		return false
	}
	return true
}

// Play plays the game again with every invariant of the engine, and what also checks. It ends as it did.
func (g Spoken) Play(ti *title.Title, also func(*engine.State) error) (*walk.Walk, error) {
	setup, err := ti.Setup(g.Start)
	if err != nil {
		return nil, err
	}
	w := &walk.Walk{Rules: ti.Rules, Setup: setup, Also: also, Kept: map[string]func(*engine.Game) (engine.Command, bool){}}
	n := 0
	say := func(*engine.Game) (engine.Command, bool) {
		if n == len(g.Said) {
			return engine.Command{}, false
		}
		n++
		return g.Said[n-1], true
	}
	for _, p := range engine.Fold(setup).Players() {
		w.Kept[p] = say
	}
	if err := w.Run(); err != nil {
		return w, err
	}
	if end := w.Game.State().Result; n < len(g.Said) || end == nil || end.Reason != g.End.Reason || !maps.Equal(end.Scores, g.End.Scores) {
		return w, fmt.Errorf("after %d of %d decisions it ends with %v, stored is %v", n, len(g.Said), end, g.End)
	}
	return w, nil
}

// At returns the game after its first commands.
func (g Spoken) At(ti *title.Title, commands int) (*engine.Game, error) {
	setup, err := ti.Setup(g.Start)
	if err != nil {
		return nil, err
	}
	now, _ := engine.Start(ti.Rules, setup)
	for _, c := range g.Said[:commands] {
		if now, _, err = now.Decide(c); err != nil {
			return nil, err
		}
	}
	return now, nil
}

// String names the game.
func (g Spoken) String() string {
	return fmt.Sprintf("%s, %d players, seed %d", cmp.Or(g.Start.Title, "a game"), len(g.Start.Players), g.Start.Seed)
}
