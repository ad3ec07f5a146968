package t18newengland

import (
	"pbem/engine/board"
	"pbem/titles/title"
)

// Switches with which games of 18xx.games can be read. Each is a place where that program departs
// from the written rules, and one function below reads it. They are off in normal play, and in an
// imported game from the first mail on: see README.md.
const (
	anyReservation  = "any reservation"  // DIF-20
	anyBrownCity    = "any brown city"   // DIF-14
	noConsent       = "no consent"       // DIF-13
	freeSales       = "free sales"       // DIF-07, DIF-08
	earlyBankruptcy = "early bankruptcy" // DIF-01
	askPasses       = "ask passes"       // DIF-19
	silentEnd       = "silent end"       // DIF-19
	joinedCities    = "joined cities"    // DIF-32
)

// switches describe the switches for hosts. None stays on after the recorded part of a game.
var switches = title.Switches{
	{Key: anyReservation, Text: "reservations in the draft are not checked"},
	{Key: anyBrownCity, Text: "611 is laid although 63 fits"},
	{Key: noConsent, Text: "nobody is asked to agree to a sale of a train"},
	{Key: freeSales, Text: "an owner sells shares for any train, and need not buy one then"},
	{Key: earlyBankruptcy, Text: "a president goes bankrupt without selling first, and plays on"},
	{Key: askPasses, Text: "some who can only pass are asked"},
	{Key: silentEnd, Text: "a turn ends unasked when nothing can be issued"},
	{Key: joinedCities, Text: "track is connected through two cities of one hex when a company builds, places a marker or merges"},
}

// reservesAnything reports whether reservations in the draft are not checked. Then a player may
// reserve a minor that is reserved by somebody else or was not drawn. A counter keeps such a claim;
// the certificate stays where it is. // DIF-20
func (v view) reservesAnything() bool { return v.on(anyReservation) }

// claims returns the minors that a player has claimed and nobody has started. // DIF-20
func (v view) claims(p string) []string {
	return data.Syms(func(sym string) bool { return v.S.Get(claim.Of(p, sym)) == 1 && v.President(sym) == "" })
}

// allowsAny611 reports whether tile 611 may be laid although a tile 63 is left and fits. // DIF-14
func (v view) allowsAny611() bool { return v.on(anyBrownCity) }

// partner returns the president who must agree to the sale of a company's train, "" if nobody is
// asked: a record has the purchase, but not the consent. // DIF-13
func (v view) partner(sym string) string {
	if v.on(noConsent) {
		return ""
	}
	return v.President(sym)
}

// sellsFreely reports whether an owner may sell shares whenever treasury and owner together have
// less than the price of the cheapest train. The company may own a train, the owner may sell more
// than is needed, and nobody has to buy a train afterwards. // DIF-07, DIF-08
func (v view) sellsFreely() bool { return v.on(freeSales) }

// failsEarly reports whether a president goes bankrupt without selling first, and then plays on
// with the certificates of other companies. // DIF-01
func (v view) failsEarly() bool { return v.on(earlyBankruptcy) }

// asksToPass reports whether players are asked some questions that have only one answer, because a
// record has it: to pass in the draft, for a minor without a train and in merger rounds, and to
// discard where all trains are alike. // DIF-19
func (v view) asksToPass() bool { return v.on(askPasses) }

// endsSilently reports whether a turn ends without a question if no share can be issued, even if
// the company could redeem. // DIF-19
func (v view) endsSilently() bool { return v.on(silentEnd) }

// connected returns what the routes of a company reach when it builds, places a marker or merges.
// With the switch, track also connects through two cities of one hex, although no route may use
// both. // DIF-32
func (v view) connected(b *board.Board, sym string) *board.Reach {
	if v.on(joinedCities) {
		b = b.Ungrouped()
	}
	return v.Reach(b, sym)
}
