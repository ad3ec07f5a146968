package t1828

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// Private companies with powers. // 13.2.2
const (
	champlainSym = "C&StL"
	delaware     = "D&H"
	kalamazoo    = "E&K"
)

// powers says what private companies can do. // 13.2.2
var powers = map[string]string{
	"StCT":       "pays a company $10",
	champlainSym: "a company with it may lay a yellow tile in B24 at any time of its turn, without pay, beside its other tiles",
	delaware:     "a company with it may lay or upgrade a tile in F20 for $120, as one of its tiles, without a connection, and place a station there without pay",
	cobourgSym: "its player lays or upgrades a tile connected with C15 in every operating round and gets half of a run of two stops with it; " +
		"a company that buys it gets its treasury, $15 a round, and may take its place in C15",
	mohawk:    "its player may exchange it for a share from IPO or pool, or for half of a director's certificate",
	kalamazoo: "a company that buys it lays a yellow tile in E7 at once, and once in the game one more yellow tile for $20",
	camden:    "comes with a share of PRR",
}

// about tells what a private company pays, which hexes it keeps free, and what it can do. // 13.2
func about(private string) string {
	p := data.Private(private)
	text := "pays " + money(p.Income)
	if private == cobourgSym {
		text = "pays by its runs"
	}
	if len(p.Blocks) > 0 {
		text += "; a player with it keeps " + strings.Join(p.Blocks, ", ") + " free of tiles"
	}
	switch {
	case p.Kind == charterKind: // 28-AU-14, 28-PV-05
		text += fmt.Sprintf("; comes with 30%% of %s, closes when that has a train; no company buys it", companyOf(private))
	case powers[private] != "":
		text += "; " + powers[private]
	}
	return text
}

// open reports whether a private company is in play.
func (v view) open(private string) bool { return v.owner(private) != step.Out }

// close takes a private company out of the game. The C&P of a player leaves a
// blocking marker, and its money goes to the bank. // 13.2.1, 13.2.2.5; 28-CP-07
func (t *turn) close(private string) {
	if !t.open(private) {
		return
	}
	if private == cobourgSym && t.cobourgActs() {
		t.Pay(cobourgSym, engine.Bank, t.Cash(cobourgSym))
		t.replaceCobourg()
	}
	t.Move(step.Private(private), step.Out)
	t.Note("", "%s closes", private)
}

// closeWithTrain closes the private companies of $250 that belong to the shells of a company with a train.
// // 13.2.3; 28-PV-05, R-29
func (t *turn) closeWithTrain(sym string) {
	if len(t.trainsOf(sym)) == 0 {
		return
	}
	for _, shell := range t.shells(sym) {
		if p := privateOf(shell); data.Private(p) != nil {
			t.close(p)
		}
	}
}

// blockedBy returns the private company of a player that keeps a hex free of tiles, "" if there is none.
// // 13.2.1; 28-PV-02
func (v view) blockedBy(hex string) string {
	for _, p := range data.Blocking(hex) {
		if v.S.Seat(v.owner(p)) >= 0 {
			return p
		}
	}
	return ""
}

// saleable reports whether companies may buy private companies in this phase.
// // 13.2.1, 17; 28-PV-03, 28-PH-03
func (v view) saleable() bool {
	now := v.S.Get(phase)
	return now >= greenPhase && now <= brownPhase
}

// notPrivate says why the company may not buy a private company. // 13.2.1;
// 28-PV-03, 28-PV-05
func (t *turn) notPrivate(words []string) string {
	private := step.Word(words, 1)
	p := data.Private(private)
	price, ok := step.Number(words, 3)
	switch {
	case p == nil || len(words) != 4 || words[2] != "for" || !ok:
		return "say which private company, for how much"
	case !t.saleable():
		return "private companies are bought in the green, blue and brown phases (13.2.1)"
	case p.Kind == charterKind:
		return "a private company of $250 cannot be bought by a company (13.2.3)"
	case t.S.Seat(t.owner(private)) < 0:
		return "no player has " + private
	case price < 1 || price > 2*p.Value:
		return fmt.Sprintf("%s is bought for %s to %s (13.2.1)", private, money(1), money(2*p.Value))
	case price > t.Cash(t.Actor):
		return fmt.Sprintf("%s has only %s to pay for %s (13.2.1)", t.Actor, money(t.Cash(t.Actor)), private)
	}
	return ""
}

// buyPrivate buys a private company if its owner agrees. It asks at once for what comes with it. // 13.2.1;
// 28-PV-03, 28-PV-04, R-41
func (t *turn) buyPrivate(private string, price int) { // O-08
	if t.buysUnasked() {
		step.TakePrivate(t.Turn, t.Table, t.Actor, private, price)
	} else if !step.BuyPrivate(t.Turn, t.Table, t.Actor, private, price) {
		return
	}
	switch private {
	case kalamazoo:
		t.layAtAdrian()
	case cobourgSym:
		t.inherit()
	}
}

// adrian is the hex in which the E&K lays its first tile. // 13.2.2.7
const adrian = "E7"

// layAtAdrian lays the yellow tile that comes with the E&K, if one is left. It costs nothing and does not
// count as a tile of the turn. // 13.2.2.7; 28-PV-09
func (t *turn) layAtAdrian() {
	g := t.ground(step.Works{})
	lays := func() []engine.Option { return g.turnedAll(adrian, 0, nil) }
	choice := t.voice().Offers("lay", "lay the tile of E&K", lays, func(words []string) string { // O-09
		hex, tile, rot, why := t.LayWords(words)
		switch {
		case why != "":
			return why
		case hex.At != adrian:
			return "the tile of E&K is laid in " + adrian + " (13.2.2.7)"
		}
		return g.notPlainly(adrian, tile, rot)
	})
	if _, laid := t.Tile(adrian); laid || !step.Open(choice) {
		return
	}
	a := t.Ask("tile of E&K", choice)
	t.put(a.Arg(0), data.Map.Tile(a.Arg(1)), a.Int(2), 0, " with E&K")
}

// burlington is the hex in which the C&StL lays its tile. // 13.2.2.3
const burlington = "B24"

// champlain offers the tile of the C&StL. It may be laid at any time, costs nothing, needs no connection
// and does not count as a tile of the turn. // 13.2.2.3; 28-PV-07, R-37
func (t *turn) champlain() engine.Choice {
	g := t.ground(step.Works{})
	return t.voice().Offers("lay", "lay the tile of C&StL", func() []engine.Option { return t.champlainLays(g) },
		func(words []string) string {
			if len(words) != 5 || words[3] != "with" || words[4] != champlainSym {
				return "tiles are laid in the track step (8.3.1)"
			}
			return g.notChamplain(words)
		}) // O-05
}

func (t *turn) champlainLays(g ground) []engine.Option {
	if t.owner(champlainSym) != t.Actor {
		return nil
	}
	return g.turnedAll(burlington, 0, []string{"with", champlainSym})
}

// notChamplain says why the C&StL may not lay this tile.
func (g ground) notChamplain(words []string) string {
	hex, tile, rot, why := g.turn.LayWords(words[:3])
	_, laid := g.turn.Tile(burlington)
	switch {
	case why != "":
		return why
	case g.turn.owner(champlainSym) != g.turn.Actor:
		return g.turn.Actor + " does not own C&StL"
	case hex.At != burlington || laid || tile.Color != "yellow":
		return "C&StL lays a yellow tile in " + burlington + ", if none lies there (13.2.2.3)"
	}
	return g.notPlainly(burlington, tile, rot)
}

func (t *turn) layChamplain(a engine.Command) {
	t.put(a.Arg(0), data.Map.Tile(a.Arg(1)), a.Int(2), 0, " with C&StL")
}

// notPlainly says why a tile may not be laid on a hex by the chart, the supply and the track alone, whoever
// lays it.
func (g ground) notPlainly(at string, tile *board.Tile, rot int) string {
	left, limited := g.turn.TilesLeft(tile.ID)
	switch {
	case !slices.Contains(g.turn.chart(at), tile.ID):
		return g.turn.notOnChart(at)
	case limited && left == 0:
		return "no tile " + tile.ID + " is left (14.1)"
	}
	if _, err := g.land.Board().Fit(at, tile.ID, rot); err != nil {
		return err.Error() + " (14.3)"
	}
	return ""
}
