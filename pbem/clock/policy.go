package clock

import (
	"pbem/pbem/account"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// overrule applies the table's policy when a player's grace is over. Under any policy an
// unanswered offer counts as declined, so that it does not hold up the player who made
// it. If the policy was applied already, the player is only reminded.
func overrule(d *desk.Draft, c *store.Commit, t *table.Table, player string) (*table.Table, error) {
	t = t.Elapsed(d.Now(), false)
	switch {
	case t.Consents(player):
		return t.DeclinedFor(player)
	case keeps(d, t) && t.PlayedBeside(player):
		return tended(d, t, player)
	case t.Seat(player).Late.Step > pace.GivenUp:
		return t, nil
	}
	switch timing.Pace(d.Desk, t).Policy {
	case pace.PassFor:
		if next, ok, err := t.PassedFor(player); ok || err != nil {
			return next, err
		}
	case pace.OpenSeat:
		return unseated(d, c, t, player)
	}
	return waited(d, c, t, player)
}

// keeps reports whether the table's policy gives late seats to the caretaker or a robot.
func keeps(d *desk.Draft, t *table.Table) bool {
	_, ok := table.KeeperOf(timing.Pace(d.Desk, t).Policy)
	return ok
}

// unseated returns the table after it has opened a late player's seat. It tells the
// player how to get the seat back.
func unseated(d *desk.Draft, c *store.Commit, t *table.Table, player string) (*table.Table, error) {
	gone := account.Reader(d, t, player)
	next, err := batch.Vacated(d, t.Said("", sheet.Notice, t.Name(player)+" has not answered: the seat is open, as the table's policy says."), player)
	if err != nil {
		return nil, err
	}
	page := sheet.Note("Your seat in "+t.Called()+" is open",
		"The game has waited for you longer than the pace of the table allows. You get no more mails of it, and answers to older ones no longer count. You can have it back as long as nobody has taken it over.",
		sheet.Section{Head: "What you can say", Say: []sheet.Saying{
			{Line: next.TakeoverLine(player), Gloss: "take your seat again"}, {Line: "observe " + t.ID, Gloss: "watch the game as a guest"}}})
	if err := d.Enrol(&gone); err != nil {
		return nil, err
	}
	d.KeepMember(c.Marks, gone)
	c.Mails = append(c.Mails, d.WriteNote(gone, d.Office.ID("unseated", t.ID, len(t.Log), player), page, ""))
	return next, nil
}

// waited tells the table and the host that the player's time is over and the game waits.
func waited(d *desk.Draft, c *store.Commit, t *table.Table, player string) (*table.Table, error) {
	text := "The time of " + t.Name(player) + " ran out a day ago. The game waits."
	if timing.Pace(d.Desk, t).Grace != (pace.Wait{}) {
		text = "The time and the grace of " + t.Name(player) + " have run out. The game waits."
	}
	return goesOnWaiting(d, c, t, player, text)
}

// goesOnWaiting tells the table and the host why the game waits.
func goesOnWaiting(d *desk.Draft, c *store.Commit, t *table.Table, player, text string) (*table.Table, error) {
	d.Log.Warn("clock.waits", "game", t.ID, "player", player)
	if t.IsSandbox() { // it is nobody's but its owner's
		return t.Said("", sheet.Notice, text), nil
	}
	for _, address := range d.Config.Hosts {
		host, err := d.Member(address)
		if err != nil {
			return nil, err
		}
		page := sheet.Note(t.Called()+" waits for "+t.Name(player), text, sheet.Section{Head: "What you can do", Say: []sheet.Saying{
			{Line: "host show " + t.ID}, {Line: "host pause " + t.ID}, {Line: "host pace " + t.ID + " policy open", Gloss: "or policy pass, policy caretaker, policy robot"}}})
		mail := d.WriteNote(host, d.Office.ID("waits", t.ID, len(t.Log), player, d.Office.Secret("host", address)[:8]), page, "")
		c.Mails = append(c.Mails, mail)
	}
	return t.Said("", sheet.Notice, text), nil
}
