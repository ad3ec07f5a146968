package t18newengland

import (
	"pbem/engine/board"
	"pbem/titles/title"
)

// Switches under which games of 18xx.games can be read: where that program
// departs from the written rules. They are off in normal play, and in an imported
// game from the first mail on. Each is read by one function below. README.md
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

// switches say for hosts what each is. None holds on in an imported game.
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

// reservesAnything: a reservation in the draft is not checked there, so that a
// player may reserve what somebody else has or what was not drawn. Such a claim
// is counted; the certificate stays where it is. // DIF-20
func (v view) reservesAnything() bool { return v.on(anyReservation) }

// claims returns the minors that a player has claimed and nobody has started.
// // DIF-20
func (v view) claims(p string) []string {
	var out []string
	for _, c := range data.Companies {
		if v.S.Get(claim.of(p, c.Sym)) == 1 && v.President(c.Sym) == "" {
			out = append(out, c.Sym)
		}
	}
	return out
}

// allowsAny611: that 63 comes before 611 is not checked when a record is read.
// // DIF-14
func (v view) allowsAny611() bool { return v.on(anyBrownCity) }

// partner returns who agrees to a sale of a company's train: its president. In a
// record the purchase stands, the consent does not. // DIF-13
func (v view) partner(sym string) string {
	if v.on(noConsent) {
		return ""
	}
	return v.President(sym)
}

// sellsFreely: an owner may sell shares whenever treasury and cash are below the
// price of the cheapest train, for a company with a train too, more than it
// takes, and need not buy afterwards. // DIF-07, DIF-08
func (v view) sellsFreely() bool { return v.on(freeSales) }

// failsEarly: a president goes bankrupt without selling first and plays on with
// the certificates of other companies. // DIF-01
func (v view) failsEarly() bool { return v.on(earlyBankruptcy) }

// asksToPass: some passes are recorded where nothing else is possible: in the
// draft, of minors without a train and in merger rounds; and discards where all
// trains are alike. // DIF-19
func (v view) asksToPass() bool { return v.on(askPasses) }

// endsSilently: a turn ends unasked when no share can be issued, though the
// company could redeem. // DIF-19
func (v view) endsSilently() bool { return v.on(silentEnd) }

// connected is what the routes of a company come to, when it builds or merges.
// There track is connected through two cities of one hex as well, which no route
// may join. // DIF-32
func (v view) connected(b *board.Board, sym string) *board.Reach {
	if v.on(joinedCities) {
		b = b.Ungrouped()
	}
	return v.Reach(b, sym)
}
