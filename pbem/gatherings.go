package pbem

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// gatherings returns all of them, the oldest first.
func (d *draft) gatherings() ([]lobby.Gathering, error) {
	all, err := lobby.Gatherings.All(d.db, "")
	if err != nil {
		return nil, err
	}
	var out []lobby.Gathering
	for _, r := range all {
		if r.Fault != nil {
			return nil, r.Fault
		}
		out = append(out, r.Value)
	}
	slices.SortFunc(out, func(a, b lobby.Gathering) int { return lobby.Number(a.ID) - lobby.Number(b.ID) })
	return out, nil
}

// gathering returns one; ok is false when there is none of the id.
func (d *draft) gathering(id string) (g lobby.Gathering, ok bool, err error) {
	r, err := lobby.Gatherings.Get(d.db, id)
	return r.Value, r.Found(), err
}

// gatheringDue warns of the end of an idle gathering, or ends it. The warning
// is never skipped after a downtime: the end comes a week after the warning,
// however late that was.
func (d *draft) gatheringDue(due store.Deadline) error {
	c := store.Commit{
		Cause: fmt.Sprintf("clock:%s/%s/%s", due.Game, due.Key, due.At.Format(time.RFC3339Nano)), Outcome: "noticed",
		Marks: store.Marks{}, Deadlines: []store.Deadline{{Game: due.Game, Key: due.Key}},
	}
	g, ok, err := d.gathering(due.Game)
	switch {
	case err != nil:
		return err
	case !ok:
		return d.queue(c)
	case g.Warned.IsZero():
		err = d.warn(&c, g)
	case d.now().Before(g.Closes()):
		g.Keep(&c)
	default:
		g.Forget(&c)
		err = d.notices(&c, &g, slices.Concat(g.Players, g.Expected()), notice{kind: newsMail, head: g.Label() + " is closed",
			text: "Nothing has happened for three weeks, so the game is closed before it began. Anybody may begin another."})
	}
	if err != nil {
		return err
	}
	d.log.Info("lobby.still", "game", g.ID, "deadline", due.Key)
	return d.queue(c)
}

// warn tells everybody that a gathering will be closed.
func (d *draft) warn(c *store.Commit, g lobby.Gathering) error {
	g.Warned = d.now().UTC()
	g.Keep(c)
	return d.notices(c, &g, slices.Concat(g.Players, g.Expected()), notice{kind: stillMail, head: g.Label() + " still waits for players", show: true,
		first: sheet.Saying{Line: "join " + g.ID, Gloss: "have it stay open, also if you are in"},
		text:  "Nothing has happened for two weeks. If nothing does for one week more, the game is closed."})
}

// moveGatherings handles a change to an address that was another member's
// already: the two members become one, and it gives the places in gatherings to
// that one.
func (d *draft) moveGatherings(marks store.Marks, old, fresh string) error {
	m, err := d.member(old)
	if err != nil || m.ID == "" {
		return err
	}
	other, err := d.member(fresh)
	if err != nil || other.ID == "" || other.ID == m.ID {
		return err
	}
	if !strings.EqualFold(other.Address, fresh) { // it was only their second
		d.forgetAddress(marks, fresh)
		other.Also, other.Both = "", false
		d.keepMember(marks, other)
		return nil
	}
	people.Members.Clear(marks, other.ID)
	for _, address := range other.Addresses() {
		d.forgetAddress(marks, address)
	}
	list, err := d.gatherings()
	if err != nil {
		return err
	}
	for _, g := range list {
		if !g.Has(other.ID) && g.Invitation(other.ID) == nil {
			continue
		}
		lobby.Gatherings.Set(marks, g.ID, g.Renamed(other.ID, m.ID))
	}
	return nil
}
