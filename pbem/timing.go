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
func (s *draft) clock(t *table.Table, player string) pace.Clock {
	seat := t.Seat(player)
	return s.pace(t).Clock(s.cfg.Zone, seat.Asked, t.Record.Stood, s.reader(t, player).Away, s.outages(), s.silences(seat.Address))
}

// runs reports whether the time of a player runs: the game waits for them, and
// they can be reached.
func (s *draft) runs(t *table.Table, player string) bool {
	seat := t.Seat(player)
	if !t.Plays(player) || !t.Waits(player) || seat.Asked.IsZero() || seat.Open || t.Kept(player) || t.Record.Paused != nil {
		return false
	}
	silent, err := s.suspended(seat.Address)
	if err != nil {
		s.log.Error("address.unreadable", "address", seat.Address, "error", err)
	}
	return !silent
}

// due is until when a player should have answered; zero when nobody waits for
// them, or their clock stands still.
func (s *draft) due(t *table.Table, player string) time.Time {
	if !s.runs(t, player) {
		return time.Time{}
	}
	return s.clock(t, player).Due(t.Turn(player))
}

// timeNotes tells a reader of a mail how time counts for them, and who is away.
func (s *draft) timeNotes(t *table.Table, to string) []string {
	reader := s.reader(t, to)
	out := s.ownTime(t, to, reader)
	for _, p := range t.Actors() {
		if p == to || !s.runs(t, p) {
			continue
		}
		if t.Consents(p) {
			out = append(out, fmt.Sprintf("%s has until %s to answer; then the offer counts as declined.", t.Name(p), s.when(reader, s.due(t, p))))
		}
		if sp, ok := s.awayAt(t, p, s.now()); ok {
			out = append(out, fmt.Sprintf("%s is away until %s.", t.Name(p), pace.LastDay(reader.Style(), sp, s.zoneOf(s.reader(t, p)))))
		}
	}
	return out
}

// ownTime tells a player whose clock runs what it is about.
func (s *draft) ownTime(t *table.Table, player string, reader people.Member) []string {
	if !s.runs(t, player) {
		return nil
	}
	var out []string
	due := s.due(t, player)
	switch {
	case t.Consents(player):
		out = append(out, "Without an answer by then the offer counts as declined.")
	case !due.After(s.now()):
		out = append(out, "Your time was over on "+s.when(reader, due)+". "+s.afterDue(t, player, reader))
	}
	asked, hours := t.Seat(player).Asked, s.clock(t, player).Hours
	for _, sp := range s.outages() {
		if due.After(s.now()) && sp.From.Before(due) && hours.Between(pace.Later(sp.From, asked), sp.To) > 0 {
			out = append(out, fmt.Sprintf("The service could not be reached from %s to %s: that time does not count.", s.when(reader, sp.From), s.when(reader, sp.To)))
		}
	}
	if sp, ok := s.awayAt(t, player, s.now()); ok {
		out = append(out, "You are away until "+pace.LastDay(reader.Style(), sp, s.zoneOf(reader))+": that time does not count.")
	}
	return out
}

// afterDue tells a player who is late what comes next.
func (s *draft) afterDue(t *table.Table, player string, reader people.Member) string {
	p, late := s.pace(t), t.Seat(player).Late.Step
	if p.Policy == "" || p.Policy == pace.WaitOn || late >= pace.GivenUp {
		return "The others are waiting."
	}
	end := s.clock(t, player).OverAt(t.Turn(player))
	then := "the service passes for you where the rules allow it"
	if p.Policy == pace.OpenSeat {
		then = "your seat is open for somebody else"
	}
	if p.Policy == pace.Caretaker {
		then = "the caretaker plays for you until you write"
	}
	return "After " + s.when(reader, end) + " " + then + "."
}
