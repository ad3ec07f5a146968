package engine

import (
	"fmt"
	"slices"
)

// Suppose returns the game as it would be if a step ran now for an actor, such
// as a company's turn, so that a player can plan it. Steps around it run as
// they do now if the game is in them, and begin otherwise. Steps before it in
// its lap are skipped. facts are what must hold of the table for the turn to
// come. The returned game is for looking and trying: it is no position that was
// ever reached, and its log is never stored. It is a *Freeze if the rules
// cannot go on like that, and a *Refusal if the game is over.
func (g *Game) Suppose(step, actor string, facts ...Event) (*Game, error) {
	if g.frozen != nil {
		return nil, g.frozen
	}
	if g.now.Result != nil {
		return nil, Refuse("the game is over")
	}
	path := g.rules.Flow.path(g.rules.Start, step, map[string]bool{})
	if path == nil {
		return nil, fmt.Errorf("suppose: the flow has no step %q", step)
	}
	next := &Game{rules: g.rules, log: g.log.and(facts...), version: g.version, now: g.now}
	err := next.guarded(func() error {
		s := g.now.With(facts...)
		s.Stack = append(g.rules.Flow.around(s, path, step, actor), g.rules.Flow.enter(s, step, actor))
		next.forward(s)
		return nil
	})
	if err != nil {
		return nil, err
	}
	next.version = len(next.log.events)
	return next, nil
}

// Standing returns where a game stands at the beginning of a step for an actor: the frames
// of the steps around it, each in its first lap. Of an Each, the actors in done have had
// their lap, and the actor is the last of them. It panics if the flow that begins with
// start does not run the step. It is for positions that nobody played to, in tests.
func (fl Flow) Standing(s *State, start, step, actor string, done []string) []Frame {
	path := fl.path(start, step, map[string]bool{})
	if path == nil {
		panic(fmt.Sprintf("the flow has no step %q", step))
	}
	var out []Frame
	who := ""
	for i, name := range path {
		f := Frame{Step: name, Laps: 1, At: append(slices.Clone(path[i+1:]), step)[0]}
		switch st := fl[name]; {
		case st.times != nil:
			f.Total = st.times(s)
		case st.kind == eachKind:
			f.Done, who = done, actor
		case st.kind == turnsKind:
			who = actor
		}
		f.Actor = who
		out = append(out, f)
	}
	return append(out, fl.enter(s, step, who))
}

// path returns the steps that lead from one step down to another, without the last. It is nil if the one does
// not run the other. seen guards against circles.
func (fl Flow) path(from, to string, seen map[string]bool) []string {
	if seen[from] {
		return nil
	}
	seen[from] = true
	steps := fl[from].steps
	if slices.Contains(steps, to) {
		return []string{from}
	}
	for _, step := range steps {
		if path := fl.path(step, to, seen); path != nil {
			return append([]string{from}, path...)
		}
	}
	return nil
}

// around returns the frames in which a step runs for an actor. It keeps the frames of the present stack as
// far as they match, and makes new ones for the rest.
func (fl Flow) around(s *State, path []string, inner, actor string) []Frame {
	out := make([]Frame, 0, len(path)+1)
	names, running := append(slices.Clone(path), inner), true
	for i, step := range path {
		running = running && i < len(s.Stack) && s.Stack[i].Step == step
		f := Frame{Step: step, Laps: 1}
		if running {
			f = s.Stack[i]
		} else if fl[step].times != nil {
			f.Total = fl[step].times(s)
		}
		if i == len(path)-1 {
			f.Actor = actor
			if fl[step].kind == eachKind {
				f.Done = appended(f.Done, actor)
			}
		}
		f.At = names[i+1]
		out = append(out, f)
	}
	return out
}
