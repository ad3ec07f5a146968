package pbem

import (
	"encoding/json"
	"errors"
	"fmt"

	"pbem/pbem/envelope"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
)

// Records alone tell whose a mail is. The log of a game is opened only for a
// mail with proof, or once a day to write a refusal. Opening one takes
// milliseconds and megabytes, and anybody can name many games in a mail.

// recordOf returns the record of a game without its log.
func (d *draft) recordOf(id string) (table.Record, error) {
	if t, ok := d.tables[id]; ok {
		return t.Record, nil
	}
	g, err := d.store.Game(id)
	if err != nil {
		return table.Record{}, err
	}
	if t, ok := d.cache.get(id); ok && t.Version == g.Version {
		return t.Record, nil
	}
	var r table.Record
	if err := json.Unmarshal(g.Record, &r); err != nil {
		return r, fmt.Errorf("game %s: its record cannot be read: %w", id, err)
	}
	return r, nil
}

// holder returns the address, and the generation of the token, of the seat or
// member that a tag names.
func (d *draft) holder(t envelope.Tag) (address string, generation int, ok bool, err error) {
	if t.Game == envelope.NoGame {
		m, ok, err := d.memberByID(t.Player)
		return m.Address, m.Token, ok, err
	}
	r, err := d.recordOf(t.Game)
	if errors.Is(err, store.ErrNotFound) {
		return "", 0, false, nil
	}
	if err != nil {
		d.damagedGame(t.Game, err)
		return "", 0, false, err
	}
	seat := (&table.Table{Record: r}).Seat(t.Player)
	if seat == nil || seat.Open {
		return "", 0, false, nil
	}
	return seat.Address, seat.Token, true, nil
}

// proves reports whether a tag has the token of the seat or member it names.
func (d *draft) proves(t envelope.Tag) (bool, error) {
	_, generation, ok, err := d.holder(t)
	return ok && d.office.Proves(t, generation), err
}

// tokened reports whether a mail has the token of any seat or member.
func (d *draft) tokened(l letter.Letter) (bool, error) {
	for _, t := range d.office.Tags(l) {
		if ok, err := d.proves(t); ok || err != nil {
			return err == nil, err
		}
	}
	return false, nil
}

// seatsNamed returns the seats of an address, or of its member, in running
// games. The tables are not opened.
func (d *draft) seatsNamed(address string) []sender {
	if !d.indexed { // then there is no index of addresses and running games
		return d.seatsOf(address)
	}
	m, err := d.member(address)
	if err != nil {
		d.log.Error("member.unreadable", "address", address, "error", err)
		m = people.Member{Address: address}
	}
	var out []sender
	for _, id := range d.gamesAt(m.Addresses()...) {
		r, err := d.recordOf(id)
		if err != nil {
			d.log.Error("game.unreadable", "game", id, "error", err)
			continue
		}
		title, _ := titles.Find(r.Title)
		tb := &table.Table{ID: id, Title: title, Record: r}
		for _, player := range tb.Everybody() {
			if seat := tb.Seat(player); title != nil && !seat.Open && m.Owns(seat.Address) {
				out = append(out, sender{table: tb, player: player})
			}
		}
	}
	return out
}

// opening opens the game of a sender, unless it is open.
func (d *draft) opening(who sender) (sender, error) {
	if who.table == nil || who.table.Game != nil {
		return who, nil
	}
	t, err := d.table(who.table.ID)
	if err != nil {
		return who, err
	}
	who.table = t
	return who, nil
}
