package pbem

import (
	"errors"
	"fmt"
	"maps"

	"pbem/engine"
	"pbem/store"
)

// Verify checks a whole database: the structure of the file, and that every
// game in it can go on. It calls report for each fault, in words for the
// operator, and returns how many games it looked at. The error is that it could
// not look.
func Verify(db *store.DB, report func(problem string)) (games int, err error) {
	if err := db.Verify(report); err != nil {
		return 0, err
	}
	ids, err := db.Find("", "", 0)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		if err := guarded(func() error { return verifyGame(db, id) }); err != nil {
			report(fmt.Sprintf("game %s: %v", id, err))
		}
	}
	return len(ids), nil
}

// verifyGame opens a game as the service does and checks what must be true of
// it.
func verifyGame(db Store, id string) error {
	t, err := load(db, id)
	if err != nil {
		return err
	}
	if err := audit(t.game); err != nil {
		return err
	}
	if why := t.game.Frozen(); why != nil {
		return fmt.Errorf("%w. %s", why, t.thaw())
	}
	return t.consistent()
}

// consistent compares a game's record with its log.
func (t *table) consistent() error {
	s := t.game.State()
	switch {
	case s.Game.Title != t.record.Title:
		return fmt.Errorf("its record says %q, its log %q", t.record.Title, s.Game.Title)
	case len(s.Players()) != len(t.record.Seats):
		return fmt.Errorf("it has %d seats and %d players", len(t.record.Seats), len(s.Players()))
	case s.Result == nil && len(t.game.Pending()) == 0:
		return errors.New("nobody is asked anything, and it has not ended")
	}
	for _, id := range t.everybody() {
		seat := t.seat(id)
		switch {
		case seat.Told > len(t.log):
			return fmt.Errorf("%s was told of %d events, there are %d", seat.Name, seat.Told, len(t.log))
		case t.plays(id) && seat.Name != s.PlayerName(id):
			return fmt.Errorf("its record calls %s %q, its log %q", id, seat.Name, s.PlayerName(id))
		}
	}
	for _, r := range t.record.Requests {
		if wished(r.Kind) == "" || !t.plays(r.By) {
			return fmt.Errorf("its record has a request of %q for %q", r.By, r.Kind)
		}
	}
	return nil
}

// audit is a second set of books: it counts money and pieces by the events
// alone and compares with the table they were folded to.
func audit(g *engine.Game) error {
	a := &auditor{books: books{money: map[string]int{}, pieces: map[string]string{}}}
	for i, e := range g.Log() {
		if err := a.enter(e); err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
	}
	return a.compare(g.State())
}

type books struct {
	money  map[string]int
	pieces map[string]string // where each lies
}

func (b books) copy() books {
	return books{money: maps.Clone(b.money), pieces: maps.Clone(b.pieces)}
}

type auditor struct {
	books
	marks []books
	begun bool // the setup is over: no money comes out of the box any more
}

func (a *auditor) enter(e engine.Event) error {
	switch e := e.(type) {
	case engine.Flowed:
		a.begun = true
	case engine.Paid:
		return a.pay(e)
	case engine.Moved:
		return a.move(e)
	case engine.Marked:
		a.marks = append(a.marks, a.copy())
	case engine.Restored:
		a.books = a.marks[len(a.marks)-1].copy()
	case engine.Kept:
		a.marks = a.marks[:len(a.marks)-1]
	}
	return nil
}

func (a *auditor) pay(e engine.Paid) error {
	a.money[e.From] -= e.Amount
	a.money[e.To] += e.Amount
	switch {
	case a.begun && (e.From == engine.Box || e.To == engine.Box):
		return fmt.Errorf("money comes into the game or leaves it: %s pays %s %d", e.From, e.To, e.Amount)
	case e.From != engine.Bank && e.From != engine.Box && a.money[e.From] < 0:
		return fmt.Errorf("%s pays %d and has not that much", e.From, e.Amount)
	}
	return nil
}

func (a *auditor) move(e engine.Moved) error {
	if at := a.pieces[e.Piece]; at != e.From {
		return fmt.Errorf("%s moves from %q and is at %q", e.Piece, e.From, at)
	}
	a.pieces[e.Piece] = e.To
	return nil
}

func (a *auditor) compare(s *engine.State) error {
	for owner, n := range a.money {
		if s.Cash(owner) != n {
			return fmt.Errorf("%q has %d, by the events it should be %d", owner, s.Cash(owner), n)
		}
	}
	if s.Money() != -a.money[engine.Box] {
		return fmt.Errorf("%d of money came out of the box, %d are on the table", -a.money[engine.Box], s.Money())
	}
	lying := 0
	for _, place := range s.Places() {
		for _, p := range s.At(place) {
			lying++
			if a.pieces[p] != place {
				return fmt.Errorf("%s lies at %q, by the events at %q", p, place, a.pieces[p])
			}
		}
	}
	if lying != len(a.pieces) {
		return fmt.Errorf("%d pieces lie on the table, by the events there are %d", lying, len(a.pieces))
	}
	return nil
}
