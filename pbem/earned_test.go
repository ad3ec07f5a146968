package pbem

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/table"
)

// What was earned through the game comes with the position to who asks for it, in every kind of round; with no
// other answer, and not to readers of plain text.
func TestEarningsInMails(t *testing.T) {
	log := storedGame(t, "../titles/18newengland/testdata/v1/73885.log.gz")
	ti := titleOf(t, "18newengland")
	has := func(m sent) bool { return strings.Contains(string(m.raw), "Incomes and holdings") }
	seen := map[string]bool{}
	for i, e := range log {
		said, ok := e.(engine.Said)
		if !ok || len(seen) == 2 || i < len(log)/2 {
			continue
		}
		operating := ti.Position(engine.Fold(log[:i])).Operating
		kind := map[bool]string{true: "operating", false: "stock"}[operating]
		if seen[kind] {
			continue
		}
		seen[kind] = true
		d := newTestService(t)
		var who []table.Seat
		for _, p := range engine.Fold(log[:i]).Players() {
			who = append(who, table.Seat{Name: "Player " + p, Address: p + "@example.org"})
		}
		d.seatAt(ti, "g1", log[:i], who)
		d.flush()
		other := slices.IndexFunc(who, func(s table.Seat) bool { return s.Name != "Player "+said.By })
		for _, ask := range []struct {
			by   string
			line string
			want bool
		}{{said.By, "status", true}, {who[other].Address[:2], "status", true}, {said.By, "choices", false}, {said.By, "set mail plain", false}, {said.By, "status", false}} {
			d.receive(d.mail(ask.by+"@example.org", "g1."+ask.by, kind+ask.line+ask.by, ask.line), "answered")
			for _, m := range d.flush() {
				if has(m) != ask.want {
					t.Errorf("%s, %s of %s: the table is there: %v", kind, ask.line, ask.by, has(m))
				}
			}
		}
	}
}
