package desk

import (
	"encoding/json"
	"errors"
	"fmt"

	"pbem/engine"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
)

// The service can move games that ended long ago out of the store. Their logs go to files
// in the archive, where their pages are. The store keeps a short record, by which the
// games are listed, counted and recognised in mails. First the file is written and read
// back; then one commit removes the log. After a crash in between, moving the game again
// does no harm.

// An AwayGame is the error for a game that was put away.
type AwayGame struct {
	id     string
	record table.Record
}

// Error is the sentence for a player.
func (a *AwayGame) Error() string {
	return fmt.Sprintf("%s (%s) ended on %s and was moved to the archive: nothing more can be said in it. Its pages stay. Only the host can bring it back.",
		a.id, a.record.Name, a.record.Away.Ended.UTC().Format("2 January 2006"))
}

// Unwrap makes the error store.ErrAway and a refusal.
func (a *AwayGame) Unwrap() []error {
	return []error{store.ErrAway, engine.Refuse("%s", a.Error())}
}

// ToHost is the sentence for a host.
func (a *AwayGame) ToHost() error {
	return engine.Refuse("%s (%s) ended on %s and was put away on %s. To have it back: host bring back %s",
		a.id, a.record.Name, a.record.Away.Ended.UTC().Format("2 January 2006"), a.record.Away.At.UTC().Format("2 January 2006"), a.id)
}

// Away replaces store.ErrAway by an AwayGame, and leaves other errors as they are.
func (s *Desk) Away(id string, why error) error {
	if !errors.Is(why, store.ErrAway) {
		return why
	}
	r, err := AwayRecord(s.Store, id)
	if err != nil {
		return err
	}
	return &AwayGame{id, r}
}

// AwayRecord returns the record that the store keeps of a game that was put away.
func AwayRecord(db Store, id string) (r table.Record, err error) {
	g, err := db.Game(id)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(g.Record, &r); err != nil {
		return r, fmt.Errorf("game %s: its record cannot be read: %w", id, err)
	}
	if r.Away == nil {
		r.Away = &table.Away{}
	}
	return r, nil
}

// awaySender returns who wrote to a game that was put away, with enough to answer them.
func (d *Draft) awaySender(player string, a *AwayGame) (who Sender, ok bool, err error) {
	seat := (&table.Table{ID: a.id, Record: a.record}).Seat(player)
	if seat == nil || seat.Open {
		return Sender{}, false, nil
	}
	m, err := d.Member(seat.Address)
	if m.Address == "" {
		m = people.Member{Address: seat.Address}
	}
	return Sender{Member: m, Doubt: a.Error()}, true, err
}
