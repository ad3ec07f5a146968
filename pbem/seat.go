package pbem

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/pbem/envelope"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/pbem/trust"
	"pbem/store"
)

// A sender is the author of a mail, as far as is known.
type sender struct {
	member people.Member
	table  *table.Table // the game the mail is for; nil for none
	player string       // the author's seat in it
	// doubt is why the mail is not believed, a sentence; "" if it is.
	doubt string
	// suspect is why a mail with a good token may be somebody else's. The player
	// is asked.
	suspect string
	forged  bool        // the domain of a stranger does not vouch for the mail
	marks   store.Marks // to write together with what the mail does
}

// address returns the address on file.
func (w sender) address() string {
	if w.table != nil {
		return w.table.Seat(w.player).Address
	}
	return w.member.Address
}

// speaks reports whether mails from an address are believed as the sender's: it
// is the address on file, or the second of the same member.
func (w sender) speaks(from string) bool {
	return strings.EqualFold(from, w.address()) || w.member.Owns(from)
}

// name returns what the sender is called.
func (w sender) name() string {
	if w.table != nil {
		return w.table.Seat(w.player).Name
	}
	return w.member.CallName()
}

// id returns the sender's tag without its proof.
func (w sender) id() (game, player string) {
	if w.table != nil {
		return w.table.ID, w.player
	}
	return envelope.NoGame, w.member.ID
}

// identify finds the seat, or the member, of a mail. Both the token and the
// address must be theirs. ok is false for strangers, who get no answer. An
// error is ours: the mail names a game that cannot be opened.
func (d *draft) identify(l letter.Letter) (who sender, ok bool, err error) {
	found, err := d.proven(d.office.Addressed(l))
	if len(found) == 0 && err == nil {
		found, err = d.proven(envelope.Answered(l))
	}
	if err != nil {
		return sender{}, false, err
	}
	if len(found) == 0 {
		return d.withoutToken(l)
	}
	who = found[0]
	if !who.speaks(l.From) {
		who.suspect = fmt.Sprintf("A mail with commands of yours came from %s, not from your address.", orUnread(l.From))
	}
	if own, ok, err := d.tablemate(who, l.From); ok || err != nil {
		return own, err == nil, err
	}
	if len(found) > 1 {
		who.suspect, who.doubt = "", "Your mail is addressed to more than one seat. Please write a mail of its own for each."
	}
	return who, true, nil
}

// tablemate returns the sender if they write from the address of somebody else
// at the same table. Such a mail never counts for the seat it was sent to,
// whoever confirms it.
func (d *draft) tablemate(who sender, from string) (own sender, ok bool, err error) {
	if who.table == nil || from == "" || who.speaks(from) {
		return sender{}, false, nil
	}
	m, err := d.member(from)
	if err != nil {
		return sender{}, false, err
	}
	for _, id := range who.table.Everybody() {
		if seat := who.table.Seat(id); !seat.Open && (strings.EqualFold(seat.Address, from) || m.Owns(seat.Address)) {
			doubt := fmt.Sprintf("You wrote to the reply address of %s, not to your own. Nothing was carried out. Please answer a mail that was sent to you.", who.name())
			return sender{member: m, table: who.table, player: id, doubt: doubt}, true, nil
		}
	}
	return sender{}, false, nil
}

func orUnread(address string) string {
	if address == "" {
		return "an address that cannot be read"
	}
	return address
}

// proven returns the seats and members whose tokens are among the tags. Only their
// games are opened.
func (d *draft) proven(tags []envelope.Tag) ([]sender, error) {
	var out []sender
	for _, t := range tags {
		ok, err := d.proves(t)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		who, ok, err := d.claimed(t)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, who)
		}
	}
	return out, nil
}

// claimed finds the seat or member that a tag names, whatever its token.
func (d *draft) claimed(t envelope.Tag) (who sender, ok bool, err error) {
	if t.Game == envelope.NoGame {
		m, ok, err := d.memberByID(t.Player)
		return sender{member: m}, ok, err
	}
	tb, err := d.table(t.Game)
	if errors.Is(err, store.ErrNotFound) {
		return sender{}, false, nil
	}
	if away := new(awayGame); errors.As(err, &away) {
		return d.awaySender(t.Player, away)
	}
	if err != nil {
		return sender{}, false, err
	}
	seat := tb.Seat(t.Player)
	if seat == nil || seat.Open {
		return sender{}, false, nil
	}
	m, err := d.member(seat.Address)
	return sender{member: m, table: tb, player: t.Player}, true, err
}

// withoutToken looks for a player by address alone. That is enough to say what
// is missing, but not to act, unless the host's policy asks for no more. A game
// that the mail names comes first. A mail about no game is held until the
// member confirms it. The game found is not opened yet.
func (d *draft) withoutToken(l letter.Letter) (who sender, ok bool, err error) {
	if l.From == "" {
		return sender{}, false, nil
	}
	if forHost(l) && d.cfg.IsHost(l.From) {
		who, err = d.hostUnproven(l.From)
		return who, err == nil, err
	}
	tags := d.office.Tags(l)
	seats := d.seatsNamed(l.From)
	for i := range seats {
		if seats[i].member, err = d.member(l.From); err != nil {
			return sender{}, false, err
		}
	}
	named := slices.IndexFunc(seats, func(w sender) bool {
		return slices.ContainsFunc(tags, func(t envelope.Tag) bool { return t.Game == w.table.ID })
	})
	switch {
	case named >= 0:
		who = seats[named]
		who.doubt = "The address you wrote to is not that of your seat."
	case d.forLobby(l):
		return d.lobbyMail(l)
	case len(seats) == 0:
		return sender{}, false, nil
	default:
		who = seats[0]
		who.doubt = "Your mail does not say which game it is for."
		if len(tags) > 0 {
			who.doubt = "The address you wrote to is not that of your seat."
		}
	}
	who.doubt += " Nothing was carried out. Please answer a mail of the game: its reply address names the game and your seat."
	if d.cfg.Trust.Policy == trust.NoToken && (named >= 0 || len(seats) == 1) {
		who.doubt = ""
	}
	return who, true, nil
}

// seatsOf returns the seats of an address, or of its member, in running games.
func (d *draft) seatsOf(address string) []sender {
	m, err := d.member(address)
	if err != nil {
		d.log.Error("member.unreadable", "address", address, "error", err)
		m = people.Member{Address: address}
	}
	var out []sender
	for _, tb := range d.tablesAt(m.Addresses()...) {
		for _, id := range tb.Everybody() {
			if seat := tb.Seat(id); !seat.Open && m.Owns(seat.Address) {
				out = append(out, sender{table: tb, player: id})
			}
		}
	}
	return out
}
