package senders

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
)

// Who wrote a mail is found out from the records of games. The log of a game is opened
// only for a mail with a valid token, or once a day to write a refusal. To open a game
// takes milliseconds and megabytes, and anybody can name many games in a mail.

// recordOf returns the record of a game without its log.
func recordOf(d *desk.Draft, id string) (table.Record, error) {
	if t, ok := d.Tables[id]; ok {
		return t.Record, nil
	}
	if t, ok := d.Cache.Get(id); ok {
		if current, err := d.DB.IsCurrent(id, t.Version); current || err != nil {
			return t.Record, err
		}
	}
	g, err := d.Store.Game(id)
	if err != nil {
		return table.Record{}, err
	}
	var r table.Record
	if err := json.Unmarshal(g.Record, &r); err != nil {
		return r, fmt.Errorf("game %s: its record cannot be read: %w", id, err)
	}
	return r, nil
}

// Holder returns the address and the token's generation of the seat or member that a tag
// names.
func Holder(d *desk.Draft, t envelope.Tag) (address string, generation int, ok bool, err error) {
	if t.Game == envelope.NoGame {
		m, ok, err := d.MemberByID(t.Player)
		return m.Address, m.Token, ok, err
	}
	r, err := recordOf(d, t.Game)
	if errors.Is(err, store.ErrNotFound) {
		return "", 0, false, nil
	}
	if err != nil {
		d.DamagedGame(t.Game, err)
		return "", 0, false, err
	}
	address, generation, ok = heldBy(r, t.Player)
	return address, generation, ok, nil
}

// heldBy returns the address and the token's generation of a seat that somebody has.
func heldBy(r table.Record, player string) (address string, generation int, ok bool) {
	seat := (&table.Table{Record: r}).Seat(player)
	if seat == nil || seat.Open {
		return "", 0, false
	}
	return seat.Address, seat.Token, true
}

// ProvedLately reports whether a tag had the valid token of a seat when this service last
// knew the game. That says in which order mails are read, and which of them wait for each
// other, without asking the store. It lets nobody in.
func ProvedLately(s *desk.Desk, t envelope.Tag) bool {
	known, ok := s.Cache.Get(t.Game)
	if !ok {
		return false
	}
	_, generation, ok := heldBy(known.Record, t.Player)
	return ok && s.Office.Proves(t, generation)
}

// Proves reports whether a tag has the valid token of the seat or member that it names.
func Proves(d *desk.Draft, t envelope.Tag) (bool, error) {
	_, generation, ok, err := Holder(d, t)
	return ok && d.Office.Proves(t, generation), err
}

// tokened reports whether a mail has the valid token of any seat or member.
func tokened(d *desk.Draft, l letter.Letter) (bool, error) {
	tags := d.Office.Tags(l)
	if slices.ContainsFunc(tags, func(t envelope.Tag) bool { return ProvedLately(d.Desk, t) }) {
		return true, nil
	}
	for _, t := range tags {
		if ok, err := Proves(d, t); ok || err != nil {
			return err == nil, err
		}
	}
	return false, nil
}

// seatsNamed returns the seats that an address, or its member, has in running games. The
// tables are not opened.
func seatsNamed(d *desk.Draft, address string) []desk.Sender {
	if !d.Indexed.Load() { // without an index there is no other way
		return d.SeatsOf(address)
	}
	m, err := d.Member(address)
	if err != nil {
		d.Log.Error("member.unreadable", "address", address, "error", err)
		m = people.Member{Address: address}
	}
	var out []desk.Sender
	for _, id := range d.GamesAt(m.Addresses()...) {
		r, err := recordOf(d, id)
		if err != nil {
			d.Log.Error("game.unreadable", "game", id, "error", err)
			continue
		}
		title, _ := titles.Find(r.Title)
		tb := &table.Table{ID: id, Title: title, Record: r}
		for _, player := range tb.Everybody() {
			if seat := tb.Seat(player); title != nil && !seat.Open && m.Owns(seat.Address) {
				out = append(out, desk.Sender{Table: tb, Player: player})
			}
		}
	}
	return out
}

// Opening opens the game of a sender if it is not open.
func Opening(d *desk.Draft, who desk.Sender) (desk.Sender, error) {
	if who.Table == nil || who.Table.Game != nil {
		return who, nil
	}
	t, err := d.Table(who.Table.ID)
	if err != nil {
		return who, err
	}
	who.Table = t
	return who, nil
}
