package titletest

import (
	"maps"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// A Read is a check of scripts: see enginetest.Kit.
type Read = func(t step.Table) string

// Reads are the checks of all titles, and those of one beside or instead of them:
//
//	round, phase          SR 2 and green
//	limit                 the limit of certificates
//	worth 280 300         the wealth of the players in seat order
//	priority p2           who has the priority deal
//	acts p1, step trains  whose turn it is, and the innermost step
//	out p2                players who are out of the game
//	supply 2 6 3 4        trains on sale
//	privates SVN p1 | M&H gone | C&StL NYC spent   without those on sale
//	free NYC PRR          companies that may be started
//	marks K11 coal K13 coal
//	facts loans 3 of 70 taken; interest $5 a loan
func Reads(position func(*engine.State) title.Position, own map[string]Read) map[string]Read {
	of := func(read func(step.Table, title.Position) string) Read {
		return func(t step.Table) string { return read(t, position(t.S)) }
	}
	out := map[string]Read{
		"phase": func(t step.Table) string { return t.Phase().Name }, "acts": Acts, "step": Step,
		"priority": func(t step.Table) string { return t.S.Where(step.Priority) },
		"round":    of(func(_ step.Table, p title.Position) string { return p.Round }),
		"limit":    of(func(_ step.Table, p title.Position) string { return strconv.Itoa(p.CertLimit) }),
		"worth":    of(worths), "out": of(ruined), "supply": of(supply), "privates": of(privates), "marks": of(marks),
		"free":  of(func(_ step.Table, p title.Position) string { return strings.Join(p.Available, " ") }),
		"facts": of(func(_ step.Table, p title.Position) string { return Labelled(p.Facts) }),
	}
	maps.Copy(out, own)
	return out
}

// Acts reads whose turn it is.
func Acts(t step.Table) string { return t.S.Stack[len(t.S.Stack)-1].Actor }

// Step reads the innermost step.
func Step(t step.Table) string { return t.S.Stack[len(t.S.Stack)-1].Step }

// Labelled writes facts: "loans 0 of 70 taken; interest $5 a loan".
func Labelled(facts []title.Fact) string {
	var out []string
	for _, f := range facts {
		out = append(out, f.Label+" "+f.Value)
	}
	return strings.Join(out, "; ")
}

// Each writes "SYM n SYM n" of companies.
func Each(syms []string, read func(sym string) int) string {
	var out []string
	for _, sym := range syms {
		out = append(out, sym, strconv.Itoa(read(sym)))
	}
	return strings.Join(out, " ")
}

func worths(t step.Table, p title.Position) string {
	worth := map[string]string{}
	for _, one := range p.Players {
		worth[one.ID] = strconv.Itoa(one.Worth)
	}
	var out []string
	for _, id := range t.S.Players() {
		out = append(out, worth[id])
	}
	return strings.Join(out, " ")
}

func ruined(_ step.Table, p title.Position) string {
	var out []string
	for _, one := range p.Players {
		if one.Out {
			out = append(out, one.ID)
		}
	}
	return strings.Join(out, " ")
}

func supply(_ step.Table, p title.Position) string {
	var out []string
	for _, s := range p.Supply {
		out = append(out, s.Name, strconv.Itoa(s.Count))
	}
	return strings.Join(out, " ")
}

func privates(_ step.Table, p title.Position) string {
	var out []string
	for _, one := range p.Privates {
		words := []string{one.Sym}
		if one.Owner != "" {
			words = append(words, one.Owner)
		}
		if one.Spent {
			words = append(words, "spent")
		}
		if one.Gone {
			words = append(words, "gone")
		}
		if len(words) > 1 {
			out = append(out, strings.Join(words, " "))
		}
	}
	return strings.Join(out, " | ")
}

func marks(_ step.Table, p title.Position) string {
	var out []string
	for _, m := range p.Marks {
		out = append(out, m.Hex, m.Word)
	}
	return strings.Join(out, " ")
}
