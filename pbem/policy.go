package pbem

import (
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// overrule follows the policy when the grace of a player is over. An unanswered
// offer counts as declined, whatever the policy, so that it does not hold up
// the player who made it. Once the policy was followed in vain, the player is
// only reminded.
func (d *draft) overrule(c *store.Commit, t *table.Table, player string) (*table.Table, error) {
	t = t.Elapsed(d.now(), false)
	switch {
	case t.Consents(player):
		return t.DeclinedFor(player)
	case d.pace(t).Policy == pace.Caretaker && t.PlayedBeside(player):
		return d.tended(t, player)
	case t.Seat(player).Late.Step > pace.GivenUp:
		return t, nil
	}
	switch d.pace(t).Policy {
	case pace.PassFor:
		if next, ok, err := t.PassedFor(player); ok || err != nil {
			return next, err
		}
	case pace.OpenSeat:
		return d.unseated(c, t, player)
	}
	return d.waited(c, t, player)
}

// unseated returns the table after a player's seat was opened. They are told how
// to have it back.
func (d *draft) unseated(c *store.Commit, t *table.Table, player string) (*table.Table, error) {
	gone := d.reader(t, player)
	next, err := d.vacated(t.Said("", sheet.Notice, t.Name(player)+" has not answered: the seat is open, as the table's policy says."), player)
	if err != nil {
		return nil, err
	}
	page := sheet.Note("Your seat in "+t.Called()+" is open",
		"The game has waited for you longer than the pace of the table allows. You get no more mails of it, and answers to older ones are not believed. As long as nobody has taken the seat over you can have it back.",
		sheet.Section{Head: "What you can say", Say: []sheet.Saying{
			{Line: next.TakeoverLine(player), Gloss: "take your seat again"}, {Line: "observe " + t.ID, Gloss: "watch the game as a guest"}}})
	if err := d.enrol(&gone); err != nil {
		return nil, err
	}
	d.keepMember(c.Marks, gone)
	c.Mails = append(c.Mails, d.writeNote(gone, d.office.ID("unseated", t.ID, len(t.Log), player), page, ""))
	return next, nil
}

// waited tells the table and the host, once, that the game goes on waiting.
func (d *draft) waited(c *store.Commit, t *table.Table, player string) (*table.Table, error) {
	text := "The time of " + t.Name(player) + " was over a day ago. The game waits."
	if d.pace(t).Grace != (pace.Wait{}) {
		text = "The time and the grace of " + t.Name(player) + " are over. The game waits."
	}
	return d.goesOnWaiting(c, t, player, text)
}

// goesOnWaiting tells the table and the host that the game goes on waiting.
func (d *draft) goesOnWaiting(c *store.Commit, t *table.Table, player, text string) (*table.Table, error) {
	d.log.Warn("clock.waits", "game", t.ID, "player", player)
	for _, address := range d.cfg.Hosts {
		host, err := d.member(address)
		if err != nil {
			return nil, err
		}
		page := sheet.Note(t.Called()+" waits for "+t.Name(player), text, sheet.Section{Head: "What you can do", Say: []sheet.Saying{
			{Line: "host show " + t.ID}, {Line: "host pause " + t.ID}, {Line: "host pace " + t.ID + " policy open", Gloss: "or policy pass, policy caretaker"}}})
		mail := d.writeNote(host, d.office.ID("waits", t.ID, len(t.Log), player, d.office.Secret("host", address)[:8]), page, "")
		c.Mails = append(c.Mails, mail)
	}
	return t.Said("", sheet.Notice, text), nil
}
