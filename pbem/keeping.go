package pbem

import (
	"errors"
	"fmt"
	"time"

	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// The caretaker plays seats that nobody plays; pbem/caretaker says how. The policy of
// the table or the host starts it. It ends with any mail of the seat's player, even a
// refused one, or when somebody takes the seat over.

// tended returns the table after its policy has given a player's seat to the
// caretaker.
func (d *draft) tended(t *table.Table, player string) (*table.Table, error) {
	why, text := table.KeptLate, t.Name(player)+" has not answered: the caretaker plays until "+t.Name(player)+" writes, as the table's policy says."
	if t.Seat(player).Open {
		why, text = table.KeptOpen, "Nobody has taken over the seat of "+t.Name(player)+": the caretaker plays it until somebody does, as the table's policy says."
	}
	next, err := d.fulfilled(t.Tended(player, why, text))
	if err != nil {
		return nil, err
	}
	return table.Obey(next), nil
}

// vacant reports whether an open seat, which the policy of the table gives to the
// caretaker, still waits for somebody to take it over. It waits for the time of one
// decision.
func (d *draft) vacant(t *table.Table, player string) bool {
	seat := t.Seat(player)
	return t.Plays(player) && seat.Open && !t.Kept(player) && d.pace(t).Policy == pace.Caretaker && !seat.Asked.IsZero() &&
		t.Waits(player) && t.Record.Paused == nil && t.PlayedBeside(player)
}

// tend lets the caretaker go on where it had more to say than one mail allows. If it
// has nothing to say, or has said too much since a person last did, the game waits and
// the host is told.
func (d *draft) tend(t *table.Table, player string) error {
	c := store.Commit{Outcome: "tended", Marks: store.Marks{}}
	c.Cause = fmt.Sprintf("clock:%s/%s/%s/%s", t.ID, pace.KeepKey, player, d.now().UTC().Format(time.RFC3339Nano))
	next, err := table.Tend(t.Elapsed(d.now(), false)), error(nil)
	switch {
	case next.Alone():
		next, err = d.goesOnWaiting(&c, next.Hushed(), player, "The caretaker has played very long while nobody else said anything. The game waits until somebody writes to it.")
	case len(next.Log) == len(t.Log) && t.ComeRound(player):
		next, err = d.goesOnWaiting(&c, next.Hushed(), player, "Everybody who was asked has passed, nobody has decided anything, and it is the turn of "+t.Name(player)+" again, for whom the caretaker plays. It does not pass again by itself: the game waits until somebody writes to it.")
	case len(next.Log) == len(t.Log):
		next = t.With(t.Game, nil)
		next.Seat(player).Caretaker = ""
		next, err = d.goesOnWaiting(&c, next, player, "The caretaker can say nothing for "+t.Name(player)+". The game waits.")
	}
	if err != nil {
		return err
	}
	return d.put(t, next, c, reply{})
}

// reclaimed notes that somebody writes to the table: they play their seat again, and
// if the caretaker had played alone for too long, it goes on. If the mail did nothing
// else, the others learn of it with their next mails.
func (p *speaker) reclaimed() {
	if p.table.Alone() || p.applied > 0 && p.table.Record.Tended > 0 {
		p.recorded = true
		p.table = p.table.With(p.table.Game, nil)
		p.table.Record.Tended = 0
	}
	if p.gone || !p.table.Kept(p.player) || p.table.Seat(p.player).Open {
		return
	}
	p.aside = p.aside || len(p.table.Log) == len(p.before.Log)
	p.table = p.table.Untended(p.player)
	p.add("You play on", "  The caretaker does so no longer. \"history\" shows what it has said for you; \"undo\" takes the last of it back.")
}

// reclaimedBy does the same for a mail that is refused, and returns who sent it.
func (d *draft) reclaimedBy(who sender, r *sheet.Refusal) (sender, error) {
	if who.table == nil || !who.table.Kept(who.player) || who.table.Seat(who.player).Open {
		return who, nil
	}
	before := who.table
	who.table = before.Untended(who.player)
	r.Reason += " You play on yourself from now on: the caretaker does so no longer."
	var c store.Commit
	return who, errors.Join(d.record(&c, before, who.table), d.take(c, change{before: before, next: who.table}))
}

// showCaretaker tells which seats the caretaker plays.
func showCaretaker(d *speaker, _ string) error {
	t := d.table
	sec := sheet.Section{Head: "The caretaker", Say: []sheet.Saying{{Line: "help caretaker", Gloss: "what it does"}}}
	if kept := t.KeptSeats(); len(kept) > 0 {
		sec.Lines = []string{"  It plays for " + table.List(t.Names(kept)) + "."}
	} else {
		sec.Lines = []string{"  It plays no seat."}
	}
	sec.Facts = []sheet.Fact{{Name: "Policy", Text: d.batch.d.pace(t).Afterwards()}}
	d.answers = append(d.answers, sec)
	return nil
}
