package title

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pbem/engine/market"
)

// CheckService returns what the service and its players would miss of a title whose rules can be played, a line for
// each fault, or nil: functions, the names of the steps that plans are for, texts of the lesson, and words that mean nothing.
func (t *Title) CheckService() error {
	var lines []string
	for _, part := range [][]string{t.missing(), t.unspoken(), t.untold()} {
		slices.Sort(part)
		lines = append(lines, part...)
	}
	if len(lines) == 0 {
		return nil
	}
	return errors.New(strings.Join(lines, "\n"))
}

// missing finds functions and steps that the service needs, and values that are nowhere in the facts.
func (t *Title) missing() (lines []string) {
	for field, missing := range map[string]bool{"Setup": t.Setup == nil, "Position": t.Position == nil, "Network": t.Network == nil, "Verbs": len(t.Verbs) == 0} {
		if missing {
			lines = append(lines, fmt.Sprintf("title: it has no %s, which the service needs", field))
		}
	}
	for _, name := range []string{OperatingTurn, StockTurn} {
		if _, ok := t.Rules.Flow[name]; !ok {
			lines = append(lines, fmt.Sprintf("flow: there is no step %q; plans of players are for the turns of that name", name))
		}
	}
	if t.Doomed != "" && !slices.Contains(t.Facts.Zones, t.Doomed) {
		lines = append(lines, fmt.Sprintf("title: Doomed is %q, which is no zone of the facts", t.Doomed))
	}
	if t.EndsAtPrice > 0 && !t.priced(t.EndsAtPrice) {
		lines = append(lines, fmt.Sprintf("title: EndsAtPrice is %d, which is no price of the market", t.EndsAtPrice))
	}
	for i, v := range t.Variants {
		if v.Key == "" || v.Text == "" || slices.ContainsFunc(t.Variants[:i], func(other Variant) bool { return other.Key == v.Key }) {
			lines = append(lines, fmt.Sprintf("title: the variant %q needs a key of its own and a text", v.Key))
		}
	}
	return lines
}

// priced reports whether some space of the market has a price.
func (t *Title) priced(price int) bool {
	for r, row := range t.Facts.Market.Cells {
		for c := range row {
			if s := t.Facts.Market.At(market.Cell{Row: r, Col: c}); s != nil && s.Price == price {
				return true
			}
		}
	}
	return false
}

// unspoken finds verbs that do not stand in the table, and those of the table of which nobody tells when they are used.
func (t *Title) unspoken() (lines []string) {
	for list, verbs := range map[string][]string{
		"Habits": slices.Collect(maps.Keys(t.Habits)), "Together": slices.Collect(maps.Keys(t.Together)), "Caretaker": t.Caretaker,
		"Moments": slices.Collect(maps.Keys(t.Moments)),
	} {
		for _, verb := range verbs {
			verb = strings.TrimSuffix(verb, " low")
			if _, ok := t.Verbs.Find(verb); !ok && verb != "" {
				lines = append(lines, fmt.Sprintf("title: %s names the verb %q, which Verbs does not have", list, verb))
			}
		}
	}
	for _, v := range t.Verbs {
		if when := t.Moments[v.Name]; when == "" || strings.HasSuffix(when, ".") || when != strings.TrimSpace(when) {
			lines = append(lines, fmt.Sprintf("title: Moments does not say when %q is used, as a sentence without its end", v.Name))
		}
	}
	return lines
}

// untold finds what the lesson does not tell, and what it tells of nothing.
func (t *Title) untold() (lines []string) {
	l, f := t.Lesson, t.Facts
	tell := func(wrong bool, format string, args ...any) {
		if wrong {
			lines = append(lines, fmt.Sprintf("lesson: "+format, args...))
		}
	}
	tell(l.Goal == "" || l.End == "" || len(l.Round) == 0 || l.Rulebook == "", "it needs a Goal, an End, a Round and a Rulebook")
	for kind := range f.Kinds {
		tell(l.Kinds[kind] == "", "Kinds does not tell what a %q company is", kind)
	}
	for kind := range l.Kinds {
		tell(f.Kinds[kind] == 0, "Kinds tells of %q, which is no kind of company", kind)
	}
	for zone := range l.Zones {
		tell(!slices.Contains(f.Zones, zone), "Zones tells of %q, which is no zone of the market", zone)
	}
	tell(len(f.Privates) > 0 && l.Privates == "", "Privates does not tell how private companies are bought and used")
	for _, p := range f.Privates {
		tell(l.Power == nil || l.Power(p.Sym) == "", "Power does not tell what %s does", p.Sym)
	}
	return lines
}
