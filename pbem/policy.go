package pbem

import (
	"slices"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/store"
)

// overrule does what is to be done when the grace of a player is over too. An
// offer they do not answer counts as declined, whatever the policy: who made it
// is not to be held up. Once the policy has been followed in vain, nothing is
// done but to remind.
func (s *draft) overrule(c *store.Commit, t *table, player string) (*table, error) {
	switch {
	case t.consents(player):
		return t.declinedFor(player)
	case t.seat(player).Late.Step > pace.GivenUp:
		return t, nil
	}
	switch s.pace(t).Policy {
	case pace.PassFor:
		if next, ok, err := t.passedFor(player); ok || err != nil {
			return next, err
		}
	case pace.OpenSeat:
		return s.unseated(c, t, player)
	}
	return s.waited(c, t, player)
}

// declinedFor returns the table after an offer that its player has not answered.
func (t *table) declinedFor(player string) (*table, error) {
	said := t.said("", sheet.Notice, "No answer has come from "+t.name(player)+": the offer counts as declined.")
	no := engine.Command{By: player}
	for _, ch := range said.game.Pending() {
		if ch.By == player && t.title.Verbs.Does(ch.Verb, moves.Declines) {
			no.Verb = ch.Verb
		}
	}
	g, events, err := said.game.Decide(no)
	if err != nil {
		return nil, err
	}
	return obey(said.with(g, events)), nil
}

// passedFor returns the table after the service has passed for a player: as
// often as the rules ask the same company. It reports false where they offer no
// pass.
func (t *table) passedFor(player string) (next *table, ok bool, err error) {
	next = t.said("", sheet.Notice, t.name(player)+" has not answered: the service passes, as the table's policy says.")
	for range mostSteps {
		i := slices.IndexFunc(next.game.Pending(), func(ch engine.Choice) bool {
			return ch.By == player && t.passes(ch.Verb) && ch.Options == nil && ch.Free == nil
		})
		if i < 0 {
			break
		}
		pass := next.game.Pending()[i]
		g, events, err := next.game.Decide(engine.Command{By: player, Verb: pass.Verb})
		if err != nil {
			return nil, false, err
		}
		next, ok = next.with(g, events), true
		if pass.For == "" || !asks(g.Pending(), player, pass.For) {
			break
		}
	}
	return obey(next), ok, nil
}

// unseated returns the table after a player's seat was opened. They are told how
// to have it back.
func (s *draft) unseated(c *store.Commit, t *table, player string) (*table, error) {
	gone := s.reader(t, player)
	next, err := s.vacated(t.said("", sheet.Notice, t.name(player)+" has not answered: the seat is open, as the table's policy says."), player)
	if err != nil {
		return nil, err
	}
	page := sheet.Note("Your seat in "+t.called()+" is open",
		"The game has waited for you longer than the pace of the table allows. You get no more mails of it, and answers to older ones are not believed. As long as nobody has taken the seat over you can have it back.",
		sheet.Section{Head: "What you can say", Say: []sheet.Saying{
			{Line: next.takeoverLine(player), Gloss: "take your seat again"}, {Line: "observe " + t.id, Gloss: "watch the game as a guest"}}})
	if err := s.enrol(&gone); err != nil {
		return nil, err
	}
	if err := s.keepMember(c.Marks, gone); err != nil {
		return nil, err
	}
	mail, err := s.writeNote(gone, s.office.ID("unseated", t.id, len(t.log), player), page, "")
	c.Mails = append(c.Mails, mail)
	return next, err
}

// waited tells the table and the host, once, that the game goes on waiting.
func (s *draft) waited(c *store.Commit, t *table, player string) (*table, error) {
	text := "The time of " + t.name(player) + " was over a day ago. The game waits."
	if s.pace(t).Grace != (pace.Wait{}) {
		text = "The time and the grace of " + t.name(player) + " are over. The game waits."
	}
	s.log.Warn("clock.waits", "game", t.id, "player", player)
	for _, address := range s.cfg.Hosts {
		host, err := s.member(address)
		if err != nil {
			return nil, err
		}
		page := sheet.Note(t.called()+" waits for "+t.name(player), text, sheet.Section{Head: "What you can do", Say: []sheet.Saying{
			{Line: "host show " + t.id}, {Line: "host pause " + t.id}, {Line: "host pace " + t.id + " policy open", Gloss: "or policy pass"}}})
		mail, err := s.writeNote(host, s.office.ID("waits", t.id, len(t.log), player, s.office.Secret("host", address)[:8]), page, "")
		if err != nil {
			return nil, err
		}
		c.Mails = append(c.Mails, mail)
	}
	return t.said("", sheet.Notice, text), nil
}
