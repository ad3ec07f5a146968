package demo

import (
	"context"
	"errors"
	"time"

	"pbem/engine"
	"pbem/pbem/evening"
	"pbem/titles"
)

// patience is how long the other players wait for an answer before they write again.
const patience = 3 * time.Second

// PlayOthers has somebody play by mail for every player but one, until the context ends.
// They know only their mails. The same seed makes the same people.
func (t *Table) PlayOthers(ctx context.Context, person string, seed uint64) error {
	g, err := t.Service.Game(t.Game)
	if err != nil {
		return err
	}
	ti, _ := titles.Find(g.State().Game.Title)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	done, playing := make(chan error), 0
	for i, seat := range t.Seats {
		if engine.PlayerID(i) == person {
			continue
		}
		c := evening.Character{Habits: ti.Habits, Patience: patience, Steady: true}
		o := &other{table: t, seat: i, who: evening.NewPlayer(seat.Name, seat.Address, t.seed(i)+seed, c)}
		playing++
		go func() { done <- o.play(ctx) }()
	}
	var wrong error
	for range playing {
		if err := <-done; err != nil {
			wrong = errors.Join(wrong, err)
			stop()
		}
	}
	return wrong
}

// An other plays a seat in place of a person.
type other struct {
	table *Table
	seat  int
	who   *evening.Player
	read  int // how many of their mails were read
}

// play reads and writes whenever a mail comes, until the context ends. Now and then it writes even if none
// comes, because an answer may be lost.
func (o *other) play(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := o.turn(ctx, time.Now()); err != nil && ctx.Err() == nil {
			return err
		}
		wait, stop := context.WithTimeout(ctx, patience)
		o.table.Office.WaitMail(wait, o.table.Seats[o.seat].Address, o.read+1) // it is fine if none came
		stop()
	}
	return nil
}

// turn reads new mails and writes what there is to say.
func (o *other) turn(ctx context.Context, now time.Time) error {
	for _, m := range o.table.Office.Mailbox(o.table.Seats[o.seat].Address)[o.read:] {
		if err := o.who.Read(m.Raw); err != nil {
			return err
		}
		o.read++
	}
	mails, err := o.who.Write(now)
	for _, m := range mails {
		err = errors.Join(err, o.table.post(ctx, o.seat, m))
	}
	return err
}
