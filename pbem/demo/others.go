package demo

import (
	"context"
	"time"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles"
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
// game ends or the context does.
func (t *Table) PlayOthers(ctx context.Context, person string) error {
	p := walk.NewPlayer(uint64(time.Now().UnixNano()))
	said := -1
	for {
		g, err := t.Service.Game(t.Game)
		if err != nil {
			return err
		}
		choices := others(g.Pending(), person)
		if c, ok := p.Pick(choices); ok && g.Version() != said {
			said = g.Version()
			if err := t.Send(ctx, Move{By: c.By, Lines: []string{c.String()}}); err != nil && ctx.Err() == nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(300 * time.Millisecond):
		}
	}
}

func others(choices []engine.Choice, person string) []engine.Choice {
	var out []engine.Choice
	for _, c := range choices {
		if c.By != person {
			out = append(out, c)
		}
	}
	return out
}
