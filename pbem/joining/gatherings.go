package joining

import (
	"fmt"
	"slices"
	"time"

	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/lobby"
	"pbem/pbem/sheet"
	"pbem/pbem/timing"
	"pbem/store"
)

// GatheringDue warns the members of an idle gathering that it will be closed, or closes
// it. It never closes one without a warning: the end comes a week after the warning, even
// if the service was down and warned late. What comes too early, after an outage, gets its
// deadline anew.
func GatheringDue(d *desk.Draft, due store.Deadline) error {
	c := store.Commit{
		Cause: fmt.Sprintf("clock:%s/%s/%s", due.Game, due.Key, due.At.Format(time.RFC3339Nano)), Outcome: "noticed",
		Marks: store.Marks{}, Deadlines: []store.Deadline{{Game: due.Game, Key: due.Key}},
	}
	g, ok, err := d.Gathering(due.Game)
	switch {
	case err != nil:
		return err
	case !ok:
		return d.Queue(c)
	case g.Warned.IsZero() && d.Now().Before(timing.Ends(d, g.Stirred, lobby.StillFor)):
		return timing.Later(d, due, timing.Ends(d, g.Stirred, lobby.StillFor))
	case g.Warned.IsZero():
		err = warn(d, &c, g)
	case d.Now().Before(closes(d, g)):
		return timing.Later(d, due, closes(d, g))
	default:
		g.Forget(&c)
		err = writeNotices(d, &c, &g, slices.Concat(g.Players, g.Expected()), notice{kind: batch.NewsMail, head: g.Label() + " is closed",
			text: "Nothing has happened for three weeks, so the game is closed before it began. Anybody may start another."})
	}
	if err != nil {
		return err
	}
	d.Log.Info("lobby.still", "game", g.ID, "deadline", due.Key)
	return d.Queue(c)
}

// closes returns when a gathering closes if nothing happens.
func closes(d *desk.Draft, g lobby.Gathering) time.Time {
	from, life := g.Life()
	return timing.Ends(d, from, life)
}

// warn tells everybody that a gathering will be closed.
func warn(d *desk.Draft, c *store.Commit, g lobby.Gathering) error {
	g.Warned = d.Now().UTC()
	g.Keep(c)
	return writeNotices(d, c, &g, slices.Concat(g.Players, g.Expected()), notice{kind: stillMail, head: g.Label() + " still waits for players", show: true,
		first: sheet.Saying{Line: "join " + g.ID, Gloss: "keep it open, even if you are in it"},
		text:  "Nothing has happened for two weeks. If nothing happens for another week, the game is closed."})
}
