package pbem

import (
	"fmt"
	"slices"
	"time"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/pace"
	"pbem/pbem/people"
)

// clock is that of a player's seat. What cannot be read of the times that do not
// count is left to the operator: they count then.
func (s *draft) clock(t *table, player string) pace.Clock {
	seat := t.seat(player)
	return s.pace(t).Clock(s.cfg.Zone, seat.Asked, t.record.Stood, s.reader(t, player).Away, s.outages(), s.silences(seat.Address))
}

// turn is what the time of a player runs for.
func (t *table) turn(player string) pace.Turn {
	seat := t.seat(player)
	return pace.Turn{Asked: seat.Asked, Offer: t.consents(player), Late: seat.Late}
}

// runs reports whether the time of a player runs: the game waits for them, and
// they can be reached.
func (s *draft) runs(t *table, player string) bool {
	seat := t.seat(player)
	if !t.plays(player) || !t.waits(player) || seat.Asked.IsZero() || seat.Open || t.record.Paused != nil {
		return false
	}
	silent, err := s.suspended(seat.Address)
	if err != nil {
		s.log.Error("address.unreadable", "address", seat.Address, "error", err)
	}
	return !silent
}

// waits reports whether the game waits for a player. It does not wait for one
// who can only take an offer back.
func (t *table) waits(player string) bool {
	if t.game == nil { // it was not opened
		return !t.seat(player).Asked.IsZero()
	}
	return slices.Contains(engine.Awaited(t.game.Pending()), player)
}

// consents reports whether a player is asked to agree to another player's offer.
func (t *table) consents(player string) bool {
	if t.game == nil { // it was not opened
		return t.seat(player).Offered
	}
	return t.offered(player) != ""
}

// offered is what a player is asked to agree to by another; "" for nothing.
func (t *table) offered(player string) string {
	i := slices.IndexFunc(t.game.Pending(), func(ch engine.Choice) bool {
		return ch.Question == step.Consent && ch.By == player && !ch.Unawaited
	})
	if i < 0 {
		return ""
	}
	return t.game.Pending()[i].Help
}

// due is until when a player should have answered; zero when nobody waits for
// them, or their clock stands still.
func (s *draft) due(t *table, player string) time.Time {
	if !s.runs(t, player) {
		return time.Time{}
	}
	return s.clock(t, player).Due(t.turn(player))
}

// timeNotes tells a reader of a mail how time counts for them, and who is away.
func (s *draft) timeNotes(t *table, to string) []string {
	reader := s.reader(t, to)
	out := s.ownTime(t, to, reader)
	for _, p := range t.actors() {
		if p == to || !s.runs(t, p) {
			continue
		}
		if t.consents(p) {
			out = append(out, fmt.Sprintf("%s has until %s to answer; then the offer counts as declined.", t.name(p), s.when(reader, s.due(t, p))))
		}
		if sp, ok := s.awayAt(t, p, s.now()); ok {
			out = append(out, fmt.Sprintf("%s is away until %s.", t.name(p), pace.LastDay(reader.Style(), sp, s.zoneOf(s.reader(t, p)))))
		}
	}
	return out
}

// ownTime tells a player whose clock runs what it is about.
func (s *draft) ownTime(t *table, player string, reader people.Member) []string {
	if !s.runs(t, player) {
		return nil
	}
	var out []string
	due := s.due(t, player)
	switch {
	case t.consents(player):
		out = append(out, "Without an answer by then the offer counts as declined.")
	case !due.After(s.now()):
		out = append(out, "Your time was over on "+s.when(reader, due)+". "+s.afterDue(t, player, reader))
	}
	asked, hours := t.seat(player).Asked, s.clock(t, player).Hours
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
func (s *draft) afterDue(t *table, player string, reader people.Member) string {
	p, late := s.pace(t), t.seat(player).Late.Step
	if p.Policy == "" || p.Policy == pace.WaitOn || late >= pace.GivenUp {
		return "The others are waiting."
	}
	end := s.clock(t, player).OverAt(t.turn(player))
	then := "the service passes for you where the rules allow it"
	if p.Policy == pace.OpenSeat {
		then = "your seat is open for somebody else"
	}
	return "After " + s.when(reader, end) + " " + then + "."
}
