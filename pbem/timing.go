package pbem

import (
	"fmt"
	"time"

	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/table"
)

// clock is that of a player's seat. What cannot be read of the times that do not
// count is left to the operator: they count then.
func (d *draft) clock(t *table.Table, player string) pace.Clock {
	seat := t.Seat(player)
	return d.pace(t).Clock(d.cfg.Zone, seat.Asked, t.Record.Stood, d.reader(t, player).Away, d.outages(), d.silences(seat.Address))
}

// runs reports whether the time of a player runs: the game waits for them, and
// they can be reached.
func (d *draft) runs(t *table.Table, player string) bool {
	seat := t.Seat(player)
	if !t.Plays(player) || !t.Waits(player) || seat.Asked.IsZero() || seat.Open || t.Kept(player) || t.Record.Paused != nil {
		return false
	}
	silent, err := d.suspended(seat.Address)
	if err != nil {
		d.log.Error("address.unreadable", "address", seat.Address, "error", err)
	}
	return !silent
}

// due is until when a player should have answered; zero when nobody waits for
// them, or their clock stands still.
func (d *draft) due(t *table.Table, player string) time.Time {
	if !d.runs(t, player) {
		return time.Time{}
	}
	return d.clock(t, player).Due(t.Turn(player))
}

// timeNotes tells a reader of a mail how time counts for them, and who is away.
func (d *draft) timeNotes(t *table.Table, to string) []string {
	reader := d.reader(t, to)
	out := d.ownTime(t, to, reader)
	for _, p := range t.Actors() {
		if p == to || !d.runs(t, p) {
			continue
		}
		if t.Consents(p) {
			out = append(out, fmt.Sprintf("%s has until %s to answer; then the offer counts as declined.", t.Name(p), d.when(reader, d.due(t, p))))
		}
		if sp, ok := d.awayAt(t, p, d.now()); ok {
			out = append(out, fmt.Sprintf("%s is away until %s.", t.Name(p), pace.LastDay(reader.Style(), sp, d.zoneOf(d.reader(t, p)))))
		}
	}
	return out
}

// ownTime tells a player whose clock runs what it is about.
func (d *draft) ownTime(t *table.Table, player string, reader people.Member) []string {
	if !d.runs(t, player) {
		return nil
	}
	var out []string
	due := d.due(t, player)
	switch {
	case t.Consents(player):
		out = append(out, "Without an answer by then the offer counts as declined.")
	case !due.After(d.now()):
		out = append(out, "Your time was over on "+d.when(reader, due)+". "+d.afterDue(t, player, reader))
	}
	asked, hours := t.Seat(player).Asked, d.clock(t, player).Hours
	for _, sp := range d.outages() {
		if due.After(d.now()) && sp.From.Before(due) && hours.Between(pace.Later(sp.From, asked), sp.To) > 0 {
			out = append(out, fmt.Sprintf("The service could not be reached from %s to %s: that time does not count.", d.when(reader, sp.From), d.when(reader, sp.To)))
		}
	}
	if sp, ok := d.awayAt(t, player, d.now()); ok {
		out = append(out, "You are away until "+pace.LastDay(reader.Style(), sp, d.zoneOf(reader))+": that time does not count.")
	}
	return out
}

// afterDue tells a player who is late what comes next.
func (d *draft) afterDue(t *table.Table, player string, reader people.Member) string {
	p, late := d.pace(t), t.Seat(player).Late.Step
	if p.Policy == "" || p.Policy == pace.WaitOn || late >= pace.GivenUp {
		return "The others are waiting."
	}
	end := d.clock(t, player).OverAt(t.Turn(player))
	then := "the service passes for you where the rules allow it"
	if p.Policy == pace.OpenSeat {
		then = "your seat is open for somebody else"
	}
	if p.Policy == pace.Caretaker {
		then = "the caretaker plays for you until you write"
	}
	return "After " + d.when(reader, end) + " " + then + "."
}
