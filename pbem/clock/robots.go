package clock

import (
	"errors"
	"fmt"
	"time"

	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/pace"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// Robots decide beside the mails, see Played: on a game as it was committed, under no
// lock, and what they said counts only if the game has not changed meanwhile.

// ErrMoved means that a game has changed while a robot decided: what it said is thrown
// away.
var ErrMoved = errors.New("the game has changed while a robot decided")

// Played commits what robots have said. seen is the game in which they said it, without
// the plans that are over.
func Played(d *desk.Draft, seen *table.Table, turn table.Turn) error {
	t, err := d.Table(seen.ID)
	switch {
	case errors.Is(err, store.ErrNotFound): // a sandbox that its owner has deleted
		return ErrMoved
	case err != nil:
		return err
	case t.Version != seen.Version:
		return ErrMoved
	}
	c := store.Commit{Outcome: "robot", Marks: store.Marks{}}
	c.Cause = fmt.Sprintf("clock:%s/%s/%d/%s", t.ID, pace.RobotKey, len(t.Log), d.Now().UTC().Format(time.RFC3339Nano))
	switch player := t.RobotAwaited(); {
	case player == "": // the deadline was of a position that is gone
		return d.Queue(timing.Anew(d, t))
	case turn.Said == 0:
		next, err := stopped(d, &c, turn, player)
		if err != nil {
			return err
		}
		return batch.Put(d, t, next, c, notices.Reply{})
	case turn.Table.RobotAwaited() != "":
		return unfinished(d, c, t, turn.Table)
	}
	return batch.Put(d, t, turn.Table, c, notices.Reply{})
}

// unfinished commits a part of what robots have to say. Nobody gets a mail of it: the mail
// about the rest tells all of it.
func unfinished(d *desk.Draft, c store.Commit, before, next *table.Table) error {
	next = next.Lapsed()
	next.Ask(before, d.Now())
	if err := timing.Record(d, &c, before, next); err != nil {
		return err
	}
	return d.Take(c, desk.Change{Before: before, Next: next})
}

// stopped returns the table after robots could say nothing, and tells the table and the
// host why.
func stopped(d *desk.Draft, c *store.Commit, turn table.Turn, player string) (*table.Table, error) {
	t := turn.Table
	switch {
	case turn.Stuck != "":
		d.Log.Error("robot.stuck", "game", t.ID, "player", turn.Stuck, "error", turn.Fault)
		next := t.With(t.Game, nil)
		seat := next.Seat(turn.Stuck)
		seat.Caretaker, seat.Robot = "", ""
		return goesOnWaiting(d, c, next, turn.Stuck, fmt.Sprintf("The robot has no move for %s and has stopped. The game waits.", t.Name(turn.Stuck)))
	case t.IsSandbox() && !t.PlayedBeside(""):
		return goesOnWaiting(d, c, t.Hushed(), player, "Nobody but robots is left to play: they do not play on by themselves. \"robot off "+t.Name(player)+"\" lets you play on.")
	case !t.PlayedBeside(""):
		return goesOnWaiting(d, c, t.Hushed(), player, "Nobody but robots is left to play: they do not play on by themselves. The game waits until somebody takes a seat over.")
	case t.Alone():
		return goesOnWaiting(d, c, t.Hushed(), player, "Robots have played very long while nobody else said anything. The game waits until somebody writes to it.")
	case turn.Round:
		return goesOnWaiting(d, c, t.Hushed(), player, "Everybody who was asked has passed, nobody has decided anything, and it is the turn of "+t.Name(player)+" again, for whom a robot plays. It does not pass again by itself: the game waits until somebody writes to it.")
	}
	return nil, fmt.Errorf("the robot of %s says nothing", player)
}
