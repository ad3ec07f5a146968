package timing

import (
	"fmt"
	"slices"
	"time"

	"pbem/pbem/account"
	"pbem/pbem/calendar"
	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// Personalize adapts a mail to the settings of its reader.
func Personalize(d *desk.Draft, m *sheet.Mail, t *table.Table, id string) {
	reader := account.Reader(d, t, id)
	m.Zone, m.Style, m.Time = account.ZoneOf(d, reader), reader.Style(), timeNotes(d, t, id)
	if due := until(d, t, id); due.After(d.Now()) {
		m.Deadline = due
	}
}

// until returns the time for a mail's headline: the reader's own deadline, or else that
// of the players to move if they all have the same.
func until(d *desk.Draft, t *table.Table, id string) time.Time {
	due := Due(d, t, id)
	if !due.IsZero() {
		return due
	}
	for i, p := range t.Actors() {
		at := Due(d, t, p)
		if t.Consents(p) || i > 0 && !at.Equal(due) {
			return time.Time{}
		}
		due = at
	}
	return due
}

// clock returns the clock of a player's seat. If some of the time that does not count
// cannot be read, the error is logged and that time counts.
func clock(d *desk.Draft, t *table.Table, player string) pace.Clock {
	seat := t.Seat(player)
	return Pace(d.Desk, t).Clock(d.Config.Zone, seat.Asked, t.Record.Stood, account.Reader(d, t, player).Away, Outages(d), silences(d, seat.Address))
}

// runs reports whether the clock of a player runs: the game waits for them, and mail can
// reach them.
func runs(d *desk.Draft, t *table.Table, player string) bool {
	seat := t.Seat(player)
	if t.IsSandbox() || !t.Plays(player) || !t.Waits(player) || seat.Asked.IsZero() || seat.Open || t.Kept(player) || t.Record.Paused != nil {
		return false
	}
	silent, err := d.Suspended(seat.Address)
	if err != nil {
		d.Log.Error("address.unreadable", "address", seat.Address, "error", err)
	}
	return !silent
}

// Due returns when a player must have answered; zero if nothing waits for them or their
// clock stands still.
func Due(d *desk.Draft, t *table.Table, player string) time.Time {
	if !runs(d, t, player) {
		return time.Time{}
	}
	return clock(d, t, player).Due(t.Turn(player))
}

// timeNotes tells the reader of a mail about their own time, about offers to others, and
// about who is away.
func timeNotes(d *desk.Draft, t *table.Table, to string) []string {
	reader := account.Reader(d, t, to)
	if t.IsSandbox() {
		return []string{sandboxNote(d, t, reader)}
	}
	out := ownTime(d, t, to, reader)
	for _, p := range t.Actors() {
		if p == to || !runs(d, t, p) {
			continue
		}
		if t.Consents(p) {
			out = append(out, fmt.Sprintf("%s has until %s to answer; then the offer counts as declined.", t.Name(p), account.When(d, reader, Due(d, t, p))))
		}
		if sp, ok := awayAt(d, t, p, d.Now()); ok {
			out = append(out, fmt.Sprintf("%s is away until %s.", t.Name(p), pace.LastDay(reader.Style(), sp, account.ZoneOf(d, account.Reader(d, t, p)))))
		}
	}
	return out
}

// ownTime tells a player about their own running clock.
func ownTime(d *desk.Draft, t *table.Table, player string, reader people.Member) []string {
	if !runs(d, t, player) {
		return nil
	}
	var out []string
	due := Due(d, t, player)
	switch {
	case t.Consents(player):
		out = append(out, "Without an answer by then the offer counts as declined.")
	case !due.After(d.Now()):
		out = append(out, "Your time ran out on "+account.When(d, reader, due)+". "+afterDue(d, t, player, reader))
	}
	asked, hours := t.Seat(player).Asked, clock(d, t, player).Hours
	for _, sp := range Outages(d) {
		if due.After(d.Now()) && sp.From.Before(due) && hours.Between(pace.Later(sp.From, asked), sp.To) > 0 {
			out = append(out, fmt.Sprintf("The service could not be reached from %s to %s: that time does not count.", account.When(d, reader, sp.From), account.When(d, reader, sp.To)))
		}
	}
	if sp, ok := awayAt(d, t, player, d.Now()); ok {
		out = append(out, "You are away until "+pace.LastDay(reader.Style(), sp, account.ZoneOf(d, reader))+": that time does not count.")
	}
	return out
}

// afterDue tells a late player what happens next.
func afterDue(d *desk.Draft, t *table.Table, player string, reader people.Member) string {
	p, late := Pace(d.Desk, t), t.Seat(player).Late.Step
	if p.Policy == "" || p.Policy == pace.WaitOn || late >= pace.GivenUp {
		return "The others are waiting."
	}
	end := clock(d, t, player).OverAt(t.Turn(player))
	then := "the service passes for you where the rules allow it"
	if p.Policy == pace.OpenSeat {
		then = "your seat is open for somebody else"
	}
	if by, ok := table.KeeperOf(p.Policy); ok {
		then = by.String() + " plays for you until you write"
	}
	return "After " + account.When(d, reader, end) + " " + then + "."
}

// awayAt returns the vacation of a player at a given time.
func awayAt(d *desk.Draft, t *table.Table, player string, at time.Time) (sp pace.Spell, ok bool) {
	away := account.Reader(d, t, player).Away
	i := slices.IndexFunc(away, func(sp pace.Spell) bool { return calendar.Span(sp).Holds(at) })
	if i < 0 {
		return pace.Spell{}, false
	}
	return away[i], true
}
