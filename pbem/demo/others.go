package demo

import (
	"context"
	"strings"
	"time"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/pbem/sheet"
	"pbem/titles"
)

// How often the seats that are played at random look at the game, and how long
// they wait for a mail, or for an answer of theirs to do something, before they
// answer anyway.
const (
	glance   = 100 * time.Millisecond
	patience = 3 * time.Second
)

// Round names the round a position is in.
func (t *Table) Round(s *engine.State) string {
	ti, ok := titles.Find(s.Game.Title)
	if !ok {
		return ""
	}
	return ti.Position(s).Round
}

// PlayOthers answers at random, by mail, for every player but one, until the
// context ends. The same seed plays the same way.
func (t *Table) PlayOthers(ctx context.Context, person string, seed uint64) error {
	o := others{table: t, person: person, player: walk.NewPlayer(seed), version: -1}
	for {
		if err := o.turn(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(glance):
		}
	}
}

// others plays every seat but that of a person.
type others struct {
	table  *Table
	person string
	player *walk.Player

	version  int       // of the game, when it was last looked at
	since    time.Time // when that was new, or was last answered
	answered bool      // a mail to that version was sent
}

// turn sends one answer if one is due: to the mail that tells its seat of the
// position, as people do, for an answer to an older one is refused. An answer
// that changes nothing is given again, in other words.
func (o *others) turn(ctx context.Context) error {
	g, err := o.table.Service.Game(o.table.Game)
	if err != nil {
		return err
	}
	if g.Version() != o.version {
		o.version, o.since, o.answered = g.Version(), time.Now(), false
	}
	c, ok := o.player.Pick(o.choices(g.Pending()))
	if !ok {
		return nil
	}
	if time.Since(o.since) < patience && (o.answered || !o.table.told(c.By, o.version)) {
		return nil
	}
	o.since, o.answered = time.Now(), true
	return o.table.Send(ctx, Move{By: c.By, Lines: []string{c.String()}})
}

func (o *others) choices(all []engine.Choice) []engine.Choice {
	var out []engine.Choice
	for _, c := range all {
		if c.By != o.person {
			out = append(out, c)
		}
	}
	return out
}

// told reports whether the newest mail of a player is about a position.
func (t *Table) told(player string, version int) bool {
	box := t.Office.Mailbox(t.Seats[t.seat(player)].Address)
	if len(box) == 0 {
		return false
	}
	body, err := Body(box[len(box)-1].Raw)
	return err == nil && strings.Contains(body, sheet.CutLine(t.Game, version))
}
