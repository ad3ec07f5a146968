package desk

import (
	"errors"
	"fmt"
	"strings"

	"pbem/pbem/envelope"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
)

// UnknownSeat says why a mail is of no seat, for "pbem read".
func UnknownSeat(l letter.Letter) string {
	switch {
	case l.Class != letter.Human && l.Class != letter.Unreadable:
		return fmt.Sprintf("no: no person's mail (%s)", l.Class)
	case l.From == "":
		return "unknown seat: there is not one From with one address"
	}
	return "unknown seat"
}

// A Sender is the author of a mail, as far as is known.
type Sender struct {
	Member people.Member
	Table  *table.Table // the game the mail is for; nil for none
	Player string       // the author's seat in it
	// doubt is why the mail is not believed, a sentence; "" if it is.
	Doubt string
	// suspect is why a mail with a good token may be somebody else's. The player
	// is asked.
	Suspect string
	Forged  bool        // the domain of a stranger does not vouch for the mail
	Marks   store.Marks // to write together with what the mail does
}

// Address returns the address on file.
func (w Sender) Address() string {
	if w.Table != nil {
		return w.Table.Seat(w.Player).Address
	}
	return w.Member.Address
}

// Speaks reports whether mails from an address are believed as the sender's: it
// is the address on file, or the second of the same member.
func (w Sender) Speaks(from string) bool {
	return strings.EqualFold(from, w.Address()) || w.Member.Owns(from)
}

// Name returns what the sender is called.
func (w Sender) Name() string {
	if w.Table != nil {
		return w.Table.Seat(w.Player).Name
	}
	return w.Member.CallName()
}

// ID returns the sender's tag without its proof.
func (w Sender) ID() (game, player string) {
	if w.Table != nil {
		return w.Table.ID, w.Player
	}
	return envelope.NoGame, w.Member.ID
}

// Tablemate returns the sender if they write from the address of somebody else
// at the same table. Such a mail never counts for the seat it was sent to,
// whoever confirms it.
func (d *Draft) Tablemate(who Sender, from string) (own Sender, ok bool, err error) {
	if who.Table == nil || from == "" || who.Speaks(from) {
		return Sender{}, false, nil
	}
	m, err := d.Member(from)
	if err != nil {
		return Sender{}, false, err
	}
	for _, id := range who.Table.Everybody() {
		if seat := who.Table.Seat(id); !seat.Open && (strings.EqualFold(seat.Address, from) || m.Owns(seat.Address)) {
			doubt := fmt.Sprintf("You wrote to the reply address of %s, not to your own. Nothing was carried out. Please answer a mail that was sent to you.", who.Name())
			return Sender{Member: m, Table: who.Table, Player: id, Doubt: doubt}, true, nil
		}
	}
	return Sender{}, false, nil
}

// OrUnread is an address as people write it, for a log or a page.
func OrUnread(address string) string {
	if address == "" {
		return "an address that cannot be read"
	}
	return address
}

// Claimed finds the seat or member that a tag names, whatever its token.
func (d *Draft) Claimed(t envelope.Tag) (who Sender, ok bool, err error) {
	if t.Game == envelope.NoGame {
		m, ok, err := d.MemberByID(t.Player)
		return Sender{Member: m}, ok, err
	}
	tb, err := d.Table(t.Game)
	if errors.Is(err, store.ErrNotFound) {
		return Sender{}, false, nil
	}
	if away := new(AwayGame); errors.As(err, &away) {
		return d.awaySender(t.Player, away)
	}
	if err != nil {
		return Sender{}, false, err
	}
	seat := tb.Seat(t.Player)
	if seat == nil || seat.Open {
		return Sender{}, false, nil
	}
	m, err := d.Member(seat.Address)
	return Sender{Member: m, Table: tb, Player: t.Player}, true, err
}

// SeatsOf returns the seats of an address, or of its member, in running games.
func (d *Draft) SeatsOf(address string) []Sender {
	m, err := d.Member(address)
	if err != nil {
		d.Log.Error("member.unreadable", "address", address, "error", err)
		m = people.Member{Address: address}
	}
	var out []Sender
	for _, tb := range d.TablesAt(m.Addresses()...) {
		for _, id := range tb.Everybody() {
			if seat := tb.Seat(id); !seat.Open && m.Owns(seat.Address) {
				out = append(out, Sender{Table: tb, Player: id})
			}
		}
	}
	return out
}

// Stranger reports whether somebody is nobody's yet: neither a member nor in a
// seat.
func (w Sender) Stranger() bool { return w.Table == nil && w.Member.ID == "" }
