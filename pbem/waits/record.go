package waits

import (
	"errors"
	"slices"

	"pbem/engine"
	"pbem/pbem/plan"
	"pbem/titles"
	"pbem/titles/title"
)

// A Record is a played game, position by position: by mail from the start, or
// from the position where it was adopted.
type Record struct {
	Title *title.Title
	Log   []engine.Event // without undone events
	Said  []engine.Command
	// games are the positions before each command, and the last position. lengths are the lengths of their
	// logs.
	games   []*engine.Game
	lengths []int
	rounds  []string
	stands  []title.Position // the positions in full
}

// Read plays a log again. It leaves out what was undone and what was said
// beside the table. Of a game begun elsewhere it takes the part that was played
// by mail.
func Read(t *title.Title, log []engine.Event) (*Record, error) {
	r := &Record{Title: t}
	events := slices.DeleteFunc(engine.Effective(log), func(e engine.Event) bool { return engine.Beside(e) && !adopts(e) })
	var first engine.Event
	if len(events) > 0 {
		first = events[0]
	}
	start, ok := first.(engine.Started)
	if !ok {
		return nil, errors.New("the log does not begin with the start of a game")
	}
	g, made, err := titles.Start(t, start)
	if err != nil {
		return nil, err
	}
	r.add(g, made)
	for _, e := range events {
		switch e := e.(type) {
		case engine.Hosted:
			g, made = g.Host(e.By, e.Act, e.Text)
			r.Said, r.games, r.lengths, r.rounds, r.stands = nil, nil, nil, nil, nil
			r.add(g, made)
		case engine.Said:
			r.Said = append(r.Said, e.Command)
			if g, made, err = g.Decide(e.Command); err != nil {
				return nil, err
			}
			r.add(g, made)
		}
	}
	return r, nil
}

// adopts reports whether an imported game continues here after event e.
func adopts(e engine.Event) bool {
	said, ok := e.(engine.Hosted)
	return ok && said.By == "" && said.Act == engine.Adopted
}

func (r *Record) add(g *engine.Game, made []engine.Event) {
	r.Log = append(r.Log, made...)
	r.games, r.lengths = append(r.games, g), append(r.lengths, len(r.Log))
	now := r.Title.Position(g.State())
	r.rounds, r.stands = append(r.rounds, now.Round), append(r.stands, now)
}

// scene returns a position as a player sees it.
func (r *Record) scene(k int, player string) plan.Scene {
	n := r.lengths[k]
	s := plan.Scene{Title: r.Title, Game: r.games[k], Log: r.Log[:n:n], Player: player}
	return s.Knowing(&r.stands[k])
}

// awaited returns the players whom the game waited for at a position.
func (r *Record) awaited(k int) []string { return engine.Awaited(r.games[k].Pending()) }

// run returns where the commands of the player who speaks at position k end.
func (r *Record) run(k int) int {
	end := k
	for end < len(r.Said) && r.Said[end].By == r.Said[k].By {
		end++
	}
	return end
}
