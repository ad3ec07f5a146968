package t1820

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// holders tells who may hold shares: players and cousins. A marker shows who directs a company.
// // 13.4, 14.1; 20-DR-01, 20-CO-01
var holders = &step.Holders{
	Order:   func(t step.Table) []string { return append(t.Order(), view{t}.cousins()...) },
	Speaker: func(t step.Table, holder string) string { return view{t}.speaker(holder) },
	Office:  func(_ step.Table, sym string) string { return step.Directs(sym) },
}

// cousin returns the name of a cousin's card.
func cousin(sym string) string { return "private:" + sym }

// cousins returns the cousins that players have, in the order blue, brown, green and red.
// // 10.3; 20-SE-03, 20-RU-42
func (v view) cousins() []string {
	return data.PrivateSyms(func(sym string) bool { return v.S.Seat(v.S.Where(cousin(sym))) >= 0 })
}

// cousinsOf returns the cousins of a player.
func (v view) cousinsOf(p string) []string {
	return slices.DeleteFunc(v.cousins(), func(c string) bool { return v.S.Where(cousin(c)) != p })
}

func (v view) isCousin(holder string) bool { return slices.Contains(v.cousins(), holder) }

// speaker returns the player who answers for a holder, "" if there is none.
func (v view) speaker(holder string) string {
	if v.S.Seat(holder) >= 0 {
		return holder
	}
	if at := v.S.Where(cousin(holder)); v.S.Seat(at) >= 0 {
		return at
	}
	return ""
}

// active reports whether a cousin holds shares of a public company. Then the company may use its
// power. // 14.1; 20-CO-05
func (v view) active(power, sym string) bool {
	return v.Shares(power, sym) > 0
}

// named returns the name of a holder for notes.
func (v view) named(holder string) string { return v.S.PlayerName(holder) }

// heirs returns who would direct a company after a holder: the player with the most shares, and
// among equals the next in number order. If only cousins have the most shares, it returns all of
// them. // 13.4; 20-DR-02, 20-DR-03, 20-RU-18
func (v view) heirs(p, sym string) []string {
	most := 0
	for _, h := range v.Holders() {
		if h != p {
			most = max(most, v.Shares(h, sym))
		}
	}
	if most == 0 {
		return nil
	}
	has := func(h string) bool { return h != p && v.Shares(h, sym) == most }
	for _, q := range v.Following(v.speaker(p)) {
		if has(q) {
			return []string{q}
		}
	}
	return slices.DeleteFunc(v.cousins(), func(c string) bool { return !has(c) })
}

// succeed gives a company to a new director if the old one has sold shares and another holder now
// has more. Among equal cousins the seller's player chooses. // 13.4; 20-DR-02, 20-DR-03
func (t *turn) succeed(sym, seller string) {
	if t.Director(sym) != seller {
		return
	}
	heirs := t.heirs(seller, sym)
	if len(heirs) == 0 || t.Shares(heirs[0], sym) <= t.Shares(seller, sym) {
		return
	}
	t.crown(sym, t.choose(t.speaker(seller), sym, heirs))
}

// choose asks a player which of several cousins directs a company. If there is only one, nobody is
// asked. // 13.4; 20-DR-03, 20-DC-49
func (t *turn) choose(by, sym string, heirs []string) string {
	if len(heirs) == 1 || by == "" {
		return heirs[0]
	}
	var options []engine.Option
	for _, h := range heirs {
		options = append(options, engine.Option{Args: []string{h}})
	}
	return t.Ask("director", step.Offer(by, sym, "direct", "say which cousin directs "+sym, step.Fixed(options),
		func([]string) string {
			return "say which of the cousins with the most shares directs " + sym + " (13.4)"
		})).Arg(0)
}

// crown makes a holder the director of a company.
func (t *turn) crown(sym, holder string) {
	if t.Where(step.Directs(sym)) != holder {
		t.Move(step.Directs(sym), holder)
		t.Note(holder, "directs %s", sym)
	}
}

// bought checks the director after a holder has bought shares. A player who has more than the
// director takes over, even if others have as many. Cousins never take over.
// // 13.4; 20-DR-01, 20-RU-18, 20-RU-84
func (t *turn) bought(sym, holder string) {
	if t.Seat(holder) >= 0 && sym != british && t.Shares(holder, sym) > t.Shares(t.Director(sym), sym) {
		t.crown(sym, holder)
	}
}

// handOver moves single shares from one place to another.
func (t *turn) handOver(sym, from, to string, n int) {
	for range n {
		t.Move(t.Single(from, sym, false), to)
	}
}
