package t1828

import (
	"strconv"

	"pbem/engine"
	"pbem/engine/step"
)

// coalPrice is what a coal marker costs in the coalfields. // 8.3, 16.1
const coalPrice = 120

// coal names a coal marker.
func coal(n int) string { return "coal:" + strconv.Itoa(n) }

// coalAt returns the coal markers at a place.
func (v view) coalAt(place string) []string { return v.S.Kind(place, "coal") }

// hasCoal reports whether a company may use the coalfields. // 16; 28-CO-04,
// 28-RU-06, R-34
func (v view) hasCoal(sym string) bool { return len(v.coalAt(sym)) > 0 }

// notCoal says why the company may not buy coal. // 8.3, 16.1; 28-CO-01, 28-CO-02
func (t *turn) notCoal(words []string) string {
	sym := t.Actor
	switch b := t.Board(); {
	case len(words) != 1:
		return "say only: buy coal"
	case t.hasCoal(sym):
		return sym + " has a coal marker, and may have only one (16.1)"
	case len(t.coalAt(coalfields)) == 0:
		return "there is no coal marker left in " + t.HexName(coalfields) + " (16.1)"
	case t.Cash(sym) < coalPrice:
		return "coal costs " + money(coalPrice) + ", but " + sym + " has " + money(t.Cash(sym)) + " (16.1)"
	case !t.reach(b, sym).Stop(coalStop):
		return "no track leads from a station of " + sym + " to " + t.HexName(coalfields) + " (16.1)"
	}
	return ""
}

// buyCoal buys a coal marker. // 16.1; 28-CO-02
func (t *turn) buyCoal() { // O-10
	t.Pay(t.Actor, engine.Bank, coalPrice)
	t.Move(t.coalAt(coalfields)[0], t.Actor)
	t.Note(t.Actor, "bought a coal marker for %s", money(coalPrice))
}

// mineTunnel gives the coal marker of the tunnel to the company that builds it. If that company has a coal
// marker, or may not have one, the marker goes to the coalfields. // 14.3.1.2, 16.1; 28-CO-03, R-38
func (t *turn) mineTunnel(sym string) {
	for _, marker := range t.coalAt(tunnel) {
		if t.swallows(sym) {
			t.Move(marker, step.Out)
			continue
		}
		if data.Company(sym) == nil || t.hasCoal(sym) {
			t.Move(marker, coalfields)
			continue
		}
		t.Move(marker, sym)
		t.Note(sym, "has the coal marker of the tunnel")
	}
}

// oneCoal returns the second coal marker of a new system. // 7.5.2, 13.4; 28-MG-07
func (t *turn) oneCoal(sym string) {
	for _, marker := range t.coalAt(sym)[min(1, len(t.coalAt(sym))):] {
		t.Move(marker, coalfields)
		t.Note(sym, "returned a coal marker")
	}
}
