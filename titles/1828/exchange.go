package t1828

import (
	"fmt"
	"iter"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// mohawk is the Mohawk & Hudson. Its owner may exchange it for a share. // 13.2.2.6
const mohawk = "M&H"

// exchanges offers the owner of the M&H to exchange it. Other players do not see the verb. // 13.2.2.6;
// 28-PV-11, R-15
func (t *turn) exchanges(p string) []engine.Choice {
	if t.owner(mohawk) != p || t.S.Seat(p) < 0 {
		return nil
	}
	return []engine.Choice{step.RuledEach(p, "", "exchange", "give up "+mohawk+" for a share", t.forShares(p),
		func(words []string) string { return t.notExchanged(p, words) })}
}

// forShares lists a share of every company from the IPO and from the pool, and half of every director's
// certificate at every par. Most of these take long to list, and a share is there in most rounds.
func (t *turn) forShares(p string) iter.Seq[engine.Option] {
	return func(yield func(engine.Option) bool) {
		for _, sym := range t.parred() {
			for _, from := range sourceNames {
				if !yield(engine.Option{Args: []string{mohawk, "for", sym, "from", from}}) {
					return
				}
			}
		}
		for _, o := range slices.Concat(t.forDirectors(), t.earlyShares(), t.forHalf(p)) {
			if !yield(o) {
				return
			}
		}
	}
}

// forDirectors lists half of every director's certificate at every par.
func (t *turn) forDirectors() []engine.Option {
	var out []engine.Option
	for _, o := range t.starts() {
		price, _ := strconv.Atoi(o.Args[1])
		out = append(out, engine.Option{
			Args:  []string{mohawk, "for", o.Args[0], "at", o.Args[1]},
			Label: "the director's certificate, pay " + money(price),
		})
	}
	return out
}

// notExchanged says why a player may not exchange the M&H with these words. The limit of 60% and earlier
// sales do not matter. // 13.2.2.6; 28-BU-09, 28-PV-11
func (t *turn) notExchanged(p string, words []string) string {
	sym, what := step.Word(words, 2), step.Word(words, 4)
	if t.takesHalf(p, words) {
		return ""
	}
	if len(words) != 5 || words[0] != mohawk || words[1] != "for" || data.Company(sym) == nil {
		return "say for which company's share, from ipo or pool, or for which company at which par"
	}
	price, _ := step.Number(words, 4)
	switch {
	case words[3] == "at" && t.notStartable(sym) != "":
		return t.notStartable(sym)
	case words[3] == "at" && t.notPar(sym, []string{sym, what}) != "":
		return t.notPar(sym, []string{sym, what})
	case words[3] == "at" && price > t.Cash(p):
		return t.notHalfPaid(p, price)
	case words[3] == "at":
		return ""
	case words[3] != "from" || !slices.Contains(sourceNames, what):
		return sayShare
	case t.absorbed(sym):
		return t.partOf(sym)
	case t.Cell(sym) == "" && !t.earlyShare(sym, what):
		return sym + " has no par: say one, for half of its director's certificate (13.2.2.6)"
	case t.Single(classic.Place(sym, what), sym, false) == "":
		return fmt.Sprintf("there is no share of %s in the %s", sym, what)
	}
	return ""
}

func (t *turn) notHalfPaid(p string, price int) string {
	return fmt.Sprintf("the other half of the director's certificate costs %s, but you have %s", money(price), money(t.Cash(p)))
}

// exchange exchanges the M&H. // 13.2.2.6; 28-PV-11
func (t *turn) exchange(p string, words []string) {
	t.close(mohawk)
	sym := words[2]
	switch words[3] {
	case "at":
		price, _ := strconv.Atoi(words[4])
		t.start(p, sym, price, 1)
		return
	case "half":
		t.startHalf(p, sym)
		return
	}
	t.Note(p, "gave up %s for a share of %s from the %s", mohawk, sym, words[4])
	t.take(p, sym, words[4])
}
