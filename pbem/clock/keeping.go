package clock

import (
	"fmt"
	"slices"
	"time"

	"pbem/engine"
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

// tended returns the table after its policy has given the player's seat to the caretaker
// or a robot.
func tended(d *desk.Draft, t *table.Table, player string) (*table.Table, error) {
	by, _ := table.KeeperOf(timing.Pace(d.Desk, t).Policy)
	why, text := table.KeptLate, fmt.Sprintf("%s has not answered: %s plays until %[1]s writes, as the table's policy says.", t.Name(player), by.Kind())
	if t.Seat(player).Open {
		why, text = table.KeptOpen, fmt.Sprintf("Nobody has taken over the seat of %s: %s plays it until somebody does, as the table's policy says.", t.Name(player), by.Kind())
	}
	next, err := batch.Fulfilled(d, t.Tended(player, why, by, text))
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
		next, err = goesOnWaiting(d, &c, next.Hushed(), player, "The caretaker has played for a long time while nobody else said anything. The game waits until somebody writes to it.")
	case len(next.Log) == len(t.Log) && t.ComeRound(player):
		next, err = goesOnWaiting(d, &c, next.Hushed(), player, "Everybody who was asked has passed, nobody has decided anything, and it is the turn of "+t.Name(player)+" again, for whom the caretaker plays. It does not pass again on its own: the game waits until somebody writes to it.")
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

// Robot tells which seats robots play. In a sandbox its owner gives seats to robots with
// it, and takes them back.
func Robot(p *batch.Speaker, rest string) error {
	if rest != "" && p.Table.IsSandbox() {
		return giveSeat(p, rest)
	}
	t := p.Table
	if rest != "" {
		return engine.Refuse("\"robot\" alone shows who is a robot. A robot gets a seat when the game begins, when the host says so, or when a player is late and the table's policy says so, which you can ask for: pace robot after 14 days")
	}
	sec := sheet.Section{Head: "Robots", Lines: t.RobotLines(), Say: []sheet.Saying{{Line: "help robot", Gloss: "what a robot does"}}}
	if len(sec.Lines) == 0 {
		sec.Lines = []string{"  Robots play no seat."}
	}
	if t.IsSandbox() {
		sec.Say = append(sec.Say, sandboxRobots(t)...)
	} else {
		sec.Facts = []sheet.Fact{{Name: "Policy", Text: timing.Pace(p.Batch.Draft.Desk, t).Afterwards()}}
	}
	p.Answers = append(p.Answers, sec)
	return nil
}

// ShowCaretaker lists the seats that the caretaker plays.
func ShowCaretaker(p *batch.Speaker, _ string) error {
	t := p.Table
	sec := sheet.Section{Head: "The caretaker", Say: []sheet.Saying{{Line: "help caretaker", Gloss: "what it does"}}}
	if kept := slices.DeleteFunc(t.KeptSeats(), t.Robotic); len(kept) > 0 {
		sec.Lines = []string{"  It plays for " + table.List(t.Names(kept)) + "."}
	} else {
		sec.Lines = []string{"  It plays no seat."}
	}
	sec.Facts = []sheet.Fact{{Name: "Policy", Text: timing.Pace(p.Batch.Draft.Desk, t).Afterwards()}}
	p.Answers = append(p.Answers, sec)
	return nil
}
