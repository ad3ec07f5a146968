package desk

import (
	"slices"
	"strings"

	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/store"
)

// Gatherings returns all of them, the oldest first.
func (d *Draft) Gatherings() ([]lobby.Gathering, error) {
	all, err := lobby.Gatherings.All(d.DB, "")
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

// Gathering returns one; ok is false when there is none of the id.
func (d *Draft) Gathering(id string) (g lobby.Gathering, ok bool, err error) {
	r, err := lobby.Gatherings.Get(d.DB, id)
	return r.Value, r.Found(), err
}

// MoveGatherings handles a change to an address that was another member's
// already: the two members become one, and it gives the places in gatherings to
// that one.
func (d *Draft) MoveGatherings(marks store.Marks, old, fresh string) error {
	m, err := d.Member(old)
	if err != nil || m.ID == "" {
		return err
	}
	other, err := d.Member(fresh)
	if err != nil || other.ID == "" || other.ID == m.ID {
		return err
	}
	if !strings.EqualFold(other.Address, fresh) { // it was only their second
		d.ForgetAddress(marks, fresh)
		other.Also, other.Both = "", false
		d.KeepMember(marks, other)
		return nil
	}
	people.Members.Clear(marks, other.ID)
	for _, address := range other.Addresses() {
		d.ForgetAddress(marks, address)
	}
	list, err := d.Gatherings()
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
