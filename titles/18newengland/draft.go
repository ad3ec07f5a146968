package t18newengland

import (
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/market"
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
	choices := []engine.Choice{
		{By: p, Verb: "reserve", Help: "keep a minor for yourself", Options: t.reservable},
		{By: p, Verb: "value", Help: "start a reserved minor", Options: t.draftValues},
	}
	if len(t.reservations(p)) > 0 { // NE-DR-12
		choices = append(choices, engine.Bare(p, "relinquish", "give up your reservations and pass from now on"))
	} else {
		choices = append(choices, engine.Bare(p, "pass", ""))
	}
	switch a := t.Ask(choices...); a.Verb {
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
// // 9; NE-DR-10, NE-DR-11, NE-RUL-03
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
// NE-DR-04, NE-DR-09, NE-RUL-01
func (t *turn) reservable() []engine.Option {
	if t.Cash(t.Actor) < 2*t.cheapestSpace() {
		return nil
	}
	var out []engine.Option
	for _, c := range data.Companies {
		if c.Kind != minor || slices.Contains(t.reservations(t.Actor), c.Sym) || t.President(c.Sym) != "" {
			continue
		}
		if t.Where(step.Share(c.Sym, 0)) == offered || t.option(anyReservation) {
			out = append(out, engine.Option{Args: []string{c.Sym}, Label: c.Name + ", " + data.Map.Hex(c.Home).Name})
		}
	}
	return out
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

// space is a free space for a minor's marker.
type space struct {
	cell  market.Cell
	price int
}

// freeSpaces returns the spaces a minor may be started on: yellow ones, green
// ones too from Phase 3. // 7.1, 8; NE-CO-04, NE-CO-05, NE-CO-06
func (t *turn) freeSpaces() []space {
	var out []space
	for col := range data.Market.Cells[rowTop] {
		for _, row := range []int{rowTop, rowBottom} {
			c := market.Cell{Row: row, Col: col}
			s := data.Market.At(c)
			if s == nil || s.Has("minor_green") && t.Get("phase") < phase3 || len(t.Cells(c.String())) > 0 {
				continue
			}
			out = append(out, space{c, s.Price})
		}
	}
	return out
}

// cheapestSpace returns the least value of a free space; more than anybody
// has when there is none.
func (t *turn) cheapestSpace() int {
	if free := t.freeSpaces(); len(free) > 0 {
		return free[0].price
	}
	return data.Bank
}

// spaces lists the ways to start a minor that the player can pay. // 7.1
func (t *turn) spaces(p, sym string) []engine.Option {
	var out []engine.Option
	for _, s := range t.freeSpaces() {
		if 2*s.price > t.Cash(p) {
			continue
		}
		out = append(out, engine.Option{
			Args:  []string{sym, strconv.Itoa(s.price), []string{"top", "bottom"}[s.cell.Row]},
			Label: "pay " + money(2*s.price),
		})
	}
	return out
}

// start starts a minor: the player pays twice the value into its treasury.
// // 7.1, 9, 10.2; NE-CO-01, NE-CO-02, NE-SR-08
func (t *turn) start(p string, a engine.Command) {
	sym, price, row := a.Arg(0), a.Int(1), rowTop
	if a.Arg(2) == "bottom" { // NE-RUL-08
		row = rowBottom
	}
	col := market.Row{Market: data.Market, N: row}.Find(price)
	t.Move(step.Share(sym, 0), p)
	t.Pay(p, sym, 2*price)
	t.Put(sym, market.Cell{Row: row, Col: col}.String())
	t.Note(p, "started %s at %s (%s) for %s", sym, money(price), a.Arg(2), money(2*price))
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
	t.Note("", "Every minor bought a %s-train for %s", first.Name, money(first.Price))
}
