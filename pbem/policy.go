package pbem

import (
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// overrule does what is to be done when the grace of a player is over too. An
// offer they do not answer counts as declined, whatever the policy: who made it
// is not to be held up. Once the policy has been followed in vain, nothing is
// done but to remind.
func (s *draft) overrule(c *store.Commit, t *table.Table, player string) (*table.Table, error) {
	t = t.Elapsed(s.now(), false)
	switch {
	case t.Consents(player):
		return t.DeclinedFor(player)
	case s.pace(t).Policy == pace.Caretaker && t.PlayedBeside(player):
		return s.tended(t, player)
	case t.Seat(player).Late.Step > pace.GivenUp:
		return t, nil
	}
	switch s.pace(t).Policy {
	case pace.PassFor:
		if next, ok, err := t.PassedFor(player); ok || err != nil {
			return next, err
		}
	case pace.OpenSeat:
		return s.unseated(c, t, player)
	}
	return s.waited(c, t, player)
}

// unseated returns the table after a player's seat was opened. They are told how
// to have it back.
func (s *draft) unseated(c *store.Commit, t *table.Table, player string) (*table.Table, error) {
	gone := s.reader(t, player)
	next, err := s.vacated(t.Said("", sheet.Notice, t.Name(player)+" has not answered: the seat is open, as the table's policy says."), player)
	if err != nil {
		return nil, err
	}
	page := sheet.Note("Your seat in "+t.Called()+" is open",
		"The game has waited for you longer than the pace of the table allows. You get no more mails of it, and answers to older ones are not believed. As long as nobody has taken the seat over you can have it back.",
		sheet.Section{Head: "What you can say", Say: []sheet.Saying{
			{Line: next.TakeoverLine(player), Gloss: "take your seat again"}, {Line: "observe " + t.ID, Gloss: "watch the game as a guest"}}})
	if err := s.enrol(&gone); err != nil {
		return nil, err
	}
	s.keepMember(c.Marks, gone)
	c.Mails = append(c.Mails, s.writeNote(gone, s.office.ID("unseated", t.ID, len(t.Log), player), page, ""))
	return next, nil
}

// waited tells the table and the host, once, that the game goes on waiting.
func (s *draft) waited(c *store.Commit, t *table.Table, player string) (*table.Table, error) {
	text := "The time of " + t.Name(player) + " was over a day ago. The game waits."
	if s.pace(t).Grace != (pace.Wait{}) {
		text = "The time and the grace of " + t.Name(player) + " are over. The game waits."
	}
	return s.goesOnWaiting(c, t, player, text)
}

// goesOnWaiting tells the table and the host that the game goes on waiting.
func (s *draft) goesOnWaiting(c *store.Commit, t *table.Table, player, text string) (*table.Table, error) {
	s.log.Warn("clock.waits", "game", t.ID, "player", player)
	for _, address := range s.cfg.Hosts {
		host, err := s.member(address)
		if err != nil {
			return nil, err
		}
		page := sheet.Note(t.Called()+" waits for "+t.Name(player), text, sheet.Section{Head: "What you can do", Say: []sheet.Saying{
			{Line: "host show " + t.ID}, {Line: "host pause " + t.ID}, {Line: "host pace " + t.ID + " policy open", Gloss: "or policy pass, policy caretaker"}}})
		mail := s.writeNote(host, s.office.ID("waits", t.ID, len(t.Log), player, s.office.Secret("host", address)[:8]), page, "")
		c.Mails = append(c.Mails, mail)
	}
	return t.Said("", sheet.Notice, text), nil
}
