package title

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// Lost tells what a player has lost from one position to a later one, each as a
// sentence without its end: a company of theirs, the presidency of one, what
// they pay for one, their place in the game, a private company, a train, or something kept for them.
func (t *Title) Lost(before, after *engine.State, player string) []string {
	was, is := t.Position(before), t.Position(after)
	var out []string
	for _, co := range was.Companies {
		if co.President == player {
			out = append(out, t.lostOf(co, is, after)...)
		}
	}
	for i, p := range was.Players {
		switch now := is.Players[i]; {
		case p.ID != player:
		case !p.Out && now.Out:
			out = append(out, "you are bankrupt and out of the game")
		case len(out) > 0 && now.Cash < p.Cash:
			out = append(out, "you pay "+t.Facts.Money(p.Cash-now.Cash))
		}
	}
	for i, p := range was.Privates {
		if owner := was.Company(p.Owner); !p.Gone && is.Privates[i].Gone && (p.Owner == player || owner != nil && owner.President == player) {
			out = append(out, p.Sym+" leaves the game")
		}
	}
	for _, sym := range was.Reservations[player] {
		if !slices.Contains(is.Reservations[player], sym) && is.Company(sym) == nil {
			out = append(out, sym+" is not kept for you any more")
		}
	}
	return out
}

// lostOf tells what has happened to a company whose president is asked.
func (t *Title) lostOf(was Company, now Position, after *engine.State) []string {
	is := now.Company(was.Sym)
	switch {
	case is == nil && slices.Contains(now.Available, was.Sym): // somebody may start it again
		return []string{was.Sym + " leaves play"}
	case is == nil:
		return []string{was.Sym + " leaves the game"}
	case t.Dooms(is.Cell) && !t.Dooms(was.Cell):
		return []string{was.Sym + " goes into liquidation"}
	case is.President != was.President && after.Seat(is.President) >= 0:
		return []string{fmt.Sprintf("%s becomes %s of %s", after.PlayerName(is.President), t.Facts.Officer(), was.Sym)}
	case is.President != was.President:
		return []string{"you are not " + t.Facts.Officer() + " of " + was.Sym + " any more"}
	}
	var out []string
	for _, name := range was.Trains {
		if n := strings.TrimSuffix(name, "*"); countTrains(is.Trains, n) < countTrains(was.Trains, n) {
			out = append(out, fmt.Sprintf("%s loses %s", was.Sym, step.ATrain(n)))
		}
	}
	return slices.Compact(out)
}

// Doom tells of a company that a player directs and that is wound up after a position
// but not before it; "" for none.
func (t *Title) Doom(before, after *engine.State, player string) string {
	was, is := t.Position(before), t.Position(after)
	for _, co := range was.Companies {
		if now := is.Company(co.Sym); co.President == player && now != nil && t.Dooms(now.Cell) && !t.Dooms(co.Cell) {
			return co.Sym + " goes into liquidation"
		}
	}
	return ""
}

// Dooms reports whether companies are liquidated in a cell of the market.
func (t *Title) Dooms(cell string) bool {
	c, err := market.Parse(cell)
	return t.Doomed != "" && err == nil && t.Facts.Market.At(c).Has(t.Doomed)
}

func countTrains(list []string, name string) (n int) {
	for _, one := range list {
		if strings.TrimSuffix(one, "*") == name {
			n++
		}
	}
	return n
}

// Unsold returns the private companies that have left the game from one position to a
// later one without a buyer.
func (t *Title) Unsold(before, after *engine.State) []string {
	was, is := t.Position(before), t.Position(after)
	var out []string
	for i, p := range was.Privates {
		if p.Owner == "" && !p.Gone && is.Privates[i].Gone {
			out = append(out, p.Sym)
		}
	}
	return out
}
