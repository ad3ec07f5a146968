package t1817

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// shut says why shares of a company cannot be traded at all, "" when they can.
// // 5.2, 5.3, 5.4; 17-SL-01, 17-SH-01, 17-BY-02
func (v view) shut(sym string) string {
	switch {
	case data.Company(sym) == nil:
		return "say which company"
	case v.zone(sym) == noZone:
		return sym + " is not in play"
	case !v.normal(sym):
		return sym + " is in " + v.priceWord(sym) + ": its shares are not traded (5.2)"
	}
	return ""
}

// young says that a company's IPO was in this stock round.
func (v view) young(sym string) bool {
	return v.S.Get(roundKind) == stockRound && v.S.Get(born+sym) == v.S.Get(stockNo)
}

// notSold says why a player may not sell so many shares. // 5.2; 17-SL-01,
// 17-SL-02
func (v view) notSold(p string, words []string) string {
	sym := step.Word(words, 1)
	n, ok := step.Number(words, 0)
	why := v.shut(sym)
	switch {
	case !ok || n < 1 || len(words) != 2:
		return "say how many shares of which company"
	case why != "":
		return why
	case v.size(sym) < 5:
		return "shares of a 2-share company are not sold (5.2)"
	case v.young(sym):
		return sym + " was founded in this stock round: its shares cannot be sold yet (5.2)"
	case v.Shares(p, sym) < n:
		return fmt.Sprintf("you hold %s of %s", step.Plural(v.Shares(p, sym), "share"), sym)
	}
	return "nobody could be president of " + sym + " after you (5.2)"
}

// notShort says why a player may not sell a company short. // 5.3; 17-SH-01,
// 17-SH-02, 17-SH-03, 17-SH-04
func (v view) notShort(p string, words []string) string {
	sym := step.Word(words, 0)
	why := v.shut(sym)
	switch {
	case v.S.Get(phase) >= phase8:
		return "nothing is sold short in phase 8 (2)"
	case why != "":
		return why
	case v.size(sym) < 5:
		return "shares of a 2-share company are not sold short (5.3)"
	case v.S.Get(born+sym) == v.S.Get(stockNo):
		return sym + " was founded in this stock round: it cannot be sold short yet (5.3)"
	case v.Shares(p, sym) > 0:
		return "you hold shares of " + sym + " (5.3)"
	}
	return fmt.Sprintf("%s of %s are in play, no more are sold (5.3)", step.Plural(v.shortsInPlay(sym), "short share"), sym)
}

// notBought says why a player may not buy a share. // 5.1, 5.4; 17-LM-02,
// 17-LM-04, 17-SL-05, 17-BY-02
func (v view) notBought(p string, words []string) string {
	sym, from := step.Word(words, 0), step.Word(words, 2)
	why := v.shut(sym)
	switch {
	case len(words) != 3 || words[1] != "from" || from != fromTreasury && from != fromMarket:
		return "say which company's share, from treasury or from market"
	case why != "":
		return why
	case v.S.Get(sold+p+":"+sym) == v.S.Get(stockNo):
		return "you sold " + sym + " in this stock round (5.4)"
	case v.Single(sourcePlace(sym, from), sym, false) == "":
		return "there is no share of " + sym + " in the " + from
	case v.Shares(p, sym) >= mostHeld[v.size(sym)]:
		return fmt.Sprintf("nobody may hold more than %d of %d shares (5.1)", mostHeld[v.size(sym)], v.size(sym))
	case v.S.Cash(p) < v.Price(sym):
		return fmt.Sprintf("a share of %s costs %s, you have %s", sym, money(v.Price(sym)), money(v.S.Cash(p)))
	}
	return fmt.Sprintf("you hold %d certificates, the limit is %d (5.1)", v.CertificateCount(p), v.certLimit())
}

// notLaid says why a tile may not be laid. // 6.3; 17-TL-01, 17-TL-02,
// 17-TL-03, 17-TL-08, 17-TL-10, 17-PV-11
func (t *turn) notLaid(words []string, done works) string {
	hex, tile := data.Map.Hex(step.Word(words, 0)), data.Map.Tile(step.Word(words, 1))
	rot, ok := step.Number(words, 2)
	if hex == nil || tile == nil || !ok || rot < 0 || rot > 5 {
		return "say a hex, a tile and how it is turned, 0 to 5"
	}
	b := t.Board()
	s := step.Site{Table: t.Table, Board: b, Reach: t.Reach(b, t.Actor), Hex: hex}
	cost := t.layCost(hex.At, tile, false) + done.second()
	switch {
	case hex.At == done.hex:
		return "the tile laid this turn is not replaced (6.3)"
	case t.mined(hex.At):
		return "a tile with a coal mine is never replaced (6.3.2)"
	case !slices.Contains(t.chart(hex.At, nil), tile.ID):
		return notOnChart(t.chart(hex.At, nil), hex.At)
	case !slices.Contains(t.Phase().Tiles, tile.Color):
		return "there are no " + tile.Color + " tiles in this phase (2)"
	case done.upgraded && tile.Color != "yellow":
		return "only one of the two tiles may be an upgrade (6.3)"
	case !t.mostExits(s, tile.ID):
		return "a brown city needs as many exits as fit (6.3.2)"
	case cost > t.Cash(t.Actor):
		return fmt.Sprintf("that costs %s, %s has %s (6.3.1)", money(cost), t.Actor, money(t.Cash(t.Actor)))
	}
	if _, err := b.Fit(hex.At, tile.ID, rot); err != nil {
		return err.Error() + " (6.3)"
	}
	return "no route of " + t.Actor + " comes to the track of that tile (6.3.1)"
}

func notOnChart(next []string, hex string) string {
	if len(next) == 0 {
		return "what lies in " + hex + " is never replaced (14)"
	}
	return fmt.Sprintf("%s takes one of the tiles %v next (14)", hex, next)
}

// notPlaced says why a marker may not be placed in a city. // 6.4; 17-TK-01
func (t *turn) notPlaced(words []string) string {
	if data.Map.Hex(step.Word(words, 0)) == nil {
		return "say the hex of a city"
	}
	b := t.Board()
	at, ok := step.SpotNamed(b, words)
	switch {
	case !ok || b.Stop(at).Kind != board.City:
		return "say which city of " + words[0] + " you mean"
	case slices.ContainsFunc(t.Stations(t.Actor), func(s board.Spot) bool { return s.Hex == at.Hex }):
		return t.Actor + " has a marker in " + at.Hex + " (6.4)"
	case t.Space(b, at) <= 0:
		return "no circle is free in " + at.Hex + " (6.4)"
	}
	return "no route of " + t.Actor + " comes to that city (6.4)"
}

// notTrain says why a train is not to be had. // 6.7; 17-TR-01, 17-TR-02,
// 17-TR-03, 17-TR-12
func (t *turn) notTrain(words []string) string {
	sym, name, from := t.Actor, step.Word(words, 1), step.Word(words, 3)
	tr := data.Train(name)
	shop := from == "bank" || from == fromMarket
	switch {
	case tr == nil || step.Word(words, 0) != "train" || step.Word(words, 2) != "from" || !shop && data.Company(from) == nil:
		return "say which train, from bank, from market or from a company for a price"
	case t.obsolete(name):
		return name + "-trains are obsolete and change hands no more (2)"
	case !shop && t.red(from):
		return "a company in liquidation sells no trains (6.7)"
	case !shop && (t.TrainOf(from, name) == "" || from == sym):
		return from + " has no " + name + "-train to sell"
	case !shop:
		return fmt.Sprintf("say for how much: from %s to %s, what the treasury has (6.7)", money(1), money(t.Cash(sym)))
	case !slices.ContainsFunc(t.lots(), func(l step.Lot) bool { return l.Train.Name == name && l.From == from }):
		return "there is no " + name + "-train to buy from the " + from + " now: the bank sells the next train only (6.7)"
	}
	return fmt.Sprintf("a %s-train costs %s, %s has %s: only its treasury pays (6.7)", name, money(tr.Price), sym, money(t.Cash(sym)))
}

// why offers options with the reason for whatever else is said with the verb.
func why(choices []engine.Choice, by, verb, help string, options []engine.Option, reason func(words []string) string) []engine.Choice {
	if len(options) == 0 {
		return choices
	}
	return append(choices, step.Offer(by, "", verb, help, step.Fixed(options), reason))
}
