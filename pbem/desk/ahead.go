package desk

import (
	"sync"

	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
)

// A mark leads to another one: an address to the id of a member, and the id to the
// member. A call for each would be a round trip each. So the service remembers the ids,
// and reads both with one call. An id that is wrong by now only costs one more call.

// MemberIDs are the ids of members by their addresses, as they were last seen.
type MemberIDs struct {
	mu  sync.Mutex
	ids map[string]string
}

// mostMemberIDs limits how many ids are remembered.
const mostMemberIDs = 100_000

// note remembers the id of the member with an address.
func (m *MemberIDs) note(address, id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ids == nil || len(m.ids) >= mostMemberIDs {
		m.ids = map[string]string{}
	}
	m.ids[people.Lower(address)] = id
}

// at returns the id that the member with an address had, or "".
func (m *MemberIDs) at(address string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ids[people.Lower(address)]
}

// AboutAddress adds to a query what mails from or to an address need to be known of it:
// whose it is, and whether it is suspended, and when mail to it was lost.
func (s *Desk) AboutAddress(q *store.Query, address string) {
	if address == "" {
		return
	}
	q.Marks = append(q.Marks, Suspensions.Name(address), people.ByAddress.Name(address))
	if id := s.Members.at(address); id != "" {
		q.Marks = append(q.Marks, people.Members.Name(id))
	}
	q.Pages = append(q.Pages, Silences.Prefix(people.Lower(address)+"/"))
}

// AboutGame adds to a query what is read for mails about a game.
func (s *Desk) AboutGame(q *store.Query, t *table.Table) {
	q.Versions = append(q.Versions, t.ID)
	for _, id := range t.Everybody() {
		seat := t.Seat(id)
		s.AboutAddress(q, seat.Address)
		q.Mails = append(q.Mails, seat.LastMail(s.Office.ID("move", t.ID, seat.Told, id)))
	}
}

// AboutSender adds to a query what is read for any mail from an address.
func (s *Desk) AboutSender(q *store.Query, address string) {
	if address == "" {
		return
	}
	s.AboutAddress(q, address)
	q.Marks = append(q.Marks, Bans.Name(address), Endings.Name(address))
	q.Keys = append(q.Keys, KeyAt+people.Lower(address))
	q.Pages = append(q.Pages, Outages.Prefix(""))
}

// AboutGames reads ahead what is told of the running games of an address, and of those
// that it could join. Games that are not open are read when they are opened.
func (d *Draft) AboutGames(addresses ...string) error {
	q := store.Query{Pages: []string{lobby.Gatherings.Prefix("")}}
	for _, a := range addresses {
		q.Keys = append(q.Keys, keySandbox+people.Lower(a))
	}
	for _, id := range d.GamesAt(addresses...) {
		q.Versions = append(q.Versions, id)
		if t, ok := d.Cache.Get(id); ok {
			d.AboutGame(&q, t)
		}
	}
	return d.DB.ReadAhead(q)
}
