package timing

import (
	"maps"
	"slices"
	"time"

	"pbem/pbem/calendar"
	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/table"
	"pbem/store"
)

// vacant reports whether an open seat still waits for somebody to take it over before the
// table's policy gives it to the caretaker or a robot. It waits as long as a player has for one
// decision.
func vacant(d *desk.Draft, t *table.Table, player string) bool {
	seat := t.Seat(player)
	_, kept := table.KeeperOf(Pace(d.Desk, t).Policy)
	return !t.IsSandbox() && t.Plays(player) && seat.Open && !t.Kept(player) && kept && !seat.Asked.IsZero() &&
		t.Waits(player) && t.Record.Paused == nil && t.PlayedBeside(player)
}

// NextStep returns a player's next step of lateness and when it is due. key is "" if
// there is none.
func NextStep(d *desk.Draft, t *table.Table, player string) (key string, at time.Time) {
	switch {
	case t.RobotAwaited() == player:
		return pace.RobotKey, d.Now()
	case t.Unattended(player):
		return pace.KeepKey, d.Now()
	case vacant(d, t, player):
		return pace.LateKey, Pace(d.Desk, t).Clock(d.Config.Zone, t.Seat(player).Asked, t.Record.Stood, Outages(d)).Due(t.Turn(player))
	}
	if !runs(d, t, player) {
		return "", time.Time{}
	}
	return clock(d, t, player).Next(t.Turn(player))
}

// Deadlines returns the deadlines of a game: the next step of lateness for everybody the
// game waits for, and those of requests. It clears all others.
func Deadlines(d *desk.Draft, t *table.Table) []store.Deadline {
	out := requestDeadlines(d, t)
	if t.IsSandbox() {
		out = []store.Deadline{{Game: t.ID, Key: SandboxKey, At: SandboxEnds(d, t)}}
	}
	for _, p := range t.Game.State().Players() {
		key, at := NextStep(d, t, p)
		for _, k := range pace.DeadlineKeys {
			due := store.Deadline{Game: t.ID, Key: k + "/" + p}
			if k == key {
				due.At = at
			}
			out = append(out, due)
		}
	}
	return out
}

// Ends returns when something is over that lasts for a time from its beginning, such as a request, a code or a game that
// waits for players. Outages do not count. A clock that is ahead looks like an outage, so nothing is over because of it.
func Ends(d *desk.Draft, from time.Time, life time.Duration) time.Time {
	var away []calendar.Span
	for _, sp := range Outages(d) {
		if sp.To.After(from) {
			away = append(away, calendar.Span(sp))
		}
	}
	return calendar.Hours{}.Add(from, life, away...)
}

// Anew returns the commit that sets the deadlines of a game which the draft does not change. It is refused if the game has
// gone on meanwhile: they would be those of a position that is gone.
func Anew(d *desk.Draft, t *table.Table) store.Commit {
	return store.Commit{Changes: []store.Change{{Game: t.ID, Expect: t.Version}}, Deadlines: Deadlines(d, t)}
}

// Later sets a deadline anew that came too early. The commit has no cause: if the clock goes back, the same deadline may
// come again.
func Later(d *desk.Draft, due store.Deadline, at time.Time) error {
	due.At = at
	return d.Queue(store.Commit{Deadlines: []store.Deadline{due}})
}

// RequestEnds returns when a request expires.
func RequestEnds(d *desk.Draft, r table.Request) time.Time {
	return Ends(d, r.Until.Add(-table.RequestLife), table.RequestLife)
}

// SandboxEnds returns when a sandbox is deleted.
func SandboxEnds(d *desk.Draft, t *table.Table) time.Time {
	return Ends(d, t.Record.Sandbox.Until.Add(-table.SandboxLife), table.SandboxLife)
}

// SandboxKey is the key of the deadline of a sandbox: its end. Beside it a sandbox has
// only those of robots.
const SandboxKey = "sandbox"

// Pace returns the pace of a table.
func Pace(s *desk.Desk, t *table.Table) pace.Pace {
	if p := t.Record.Pace; p != nil {
		return *p
	}
	return s.Config.Pace
}

// RequestKey is the prefix of the keys of requests' deadlines. ResumeKey is the key for
// the end of a pause.
const (
	RequestKey = "request/"
	ResumeKey  = RequestKey + "resume"
)

// requestDeadlines returns when the requests of a game expire and when its pause ends. It
// clears the others.
func requestDeadlines(d *desk.Draft, t *table.Table) []store.Deadline {
	var out []store.Deadline
	for _, kind := range slices.Sorted(maps.Keys(table.Nouns)) {
		due := store.Deadline{Game: t.ID, Key: RequestKey + kind}
		if r, open := t.Request(kind); open {
			due.At = RequestEnds(d, r)
		}
		out = append(out, due)
	}
	due := store.Deadline{Game: t.ID, Key: ResumeKey}
	if p := t.Record.Paused; p != nil {
		due.At = p.Until
	}
	return append(out, due)
}

// Record adds to a commit the change of a table and the table's deadlines. It queues no
// mails: players learn of new events from their next mails.
func Record(d *desk.Draft, c *store.Commit, before, next *table.Table) error {
	stored, err := before.Change(next)
	if err != nil {
		return err
	}
	c.Changes = append(c.Changes, stored)
	c.Deadlines = append(c.Deadlines, Deadlines(d, next)...)
	return nil
}
