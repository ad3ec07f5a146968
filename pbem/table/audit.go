package table

import (
	"errors"
	"fmt"
	"maps"

	"pbem/engine"
	"pbem/titles/title"
)

// Adopt returns the table with a log from elsewhere. The players know all of it
// but the last event. What followed only from the old log no longer holds.
func (t *Table) Adopt(log []engine.Event) (*Table, error) {
	if len(log) == 0 {
		return nil, errors.New("there is nothing of the game to go on from")
	}
	g := engine.Open(t.Title.Rules, log)
	if err := continues(t, g); err != nil {
		return nil, fmt.Errorf("the game cannot go on: %w", err)
	}
	next := t.With(g, log)
	for i := range next.Record.Seats {
		next.Record.Seats[i].From = known(log)
	}
	next = next.Said("", engine.Adopted, adoption(t.Title.Import, g.State()))
	if why := next.Game.Frozen(); why != nil {
		return nil, fmt.Errorf("the game cannot go on by the written rules: %w", why)
	}
	return next, nil
}

// adoption returns the sentences that tell players by which rules an imported game goes on.
func adoption(from *title.Import, s *engine.State) string {
	text := "This game was begun elsewhere. From here on it is played by mail, by the written rules."
	if from == nil {
		return text
	}
	for _, kept := range from.Switches.Kept(s) {
		text += " As before, " + kept + "."
	}
	return text
}

// continues returns an error if the game cannot go on.
func continues(t *Table, g *engine.Game) error {
	if why := g.Frozen(); why != nil {
		return why
	}
	if g.State().Result != nil {
		return errors.New("it has ended")
	}
	if err := Audit(g); err != nil {
		return err
	}
	return t.With(g, nil).Consistent()
}

// known returns how many events lie before the last commands that players are told: see lately.
func known(log []engine.Event) int {
	left := lately
	for i := len(log) - 1; i >= 0; i-- {
		if _, ok := log[i].(engine.Said); ok {
			if left--; left == 0 {
				return i
			}
		}
	}
	return 0
}

// Consistent compares a game's record with its log.
func (t *Table) Consistent() error {
	s := t.Game.State()
	switch {
	case s.Game.Title != t.Record.Title:
		return fmt.Errorf("its record says %q, its log %q", t.Record.Title, s.Game.Title)
	case len(s.Players()) != len(t.Record.Seats):
		return fmt.Errorf("it has %d seats and %d players", len(t.Record.Seats), len(s.Players()))
	case s.Result == nil && len(t.Game.Pending()) == 0:
		return errors.New("nobody is asked anything, and it has not ended")
	}
	for _, id := range t.Everybody() {
		seat := t.Seat(id)
		switch {
		case seat.Told > len(t.Log):
			return fmt.Errorf("%s was told of %d events, there are %d", seat.Name, seat.Told, len(t.Log))
		case t.Plays(id) && seat.Name != s.PlayerName(id):
			return fmt.Errorf("its record calls %s %q, its log %q", id, seat.Name, s.PlayerName(id))
		}
	}
	for _, r := range t.Record.Requests {
		if Wished(r.Kind) == "" || !t.Plays(r.By) {
			return fmt.Errorf("its record has a request of %q for %q", r.By, r.Kind)
		}
	}
	return nil
}

// Audit is a second set of books. It counts money and pieces from the events
// alone and compares the result with the table they were folded to.
func Audit(g *engine.Game) error {
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
	pieces map[string]string // piece -> the place where it lies
}

func (b books) copy() books {
	return books{money: maps.Clone(b.money), pieces: maps.Clone(b.pieces)}
}

type auditor struct {
	books
	marks []books
	begun bool // the setup is over: from now on no money may come out of the box
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

// lately is how many of the last commands the first mails of an imported game tell.
const lately = 12
