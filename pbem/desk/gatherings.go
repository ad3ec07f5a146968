package desk

import (
	"slices"
	"strings"

	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/store"
)

// Gatherings returns all gatherings, the oldest first.
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

// Gathering returns a gathering. ok is false if there is none with that id.
func (d *Draft) Gathering(id string) (g lobby.Gathering, ok bool, err error) {
	r, err := lobby.Gatherings.Get(d.DB, id)
	return r.Value, r.Found(), err
}

// MoveGatherings merges two members if a member changes to an address that another one
// has. The member who moves takes the other's places in gatherings. If the address is
// only the other's second one, the other merely loses it.
func (d *Draft) MoveGatherings(marks store.Marks, old, fresh string) error {
	m, err := d.Member(old)
	if err != nil || m.ID == "" {
		return err
	}
	other, err := d.Member(fresh)
	if err != nil || other.ID == "" || other.ID == m.ID {
		return err
	}
	if !strings.EqualFold(other.Address, fresh) { // it is only the other's second address
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
