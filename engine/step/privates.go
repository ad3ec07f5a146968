package step

import "pbem/engine"

// Private names the piece of a private company.
func Private(sym string) string { return "private:" + sym }

// Owner returns who has a private company: a player, a company, or a place.
func (t Table) Owner(private string) string { return t.S.Where(Private(private)) }

// PrivatesAt returns the private companies at a place in order of arrival.
func (t Table) PrivatesAt(place string) []string { return Labels(t.S.Kind(place, "private")) }

// PrivateOptions lists the private companies of players that a company may buy,
// at any price from least to most that its treasury has; least is 0 for one that
// is not for sale. // 28-PV-03, 28-PV-05; 43-PR-01, 43-PR-02, 43-PR-25
func (t Table) PrivateOptions(sym string, price func(private string) (least, most int)) []engine.Option {
	var out []engine.Option
	for _, p := range t.F.Privates {
		owner := t.Owner(p.Sym)
		least, most := price(p.Sym)
		if t.S.Seat(owner) < 0 || least == 0 {
			continue
		}
		out = append(out, BidsFor([]string{"private", p.Sym, "for"}, "of "+t.S.PlayerName(owner), least, min(most, t.S.Cash(sym)), 1)...)
	}
	return out
}

// BuyPrivate buys a private company for a company when its owner agrees, who is
// not asked when it is the president. It reports whether it was bought.
// // 28-PV-03, R-41
func BuyPrivate(t *engine.Turn, tb Table, sym, private string, price int) bool {
	by, owner := tb.President(sym), t.Where(Private(private))
	if by != owner && !Agreed(t, by, sym, owner, "", "sell "+private+" to "+sym+" for "+tb.F.Money(price)) {
		return false
	}
	TakePrivate(t, tb, sym, private, price)
	return true
}

// TakePrivate carries out what was agreed to.
func TakePrivate(t *engine.Turn, tb Table, sym, private string, price int) {
	t.Pay(sym, t.Where(Private(private)), price)
	t.Move(Private(private), sym)
	t.Note(sym, "bought %s for %s", private, tb.F.Money(price))
}
