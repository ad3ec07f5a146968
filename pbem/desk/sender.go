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

// UnknownSeat says for "pbem read" why a mail belongs to no seat.
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
	Table  *table.Table // the game that the mail is for; nil for none
	Player string       // the author's seat in it
	// Doubt is why the mail is not trusted, as a sentence; "" if it is trusted.
	Doubt string
	// Suspect is why a mail with a valid token may be somebody else's. The player is
	// asked to confirm it.
	Suspect string
	Forged  bool        // the author is a stranger, and the domain does not vouch for the mail
	Marks   store.Marks // to be written with what the mail does
}

// Address returns the sender's stored address.
func (w Sender) Address() string {
	if w.Table != nil {
		return w.Table.Seat(w.Player).Address
	}
	return w.Member.Address
}

// Speaks reports whether the service trusts mails from an address as the sender's: it is
// the stored address, or the second one of the same member.
func (w Sender) Speaks(from string) bool {
	return strings.EqualFold(from, w.Address()) || w.Member.Owns(from)
}

// Name returns the sender's name.
func (w Sender) Name() string {
	if w.Table != nil {
		return w.Table.Seat(w.Player).Name
	}
	return w.Member.CallName()
}

// ID returns the two parts of the sender's tag that name the seat.
func (w Sender) ID() (game, player string) {
	if w.Table != nil {
		return w.Table.ID, w.Player
	}
	return envelope.NoGame, w.Member.ID
}

// Tablemate returns the sender if they write from the address of another person at the
// same table. Such a mail never counts for the seat that its reply address names, even if
// it is confirmed.
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

// OrUnread returns an address for a log or a page, or a phrase for none.
func OrUnread(address string) string {
	if address == "" {
		return "an address that cannot be read"
	}
	return address
}

// Claimed finds the seat or member that a tag names. It does not check the token.
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

// SeatsOf returns the seats that an address, or its member, has in running games.
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

// Stranger reports whether the sender is neither a member nor in a game.
func (w Sender) Stranger() bool { return w.Table == nil && w.Member.ID == "" }
