package t18newengland

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// nextInDraft takes the players in snake order, forwards and then backwards. It ends the draft when
// all have passed since somebody last reserved a minor or set a value. // 9
func nextInDraft(s *engine.State, _ string) string {
	players := s.Players()
	if !slices.ContainsFunc(players, func(p string) bool { return s.Get(passed.Of(p)) == 0 }) { // NE-DR-14, NE-RUL-04
		return ""
	}
	n := len(players)
	i := s.Get(draftTurn) % (2 * n) // NE-DR-01
	if i < n {
		return players[i]
	}
	return players[2*n-1-i]
}

// draftTurnStep is one turn of the draft: the player reserves a minor, sets a value, relinquishes
// or passes. // 9; NE-DR-02
func draftTurnStep(t *turn) {
	p := t.Actor
	t.Set(draftTurn, t.Get(draftTurn)+1)
	if t.draftSkipped(p) {
		t.Set(passed.Of(p), 1)
		return
	}
	switch a := t.Ask("draft", t.draftChoices(p)...); a.Verb {
	case "reserve":
		t.reserve(p, a.Arg(0))
		t.draftActed()
	case "value":
		t.start(p, a)
		t.draftActed()
	case "relinquish":
		t.relinquish(p)
	case "pass":
		t.Set(passed.Of(p), 1) // NE-DR-13
		t.Note(p, "passed")
	}
}

// draftChoices lists what the player may do. A player with reservations relinquishes instead of
// passing. // 9
func (t *turn) draftChoices(p string) []engine.Choice {
	choices := []engine.Choice{
		step.Tells(step.Ruled(p, "", "reserve", "keep a minor for yourself", minors, func(words []string) string { return t.notReserved(p, words) }),
			func() string {
				return "no minor is left to reserve: all are reserved or running, or come with Phase 3 (7.1, 9)"
			}), // D1
		t.starting("value", "start a reserved minor", func() []engine.Option { return t.spaces(t.reservations(p)) },
			func(words []string) string { return t.notValued(p, words) }), // D2
	}
	if len(t.reservations(p)) > 0 {
		return append(choices, engine.Bare(p, "relinquish", "give up your reservations and pass from now on"), // D3
			step.Barred(p, "", "pass", "you hold a reservation: start it or relinquish (9)")) // NE-DR-12
	}
	return append(choices, engine.Bare(p, "pass", ""), step.Barred(p, "", "relinquish", "you have no reservation to give up (9)")) // D4
}

// draftSkipped reports whether a player passes without being asked: they have relinquished, or can
// do nothing. It frees reservations that they cannot pay for. // 9
func (t *turn) draftSkipped(p string) bool {
	if t.Get(resigned.Of(p)) == 1 { // NE-DR-10
		return true
	}
	mine := t.reservations(p)
	if t.Cash(p) >= 2*t.cheapestSpace() && (len(mine) > 0 || len(t.S.Kind(offered, "share")) > 0 || t.asksToPass()) { // NE-DR-04, NE-RUL-01
		return false
	}
	if len(mine) > 0 { // NE-RUL-02
		t.relinquish(p)
	}
	return true // NE-RUL-05
}

func minors() []engine.Option {
	var out []engine.Option
	for _, c := range data.Companies {
		if c.Kind == minor {
			out = append(out, engine.Option{Args: []string{c.Sym}, Label: c.Name + ", " + data.Map.Hex(c.Home).Name})
		}
	}
	return out
}

// notReserved says why a player may not reserve a minor. // 9
func (v view) notReserved(p string, words []string) string {
	sym := step.Word(words, 0)
	share := step.Share(sym, 0)
	switch {
	case len(words) != 1 || !known(sym, minor):
		return "say which minor to reserve"
	case slices.Contains(v.reservations(p), sym):
		return "you have reserved " + sym + " already"
	case v.President(sym) != "": // NE-DR-03
		return sym + " is already running"
	case v.S.Where(share) == offered || v.reservesAnything():
		return ""
	case v.S.Where(share) == later: // NE-DR-09
		return sym + " comes with Phase 3 (7.1)"
	}
	return sym + " is reserved by another player (9)" // NE-DR-05
}

// notValued says why a player may not start the minor on the space. // 9;
// NE-DR-07
func (v view) notValued(p string, words []string) string {
	sym := step.Word(words, 0)
	switch {
	case !known(sym, minor) && len(v.reservations(p)) == 0:
		return "you have reserved no minor that you could start (9)"
	case !known(sym, minor):
		return sayStart
	case !slices.Contains(v.reservations(p), sym):
		return "you have not reserved " + sym + " (9)"
	}
	return v.notSpace(p, words)
}

// reserve keeps a minor for a player. A player may reserve several. // 9; NE-DR-06
func (t *turn) reserve(p, sym string) {
	if share := step.Share(sym, 0); t.Where(share) == offered {
		t.Move(share, reserved(p))
	} else {
		t.Set(claim.Of(p, sym), 1) // DIF-20
	}
	t.Note(p, "reserved %s", sym)
}

// reservations returns the minors that a player has reserved and not started.
func (v view) reservations(p string) []string {
	var out []string
	for _, share := range v.S.Kind(reserved(p), "share") {
		out = append(out, step.Label(share))
	}
	return append(out, v.claims(p)...)
}

// relinquish frees all reservations of a player, who passes for the rest of the draft. Minors that
// were started stay. // 9; NE-DR-10, NE-DR-11
func (t *turn) relinquish(p string) {
	for _, sym := range t.reservations(p) {
		if share := step.Share(sym, 0); t.Where(share) == reserved(p) {
			t.Move(share, offered)
		}
		t.Set(claim.Of(p, sym), 0)
	}
	t.Set(resigned.Of(p), 1)
	t.Set(passed.Of(p), 1) // NE-RUL-03, DIF-28
	t.Note(p, "gave up all reservations and passes for the rest of the draft")
}

// draftActed gives everybody another turn, also those who passed. // 9; NE-DR-14
func (t *turn) draftActed() {
	for _, p := range t.Players() {
		t.Set(passed.Of(p), 0)
	}
}

// afterDraft gives the priority deal to the player with the most cash, and sells every minor its
// first train. startOperating places the homes. // 9
func afterDraft(t *turn) {
	richest := t.Players()[0]
	for _, p := range t.Players() {
		if t.Cash(p) > t.Cash(richest) { // NE-DR-15
			richest = p
		}
	}
	t.Move(step.Priority, richest)
	t.Note(richest, "has the most cash and takes the priority deal")
	first := data.Trains[0]
	for _, sym := range t.minorsInOrder() { // NE-DR-16
		t.Pay(sym, engine.Bank, first.Price)
		t.Move(t.TrainOf(step.Supply, first.Name), sym)
	}
	if len(t.minorsInOrder()) > 0 {
		t.Note("", "Every minor bought %s for %s", step.ATrain(first.Name), money(first.Price))
	}
}

// ready returns the facts by which a running minor comes to its turn: in the draft all minors buy the first
// train, and its home is placed. // 9; NE-DR-16, NE-DR-17, NE-RUL-07
func ready(s *engine.State, company string) (facts []engine.Event) {
	if slices.ContainsFunc(s.Stack, func(f engine.Frame) bool { return f.Step == "draft" }) {
		first, left := data.Trains[0], see(s).Trains(step.Supply)
		for i, sym := range see(s).minorsInOrder() {
			facts = append(facts, engine.Paid{From: sym, To: engine.Bank, Amount: first.Price}, engine.Moved{Piece: left[i], From: step.Supply, To: sym})
		}
	}
	if marker := step.Token(company, 0); isMinor(company) && slices.Contains(see(s).Tokens(company), marker) {
		facts = append(facts, engine.Moved{Piece: marker, From: company, To: s.Where(step.Keep(company))},
			engine.Moved{Piece: step.Keep(company), From: s.Where(step.Keep(company)), To: step.Out})
	}
	return facts
}
