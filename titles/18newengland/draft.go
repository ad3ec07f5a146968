package t18newengland

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// nextInDraft takes the players in a snake until all have passed since the
// last who reserved or set a value. // 9; NE-DR-01, NE-DR-14, NE-RUL-04
func nextInDraft(s *engine.State, _ string) string {
	players := s.Players()
	all := true
	for _, p := range players {
		all = all && s.Get(passed+p) == 1
	}
	if all {
		return ""
	}
	n := len(players)
	if i := s.Get(draftTurn) % (2 * n); i < n {
		return players[i]
	} else {
		return players[2*n-1-i]
	}
}

// draftTurnStep is one turn of the draft: reserve, set a value, relinquish or
// pass. // 9; NE-DR-02
func draftTurnStep(t *turn) {
	p := t.Actor
	t.Set(draftTurn, t.Get(draftTurn)+1)
	if t.draftSkipped() {
		t.Set(passed+p, 1)
		return
	}
	switch a := t.Ask(t.draftChoices(p)...); a.Verb {
	case "reserve":
		t.reserve(p, a.Arg(0))
		t.draftActed()
	case "value":
		t.start(p, a)
		t.draftActed()
	case "relinquish":
		t.relinquish()
	case "pass": // NE-DR-13
		t.Set(passed+p, 1)
		t.Note(p, "passed")
	}
}

// draftChoices lists what the player may do; who holds reservations gives them
// up instead of passing. // 9; NE-DR-02, NE-DR-12
func (t *turn) draftChoices(p string) []engine.Choice {
	choices := []engine.Choice{
		step.Offer(p, "", "reserve", "keep a minor for yourself", t.reservable, t.notReservable), // D1
		t.spaceChoice("value", "start a reserved minor", t.draftValues, t.notReserved),           // D2
	}
	if len(t.reservations(p)) > 0 {
		return append(choices, engine.Bare(p, "relinquish", "give up your reservations and pass from now on"), // D3
			step.Barred(p, "", "pass", "you hold a reservation: start it or relinquish (9)"))
	}
	return append(choices, engine.Bare(p, "pass", ""), step.Barred(p, "", "relinquish", "you have no reservation to give up (9)")) // D4
}

// draftSkipped passes for a player who gave up or has no legal act. // 9;
// NE-DR-10, NE-RUL-02, NE-RUL-05
func (t *turn) draftSkipped() bool {
	p := t.Actor
	if t.Get(resigned+p) == 1 {
		return true
	}
	mine := t.reservations(p)
	if t.Cash(p) >= 2*t.cheapestSpace() && (len(mine) > 0 || len(t.S.Kind(offered, "share")) > 0 || t.option(askPasses)) {
		return false
	}
	if len(mine) > 0 {
		t.relinquish()
	}
	return true
}

// reserve keeps a minor for a player. // 9; NE-DR-03, NE-DR-05, NE-DR-06
func (t *turn) reserve(p, sym string) {
	if share := step.Share(sym, 0); t.Where(share) == offered {
		t.Move(share, reserved(p))
	} else { // DIF-20
		t.Set(claim+p+":"+sym, 1)
	}
	t.Note(p, "reserved %s", sym)
}

// reservations returns the minors a player has reserved and not started.
func (t *turn) reservations(p string) []string { return reservations(t.State, p) }

func reservations(s *engine.State, p string) []string {
	var out []string
	for _, share := range s.Kind(reserved(p), "share") {
		out = append(out, step.Label(share))
	}
	for _, c := range data.Companies {
		if s.Get(claim+p+":"+c.Sym) == 1 && table(s).President(c.Sym) == "" {
			out = append(out, c.Sym)
		}
	}
	return out
}

// relinquish frees all reservations of the player, who is out of the draft.
// // 9; NE-DR-10, NE-DR-11, NE-RUL-03, DIF-28
func (t *turn) relinquish() {
	p := t.Actor
	for _, sym := range t.reservations(p) {
		if share := step.Share(sym, 0); t.Where(share) == reserved(p) {
			t.Move(share, offered)
		}
		t.Set(claim+p+":"+sym, 0)
	}
	t.Set(resigned+p, 1)
	t.Set(passed+p, 1)
	t.Note(p, "gave up all reservations and passes for the rest of the draft")
}

// draftActed lets everybody have another turn.
func (t *turn) draftActed() {
	for _, p := range t.Players() {
		t.Set(passed+p, 0)
	}
}

// reservable lists the minors nobody has reserved or started. // 9; NE-DR-03,
// NE-DR-09
func (t *turn) reservable() []engine.Option {
	var out []engine.Option
	for _, c := range data.Companies {
		if t.notReservable([]string{c.Sym}) == "" {
			out = append(out, engine.Option{Args: []string{c.Sym}, Label: c.Name + ", " + data.Map.Hex(c.Home).Name})
		}
	}
	return out
}

// notReservable says why the player may not reserve a minor, "" when they may:
// the cash is compared with the cheapest free value, whatever else they have
// reserved. // 9; NE-DR-03, NE-DR-04, NE-DR-05, NE-DR-09, NE-RUL-01
func (t *turn) notReservable(words []string) string {
	p, sym := t.Actor, step.Word(words, 0)
	share := step.Share(sym, 0)
	switch need := 2 * t.cheapestSpace(); {
	case len(words) != 1 || !known(sym, minor):
		return "say which minor to reserve"
	case slices.Contains(t.reservations(p), sym):
		return "you have reserved " + sym + " already"
	case t.President(sym) != "":
		return sym + " is already running"
	case t.Cash(p) < need:
		return "to reserve takes " + money(need) + ", the price of the cheapest value (9)"
	case t.Where(share) == offered || t.option(anyReservation): // DIF-20
		return ""
	case t.Where(share) == later:
		return sym + " comes with Phase 3 (3)"
	}
	return sym + " is reserved by another player (9)"
}

// notReserved says why the minor is none of those the player has reserved.
func (t *turn) notReserved(sym string) string {
	if slices.Contains(t.reservations(t.Actor), sym) {
		return ""
	}
	return "you have not reserved " + sym + " (9)"
}

// draftValues lists the player's reserved minors with the spaces to be paid.
// // 9; NE-DR-07, NE-DR-08
func (t *turn) draftValues() []engine.Option {
	var out []engine.Option
	for _, sym := range t.reservations(t.Actor) {
		out = append(out, t.spaces(t.Actor, sym)...)
	}
	return out
}

// afterDraft gives out the priority deal, the first trains and the homes.
// // 9; NE-DR-15, NE-DR-16, NE-DR-17, NE-DR-18
func afterDraft(t *turn) {
	richest := t.Players()[0]
	for _, p := range t.Players() {
		if t.Cash(p) > t.Cash(richest) {
			richest = p
		}
	}
	t.Move(step.Priority, richest)
	t.Note(richest, "has the most cash and takes the priority deal")
	first := data.Trains[0]
	for _, sym := range minorsInOrder(t.State) {
		t.Pay(sym, engine.Bank, first.Price)
		t.Move(t.TrainOf(step.Supply, first.Name), sym)
	}
	if len(minorsInOrder(t.State)) > 0 {
		t.Note("", "Every minor bought a %s-train for %s", first.Name, money(first.Price))
	}
}
