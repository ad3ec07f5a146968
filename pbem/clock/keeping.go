package clock

import (
	"fmt"
	"time"

	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// The caretaker plays seats that nobody plays; see package caretaker. The table's policy
// or the host starts it. It stops with any mail of the seat's player, even a refused one,
// or when somebody takes the seat over.

// tended returns the table after its policy has given the player's seat to the caretaker.
func tended(d *desk.Draft, t *table.Table, player string) (*table.Table, error) {
	why, text := table.KeptLate, t.Name(player)+" has not answered: the caretaker plays until "+t.Name(player)+" writes, as the table's policy says."
	if t.Seat(player).Open {
		why, text = table.KeptOpen, "Nobody has taken over the seat of "+t.Name(player)+": the caretaker plays it until somebody does, as the table's policy says."
	}
	next, err := batch.Fulfilled(d, t.Tended(player, why, text))
	if err != nil {
		return nil, err
	}
	return table.Obey(next), nil
}

// tend lets the caretaker continue if it had more moves than one mail allows. If it has
// no move, or has made too many since a person last made one, the game waits and the host
// is told.
func tend(d *desk.Draft, t *table.Table, player string) error {
	c := store.Commit{Outcome: "tended", Marks: store.Marks{}}
	c.Cause = fmt.Sprintf("clock:%s/%s/%s/%s", t.ID, pace.KeepKey, player, d.Now().UTC().Format(time.RFC3339Nano))
	next, err := table.Tend(t.Elapsed(d.Now(), false)), error(nil)
	switch {
	case next.Alone():
		next, err = goesOnWaiting(d, &c, next.Hushed(), player, "The caretaker has played very long while nobody else said anything. The game waits until somebody writes to it.")
	case len(next.Log) == len(t.Log) && t.ComeRound(player):
		next, err = goesOnWaiting(d, &c, next.Hushed(), player, "Everybody who was asked has passed, nobody has decided anything, and it is the turn of "+t.Name(player)+" again, for whom the caretaker plays. It does not pass again by itself: the game waits until somebody writes to it.")
	case len(next.Log) == len(t.Log):
		next = t.With(t.Game, nil)
		next.Seat(player).Caretaker = ""
		next, err = goesOnWaiting(d, &c, next, player, "The caretaker has no move for "+t.Name(player)+". The game waits.")
	}
	if err != nil {
		return err
	}
	return batch.Put(d, t, next, c, notices.Reply{})
}

// ShowCaretaker lists the seats that the caretaker plays.
func ShowCaretaker(p *batch.Speaker, _ string) error {
	t := p.Table
	sec := sheet.Section{Head: "The caretaker", Say: []sheet.Saying{{Line: "help caretaker", Gloss: "what it does"}}}
	if kept := t.KeptSeats(); len(kept) > 0 {
		sec.Lines = []string{"  It plays for " + table.List(t.Names(kept)) + "."}
	} else {
		sec.Lines = []string{"  It plays no seat."}
	}
	sec.Facts = []sheet.Fact{{Name: "Policy", Text: timing.Pace(p.Batch.Draft.Desk, t).Afterwards()}}
	p.Answers = append(p.Answers, sec)
	return nil
}
