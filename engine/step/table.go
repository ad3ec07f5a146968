// Package step holds rule procedures and readings of the table that titles
// share. They take facts and small functions as parameters and know no title.
//
// The names of pieces and places are a convention of all titles and part of
// the stored log:
//
//	share:SYM:N   certificate N of a company, 0 the president's
//	token:SYM:N   station marker N of a company, or blocking marker
//	train:NAME:N  train N of a type
//	keep:SYM      the space kept for a company's home
//	private:SYM   a private company
//	directs:SYM   who directs a company without a president's certificate
//	card:P        the place of a player in the order of play
//	pass:P        a player's card for the row of those who passed
//	priority      the priority deal
//
//	p1, p2 ...    a player           SYM        a company's charter
//	pool          the bank pool      ipo:SYM    shares never yet sold
//	supply        trains on sale     out        out of the game
//	order         the order of play  passed     those who passed
//	G10.0         stop 0 of hex G10
//
// Names declares them.
package step

import (
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/market"
)

// Places that all titles have.
const (
	Pool   = "pool"
	Supply = "supply"
	Out    = "out"
)

// IPO is the place of a company's shares that were never sold.
func IPO(sym string) string { return "ipo:" + sym }

// Share names a certificate, Token a station marker, Train a train and Keep the
// marker on the space kept for a company's home.
func Share(sym string, n int) string { return "share:" + sym + ":" + strconv.Itoa(n) }

// Token names a station marker of a company.
func Token(sym string, n int) string { return "token:" + sym + ":" + strconv.Itoa(n) }

// Train names the n-th train of a type.
func Train(name string, n int) string { return "train:" + name + ":" + strconv.Itoa(n) }

// Keep names the marker on the space kept for a company's home.
func Keep(sym string) string { return "keep:" + sym }

// Blocking owns the station markers that belong to no company and block
// everybody: Token(Blocking, 1).
// // 28-SR-09, 43-ST-11, 20-TB-14
const Blocking = "blocked"

// Priority is the priority deal.
const Priority = "priority"

// Label returns the middle part of a piece's name: the company of a share or
// token, the type of a train.
func Label(piece string) string {
	from := strings.IndexByte(piece, ':') + 1
	if from == 0 {
		return ""
	}
	if n := strings.IndexByte(piece[from:], ':'); n >= 0 {
		return piece[from : from+n]
	}
	return piece[from:]
}

// A Table reads a game's table with the facts of its title.
type Table struct {
	S *engine.State
	F *facts.Title
	H *Holders // nil: players hold shares, the president's certificate directs
}

// Scores returns the scores of all players, given the worth of one.
func (t Table) Scores(worth func(player string) int) map[string]int {
	out := map[string]int{}
	for _, p := range t.S.Players() {
		out[p] = worth(p)
	}
	return out
}

// Worth returns a player's cash with the market price of their shares.
// // 20-GE-05; 28-EN-05; 43-GE-05; NE-EN-06, NE-EN-08
func (t Table) Worth(player string) int {
	n := t.S.Cash(player)
	for _, sym := range t.Priced() {
		n += t.Shares(player, sym) * t.Price(sym)
	}
	return n
}

// Priced returns the companies that have a marker on the market, in the order of the facts.
func (t Table) Priced() []string {
	return t.F.Syms(func(sym string) bool { return t.S.Cell(sym) != "" })
}

// InZone reports whether a company's marker lies in one of these zones of the market.
func (t Table) InZone(sym string, zones ...string) bool {
	c, ok := t.CellOf(sym)
	return ok && slices.ContainsFunc(zones, t.F.Market.At(c).Has)
}

// FaceValue returns the face value of the private companies at a place.
func (t Table) FaceValue(place string) int {
	n := 0
	for _, piece := range t.S.Kind(place, "private") {
		n += t.F.Private(Label(piece)).Value
	}
	return n
}

// Shares returns how many shares of a company lie at a place.
func (t Table) Shares(place, sym string) int {
	n := 0
	for _, p := range t.S.At(place) {
		if certifies(p, sym) {
			n += t.Weight(p)
		}
	}
	return n
}

// certifies reports whether a piece is a certificate of a company.
func certifies(piece, sym string) bool {
	rest, ok := strings.CutPrefix(piece, "share:")
	return ok && strings.HasPrefix(rest, sym) && strings.HasPrefix(rest[len(sym):], ":")
}

// Certificates returns the certificates of a company at a place in order of
// arrival.
func (t Table) Certificates(place, sym string) []string {
	var out []string
	for _, p := range t.S.At(place) {
		if certifies(p, sym) {
			out = append(out, p)
		}
	}
	return out
}

// Weight returns the number of shares on a certificate.
func (t Table) Weight(cert string) int {
	i := strings.LastIndexByte(cert, ':')
	n, _ := strconv.Atoi(cert[i+1:])
	return t.F.Company(Label(cert)).Shares[n]
}

// Single returns a certificate at a place that is not a president's: the first
// or the last to have come; "" if there is none.
func (t Table) Single(place, sym string, last bool) string {
	certs := t.Certificates(place, sym)
	if last {
		slices.Reverse(certs)
	}
	for _, c := range certs {
		if c != t.Office(sym) {
			return c
		}
	}
	return ""
}

// President returns the player who directs a company, "" when no player does.
func (t Table) President(sym string) string {
	if p := t.Director(sym); t.S.Seat(p) >= 0 {
		return p
	}
	return ""
}

// CertificateCount returns how many certificates a player holds.
func (t Table) CertificateCount(player string) int { return len(t.S.Kind(player, "share")) }

// Price returns the price or value of a company, 0 without a marker.
func (t Table) Price(sym string) int {
	if c, ok := t.CellOf(sym); ok {
		return t.F.Market.At(c).Price
	}
	return 0
}

// CellOf returns the market cell of a company's marker.
func (t Table) CellOf(sym string) (market.Cell, bool) {
	text := t.S.Cell(sym)
	if text == "" {
		return market.Cell{}, false
	}
	c, err := market.Parse(text)
	if err != nil {
		panic(err)
	}
	return c, true
}

// Trains returns the trains at a place in order of arrival.
func (t Table) Trains(place string) []string { return t.S.Kind(place, "train") }

// TrainNames returns the types of the trains at a place in order of arrival.
func (t Table) TrainNames(place string) []string {
	var out []string
	for _, p := range t.Trains(place) {
		out = append(out, Label(p))
	}
	return out
}

// TrainTypes returns the types of the trains at a place, each once, in order of arrival.
func (t Table) TrainTypes(place string) []string {
	var out []string
	for _, name := range t.TrainNames(place) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// TrainOf returns the first train of a type at a place, "" for none.
func (t Table) TrainOf(place, name string) string {
	for _, p := range t.Trains(place) {
		if Label(p) == name {
			return p
		}
	}
	return ""
}

// Phase returns the phase the game is in.
func (t Table) Phase() facts.Phase { return t.F.Phases[t.S.Get(phase)] }

// Tokens returns the station markers on a company's charter.
func (t Table) Tokens(sym string) []string {
	var out []string
	for _, p := range t.S.Kind(sym, "token") {
		if Label(p) == sym {
			out = append(out, p)
		}
	}
	return out
}

// TokenCount returns how many station markers a company has on the map and on its charter.
// // 17-IP-13; 20-TO-21
func (t Table) TokenCount(sym string) int { return len(t.Stations(sym)) + len(t.Tokens(sym)) }

// TokenAt returns the first station marker of a company at a place, "" for none.
func (t Table) TokenAt(sym, place string) string {
	for n := range t.F.Company(sym).Stations {
		if t.S.Where(Token(sym, n)) == place {
			return Token(sym, n)
		}
	}
	return ""
}

// NextMarker names the next station marker of which there are any number, such as those of Blocking: the first
// that is nowhere yet.
// // 28-SR-09; 20-BR-10
func (t Table) NextMarker(of string) string {
	n := 0
	for t.S.Where(Token(of, n)) != "" {
		n++
	}
	return Token(of, n)
}

// Stations returns the stops that hold a company's markers, sorted.
func (t Table) Stations(sym string) []board.Spot {
	var out []board.Spot
	for n := range t.F.Company(sym).Stations {
		if s, ok := board.ParseSpot(t.S.Where(Token(sym, n))); ok {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b board.Spot) int { return strings.Compare(a.String(), b.String()) })
	return out
}

// Board returns the map with the tiles that lie on it.
func (t Table) Board() *board.Board {
	return t.F.Map.On(func(hex string) (string, int, bool) {
		l, ok := t.S.Tile(hex)
		return l.Tile, l.Rot, ok
	})
}

// Holds reports whether a company has a marker at a stop.
func (t Table) Holds(sym string, at board.Spot) bool {
	return slices.ContainsFunc(t.S.Kind(at.String(), "token"), func(p string) bool { return Label(p) == sym })
}

// Blocks returns which stops are full of other companies' markers: a route of
// the company may end there but not pass.
func (t Table) Blocks(b *board.Board, sym string) func(board.Spot) bool {
	return func(at board.Spot) bool {
		st := b.Stop(at)
		return st.Kind == board.City && st.Slots > 0 && len(t.S.Kind(at.String(), "token")) >= st.Slots && !t.Holds(sym, at)
	}
}

// Space returns how many station spaces at a stop are neither taken nor
// reserved.
func (t Table) Space(b *board.Board, at board.Spot) int {
	return b.Stop(at).Slots - len(t.S.At(at.String()))
}

// Reach returns what the routes of a company come to.
func (t Table) Reach(b *board.Board, sym string) *board.Reach {
	return b.Reach(t.Stations(sym), t.Blocks(b, sym))
}

// TilesLeft returns how many tiles of a number are left; ok is false when they
// never run out.
func (t Table) TilesLeft(id string) (n int, limited bool) {
	count := t.F.Map.Tile(id).Count
	return count - t.S.TileCount(id), count > 0
}
