package classic

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
)

// Privates are private companies as 1830 has them: they pay their owners, keep hexes free as long as a player owns them,
// are sold by players to companies, and close. Section is the one that refusals name.
// // 1828 13.2; 1843 10.1
type Privates struct {
	Play
	Section string
	// Price is the least and the most for which a company may buy one; 0 for one that is not for sale.
	Price func(private string) (least, most int)
	// NotNow says why no company may buy any now, such as the phase, "" if it may; nil if it always may.
	NotNow func() string
}

// Incomes pays the owners, players and companies, in the order of the facts.
// // 28-PV-01; 43-PR-03
func (p Privates) Incomes() {
	for _, private := range p.F.Privates {
		owner := p.Owner(private.Sym)
		if private.Income > 0 && (p.S.Seat(owner) >= 0 || p.F.Company(owner) != nil) {
			p.Pay(engine.Bank, owner, private.Income)
			p.Note(owner, "received %s for %s", p.F.Money(private.Income), private.Sym)
		}
	}
}

// NotFree says why a hex is kept free of tiles: it is for Ground.Not. "" if it is not.
// // 28-PV-02; 43-PR-04
func (p Privates) NotFree(hex string) string {
	for _, private := range p.F.Blocking(hex) {
		if p.S.Seat(p.Owner(private)) >= 0 {
			return fmt.Sprintf("%s is kept free as long as a player owns %s (%s)", hex, private, p.Section)
		}
	}
	return ""
}

// Close takes all private companies out of the game that are in play, but for some.
func (p Privates) Close(except ...string) {
	var closed []string
	for _, private := range p.F.PrivateSyms(nil) {
		owner := p.Owner(private)
		if !slices.Contains(except, private) && owner != step.Out && owner != "" {
			p.Move(step.Private(private), step.Out)
			closed = append(closed, private)
		}
	}
	if len(closed) > 0 {
		p.Note("", "Closed: %s", step.AllOf(closed))
	}
}

// Join adds the purchase of a private company to the choices of a company's step: "buy private MH for 120". A step in which
// there is nothing else to do is not asked for it.
func (p Privates) Join(own []engine.Choice, v step.Voice) []engine.Choice {
	if len(own) == 0 {
		return nil
	}
	return step.Join(own, p.Offer(v), isPrivate)
}

func isPrivate(words []string) bool { return step.Word(words, 0) == "private" }

// Offer offers the private companies of players to a company.
// // 28-PV-03, 28-PV-05; 43-PR-01, 43-PR-02
func (p Privates) Offer(v step.Voice) engine.Choice {
	candidates := func() []engine.Option { return p.PrivateOptions(v.For, p.Price) }
	return v.Offers("buy", "buy a private company", candidates, func(words []string) string { return p.notBought(v.For, words) })
}

// Act carries out an answer to Offer, if the owner agrees. It reports whether the command was one: see step.Asks.
// // 28-PV-03
func (p Privates) Act(a engine.Command, v step.Voice) bool {
	if a.Verb != "buy" || !isPrivate(a.Args) {
		return false
	}
	step.BuyPrivate(p.Turn, p.Table, v.For, a.Arg(1), a.Int(3))
	return true
}

// notBought says why a company may not buy a private company with these words.
func (p Privates) notBought(sym string, words []string) string {
	private := p.F.Private(step.Word(words, 1))
	price, ok := step.Number(words, 3)
	why := ""
	if p.NotNow != nil {
		why = p.NotNow()
	}
	switch {
	case !ok || len(words) != 4 || private == nil:
		return fmt.Sprintf("say which private company, and for how much: private %s for AMOUNT (%s)", strings.Join(p.F.PrivateSyms(nil), "|"), p.Section)
	case why != "":
		return why
	case p.S.Seat(p.Owner(private.Sym)) < 0:
		return fmt.Sprintf("no player owns %s (%s)", private.Sym, p.Section)
	}
	least, most := p.Price(private.Sym)
	switch cash := p.S.Cash(sym); {
	case least == 0:
		return fmt.Sprintf("%s is not for sale (%s)", private.Sym, p.Section)
	case price < least || price > most:
		return fmt.Sprintf("%s is sold for %s to %s (%s)", private.Sym, p.F.Money(least), p.F.Money(most), p.Section)
	case price > cash:
		return fmt.Sprintf("%s has %s (%s)", sym, p.F.Money(cash), p.Section)
	}
	return ""
}
