package t1817

import (
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/market"
	"pbem/engine/step"
)

// inOrder returns the companies in play in operating order: higher price first,
// in one cell the first to have come. // 6.2; 17-OR-02
func (v view) inOrder() []string {
	var out []string
	for _, c := range data.Companies {
		if v.S.Cell(c.Sym) != "" {
			out = append(out, c.Sym)
		}
	}
	return v.ByPrice(out)
}

// zone returns the zone of the market a company is in, noZone when it is not
// in play. // R-02
func (v view) zone(sym string) int {
	c, ok := v.CellOf(sym)
	switch {
	case !ok:
		return noZone
	case data.Market.At(c).Has("red"):
		return redZone
	case data.Market.At(c).Has("gray"):
		return grayZone
	}
	return normalZone
}

func (v view) normal(sym string) bool { return v.zone(sym) == normalZone }

func (v view) red(sym string) bool { return v.zone(sym) == redZone }

// The columns of the market's one row. // 1.2.2
const (
	redCol      = 0
	leftmostCol = 1 // of the gray cells
)

func cell(col int) string { return market.Cell{Col: col}.String() }

// colFor returns the column of the highest price that is not above the limit.
func colFor(limit int) int { return market.Row{Market: data.Market}.Find(limit) }

// shift moves a price n cells to the right, or left when negative, no further
// than the leftmost gray cell and 600. It comes to lie behind the others in its
// cell. // 1.2.5, 5.7, 6.2, 6.6; 17-CO-01, 17-DV-06, 17-SE-06
func (t *turn) shift(sym string, n int) {
	to, moves := t.shifted(sym, n)
	if !moves {
		return
	}
	before := t.priceWord(sym)
	t.Put(sym, cell(to))
	t.Note(sym, "price %s > %s", before, t.priceWord(sym))
}

// shifted returns the column that a shift of n cells leads to, and whether the
// marker moves at all.
func (v view) shifted(sym string, n int) (to int, moves bool) {
	c, _ := v.CellOf(sym)
	to = max(leftmostCol, min(c.Col+n, len(data.Market.Cells[0])-1))
	return to, n != 0 && to != c.Col && (c.Col != redCol || n > 0)
}

// priceWord is a company's price for people.
func (v view) priceWord(sym string) string {
	c, ok := v.CellOf(sym)
	if !ok {
		return money(0)
	}
	return wordAt(c.Col)
}

// wordAt is the price of a column for people.
func wordAt(col int) string {
	switch space := data.Market.At(market.Cell{Col: col}); {
	case space.Has("red"):
		return "liquidation"
	case space.Has("gray"):
		return "acquisition"
	default:
		return money(space.Price)
	}
}

// liquidate puts a company into the red cell. // 6.8, 6.10
func (t *turn) liquidate(sym, why string) {
	t.Put(sym, cell(redCol))
	t.Note(sym, "%s: it is put into liquidation", why)
}

// size returns the number of shares of a company.
func (v view) size(sym string) int { return v.S.Get(size + sym) }

// shorts returns how many short shares of a company lie at a place.
func (v view) shorts(place, sym string) int { return len(v.shortsAt(place, sym)) }

func (v view) shortsAt(place, sym string) []string {
	var out []string
	for _, p := range v.S.Kind(place, "short") {
		if step.Label(p) == sym {
			out = append(out, p)
		}
	}
	return out
}

// shortsInPlay counts a company's short shares of players and market. // R-38
func (v view) shortsInPlay(sym string) int {
	n := v.shorts(step.Pool, sym)
	for _, p := range v.S.Players() {
		n += v.shorts(p, sym)
	}
	return n
}

// loans returns the number of loans at a place: a company, the Bank of New
// York, or what is set aside.
func (v view) loans(place string) int { return len(v.S.Kind(place, "loan")) }

// loansOut returns how many loans all companies have taken.
func (v view) loansOut() int { return loanCount - v.loans(loans) }

// borrowable returns how many loans a company may take now. // 1.2.5;
// 17-LN-02, R-13
func (v view) borrowable(sym string) int {
	return max(0, min(v.size(sym)-v.loans(sym), v.loans(loans)))
}

// solvent returns the players who are not bankrupt, in seat order.
func (v view) solvent() []string {
	return slices.DeleteFunc(v.S.Players(), func(p string) bool { return v.S.Get(bankrupt+p) == 1 })
}

// after returns the solvent players clockwise from the left of p, p the last
// if still in the game. // 17-BK-07
func (v view) after(p string) []string {
	return slices.DeleteFunc(v.Following(p), func(q string) bool { return v.S.Get(bankrupt+q) == 1 })
}

// leftOf returns the next solvent player clockwise.
func (v view) leftOf(p string) string { return v.after(p)[0] }

// certLimit is the certificate limit for the players still in the game.
// // 4.1, 7.4; 17-SU-02, 17-BK-01, R-35
func (v view) certLimit() int {
	seats, ok := data.SeatsFor(len(v.solvent()))
	if !ok {
		seats, _ = data.SeatsFor(fewestPlayers)
	}
	return seats.Certificates
}

// mayHoldMore reports whether a player may take one more certificate. // 5.1;
// 17-LM-01, 17-LM-02
func (v view) mayHoldMore(p string) bool { return v.CertificateCount(p) < v.certLimit() }

// owner returns who has a private company: a player, a company, or a place.
func (v view) owner(private string) string { return v.S.Where(piece(private)) }

func piece(private string) string { return "private:" + private }

// privates returns the private companies at a place in order of arrival.
func (v view) privates(place string) []string {
	var out []string
	for _, p := range v.S.Kind(place, "private") {
		out = append(out, step.Label(p))
	}
	return out
}

// ownsKind reports whether a company owns a private of a kind.
func (v view) ownsKind(sym, kind string) bool {
	return slices.ContainsFunc(v.privates(sym), func(p string) bool { return data.Private(p).Kind == kind })
}

// speaker returns who decides for a company: its president, or for a company
// that lost its president the next solvent player left of the bankrupt.
// // 7.4; 17-BK-07
func (v view) speaker(sym string) string {
	if p := v.President(sym); p != "" {
		return p
	}
	return v.leftOf(engine.PlayerID(max(0, v.S.Get(leftBy+sym)-1)))
}

// count returns how many station markers a company has on map and charter.
// // 17-IP-13
func (v view) count(sym string) int {
	n := 0
	for i := range data.Company(sym).Stations {
		if at := v.S.Where(step.Token(sym, i)); at != box {
			n++
		}
	}
	return n
}

// boxed returns a marker of a company that it has not bought, "" for none.
func (v view) boxed(sym string) string {
	for i := range data.Company(sym).Stations {
		if tok := step.Token(sym, i); v.S.Where(tok) == box {
			return tok
		}
	}
	return ""
}

// spotOf returns where a piece stands on the map.
func (v view) spotOf(piece string) (board.Spot, bool) { return board.ParseSpot(v.S.Where(piece)) }
