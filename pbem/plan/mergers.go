package plan

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
)

// mergers reads a plan for a merger round: lines for some companies, and a pass for the rest.
func (s Scene) mergers(p Plan, text string) ([]Plan, error) {
	p.Kind = Mergers
	switch {
	case s.Title.Mergers == "":
		return nil, engine.Refuse("There are no merger rounds in %s.", s.Title.Facts.Name)
	case s.runs(s.Title.Mergers):
		p.Round = s.round()
	}
	lines := split(text)
	switch {
	case len(lines) == 0:
		return nil, engine.Refuse("Say after the colon what is to be done: \"merger round: nothing\".")
	case len(lines) > MostLines:
		return nil, tooMany(len(lines))
	}
	said := map[string]turnSaid{}
	for _, line := range lines {
		if nothing(line) || s.justPasses(Line{Say: strings.ToLower(line)}) {
			continue
		}
		list, err := s.mergerClauses(line, said)
		if err != nil {
			return nil, err
		}
		p.Lines = append(p.Lines, list...)
	}
	for _, l := range p.Lines {
		if turn, ok := said[l.For]; ok {
			p.seen = append(p.seen, p.after(turn))
			delete(said, l.For)
		}
	}
	return []Plan{p}, nil
}

// mergerClauses reads a line that has one command or several.
func (s Scene) mergerClauses(text string, said map[string]turnSaid) ([]Line, error) {
	l, err := s.mergerLine(text, said)
	if err == nil {
		return []Line{l}, nil
	}
	parts := grammar.Clauses(s.Title.Verbs, text)
	if len(parts) < 2 {
		return nil, err
	}
	var list []Line
	for _, part := range parts {
		if l, err = s.mergerLine(part, said); err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	return list, nil
}

// A turnSaid is the supposed turn of a company in a merger round. at is the scene after the lines for it.
type turnSaid struct {
	began, at Scene
	lines     []Line
}

// after returns how the turn of a company goes on after its lines if the others pass. The plan passes what is
// asked then, unless that ends something.
func (p Plan) after(turn turnSaid) Ahead {
	at, why := turn.at, turn.began.doomed(turn.at, turn.lines)
	for range mostAsked {
		if why != "" || at.Entered() != turn.began.Entered() {
			break
		}
		if c, ok := at.pass(true); ok && at.asked() {
			why = at.means(c)
		}
		next, ok := at.everybodyPasses()
		if why != "" || !ok {
			break
		}
		at = next
	}
	return Ahead{Log: at.Log, From: len(turn.began.Log), Aside: why}
}

// nothing reports whether a line says that nothing is to be done.
func nothing(line string) bool {
	return strings.EqualFold(strings.TrimPrefix(line, "else "), "nothing")
}

// mergerLine finds the company and the step that a line is for. said has the scenes after the lines before
// it, by company.
func (s Scene) mergerLine(text string, said map[string]turnSaid) (Line, error) {
	found, asked, why := s.mergerLines(text, said)
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return Line{}, engine.Refuse("%q may be for %s or for %s: say for which company.", grammar.Brief(text), found[0].For, found[1].For)
	case why != nil:
		return Line{}, ahead(Plan{Kind: Mergers}, why)
	case len(asked) == 0:
		return Line{}, engine.Refuse("As the table stands none of your companies would be asked anything in a merger round: there is nothing to plan.")
	}
	return Line{}, engine.Refuse("%q does not say for which company it is. Write it like: merger round: %s: %s.", grammar.Brief(text), asked[0], grammar.Brief(text))
}

// mergerLines returns all ways to carry out a line in a merger round. asked are the companies that would have
// a turn. why is the first refusal.
func (s Scene) mergerLines(text string, said map[string]turnSaid) (found []Line, asked []string, why error) {
	try := func(sym string, began, at Scene) {
		asked = append(asked, sym)
		at, c, err := at.Read(text)
		if err != nil || c.Args == nil && !names(text, sym) {
			why = cmp.Or(why, err)
			return
		}
		next, err := at.decide(c)
		var refused *engine.Refusal
		switch {
		case errors.As(err, &refused):
			why = cmp.Or(why, err)
			return
		case err != nil: // the rules know no such turn
			asked = asked[:len(asked)-1]
			return
		}
		line := Line{sym, at.symbolic(c, text)}
		said[sym], found = turnSaid{began, next, append(slices.Clip(said[sym].lines), line)}, append(found, line)
	}
	for _, sym := range s.own() {
		if turn, ok := said[sym]; ok {
			if at, ok := turn.at.WhenAsked(); ok {
				try(sym, turn.began, at)
				continue
			}
		}
		for _, step := range s.leaves(s.Title.Mergers) {
			if at, err := s.suppose(step, sym); err == nil && at.asked() && at.step() == step {
				try(sym, at, at)
			}
		}
	}
	return found, asked, why
}

// names reports whether the symbol of a company is a word of the text.
func names(text, sym string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool { return plain(strings.Trim(w, ":,")) == plain(sym) })
}

// leaves returns the steps that ask something, of all that a step runs.
func (s Scene) leaves(step string) []string {
	steps := s.Title.Rules.Flow[step].Steps()
	if len(steps) == 0 {
		return []string{step}
	}
	var out []string
	for _, sub := range steps {
		for _, leaf := range s.leaves(sub) {
			if !slices.Contains(out, leaf) {
				out = append(out, leaf)
			}
		}
	}
	return out
}
