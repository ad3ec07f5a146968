package step

import (
	"slices"
	"strings"

	"pbem/engine"
)

// Holders are a title's own answers to who may hold shares and who decides. A
// title whose shares are held by players alone, and directed by the holder of the
// president's certificate, has none. Each answer may be nil, for the usual one.
// // 20-DR, 20-CO, 20-BR
type Holders struct {
	// Order returns all who may hold shares: the players in order of play, then
	// others, such as cousins. Default: the players.
	Order func(t Table) []string
	// Speaker returns the player who answers for a holder. Default: the holder.
	Speaker func(t Table, holder string) string
	// Office returns the piece whose holder directs a company. Default: the
	// president's certificate; a company without one has Directs(sym).
	Office func(t Table, sym string) string
	// MayDirect reports whether a holder could take the office over. Default: a
	// holder with at least as many shares as are on the president's certificate,
	// and at least one.
	MayDirect func(t Table, holder, sym string) bool
}

// Directs names the marker of the director of a company that has no president's
// certificate.
func Directs(sym string) string { return "directs:" + sym }

// Holders returns all who may hold shares, in order of play.
func (t Table) Holders() []string {
	if t.H == nil || t.H.Order == nil {
		return t.Order()
	}
	return t.H.Order(t)
}

// Held returns how many shares of a company all of them have.
func (t Table) Held(sym string) int {
	n := 0
	for _, h := range t.Holders() {
		n += t.Shares(h, sym)
	}
	return n
}

// Speaker returns the player who answers for a holder, "" for nobody.
func (t Table) Speaker(holder string) string {
	switch {
	case t.H != nil && t.H.Speaker != nil:
		return t.H.Speaker(t, holder)
	case t.S.Seat(holder) >= 0:
		return holder
	}
	return ""
}

// Office returns the piece whose holder directs a company.
func (t Table) Office(sym string) string {
	if t.H == nil || t.H.Office == nil {
		return Share(sym, 0)
	}
	return t.H.Office(t, sym)
}

// Director returns the holder who directs a company, who need not be a player;
// "" for nobody.
func (t Table) Director(sym string) string {
	at := t.S.Where(t.Office(sym))
	if t.S.Seat(at) >= 0 || t.H != nil && slices.Contains(t.Holders(), at) {
		return at
	}
	return ""
}

// MayDirect reports whether a holder could take over the office of a company.
func (t Table) MayDirect(holder, sym string) bool {
	if t.H != nil && t.H.MayDirect != nil {
		return t.H.MayDirect(t, holder, sym)
	}
	return t.Shares(holder, sym) >= t.officeWeight(sym)
}

// certified reports whether the office of a company is one of its share certificates.
func (t Table) certified(sym string) bool { return strings.HasPrefix(t.Office(sym), "share:") }

// officeWeight returns the number of shares that the office needs.
func (t Table) officeWeight(sym string) int {
	if t.certified(sym) {
		return t.Weight(t.Office(sym))
	}
	return 1
}

// Overtake makes a holder director who has more shares than the director now,
// after a purchase, a gift or an exchange. A president's certificate that no holder
// has is bought, and cannot be overtaken.
// // 28-BU-06, 28-MG-23; 43-SR-19
func Overtake(t *engine.Turn, tb Table, sym, holder string) {
	old := tb.Director(sym)
	if holder == "" || old == "" && tb.certified(sym) || !tb.MayDirect(holder, sym) || tb.Shares(holder, sym) <= tb.Shares(old, sym) {
		return
	}
	Crown(t, tb, sym, old, holder)
}

// SellableAsDirector is how many shares of a company a holder may part with and
// still direct it; who does not direct it may part with all.
// // 28-EM-02, 43-EM-04, 20-TB-07, NE-EM-04
func (t Table) SellableAsDirector(p, sym string) int {
	have := t.Shares(p, sym)
	if t.Director(sym) != p {
		return have
	}
	least := t.officeWeight(sym)
	if heir := t.Heir(p, sym); heir != "" {
		least = max(least, t.Shares(heir, sym))
	}
	return max(0, have-least)
}

// Spare is how many shares of a company a holder may part with: a director without
// an heir keeps the office, which nobody else could take.
// // 1817 5.2; 18NewEngland 10.4, 10.5
func (t Table) Spare(p, sym string) int {
	have := t.Shares(p, sym)
	if t.Director(sym) == p && t.Heir(p, sym) == "" {
		return have - t.officeWeight(sym)
	}
	return have
}
