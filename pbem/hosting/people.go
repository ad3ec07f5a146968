package hosting

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/account"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
)

// address changes a player's address without asking the old one, which does not work any
// more. "host address all" changes everything that is stored for the address.
func (h *Hosting) address(rest string) (string, error) {
	f := strings.Fields(rest)
	if len(f) < 3 {
		return "", engine.Refuse("Write the game, the player and the new address: host address g12 Amy amy@example.org.")
	}
	whose, fresh := strings.Join(f[1:len(f)-1], " "), f[len(f)-1]
	if strings.EqualFold(f[0], "all") {
		return h.moveAll(whose, fresh)
	}
	d, _, err := h.game(f[0])
	if err != nil {
		return "", err
	}
	player, err := d.Next.PlayerNamed(whose)
	if err != nil {
		return "", err
	}
	old := d.Next.Seat(player).Address
	if fresh, err = h.newAddress(fresh, old); err != nil {
		return "", err
	}
	if err := timing.Reachable(h.d, h.C.Marks, old, fresh); err != nil {
		return "", err
	}
	h.moveSeats(d, []string{player}, fresh)
	if err := senders.SeatElsewhere(h.d, &h.C, old, player, d.Next); err != nil {
		return "", err
	}
	return fmt.Sprintf("Mails of %s for %s now go to %s; answers to older ones no longer count.%s To undo it:\n    host address %s %s %s",
		d.Next.Called(), d.Next.Name(player), fresh, doubled(d.Next, fresh), d.Next.ID, player, old), nil
}

// doubled says that an address has several seats in a game, "" if it has not.
func doubled(t *table.Table, address string) string {
	var names []string
	for i, seat := range t.Record.Seats {
		if !seat.Open && strings.EqualFold(seat.Address, address) {
			names = append(names, t.Name(engine.PlayerID(i)))
		}
	}
	if len(names) < 2 {
		return ""
	}
	return fmt.Sprintf(" That address now has the seats of %s in %s.", table.List(names), t.Called())
}

// newAddress reads an address that the host has typed.
func (h *Hosting) newAddress(text, old string) (string, error) {
	fresh, why := account.NewAddress(h.d, text, old)
	if why != "" {
		return "", engine.Refuse("%s", strings.NewReplacer("set address amy@example.org", "amy@example.org", "your address", "the address").Replace(why))
	}
	m, err := h.d.Member(fresh)
	if err != nil {
		return "", err
	}
	if strings.EqualFold(m.Also, fresh) && !strings.EqualFold(m.Address, old) {
		return "", engine.Refuse("%s is the second address of %s; write that one.", fresh, m.Address)
	}
	return fresh, nil
}

// moveSeats changes the address of seats and gives them new tokens. It also mails their
// players the whole position.
func (h *Hosting) moveSeats(d *hosted, players []string, fresh string) {
	d.Next = d.Next.With(d.Next.Game, nil)
	for _, id := range players {
		seat := d.Next.Seat(id)
		seat.Address = fresh
		seat.Token++
	}
	d.tellMoved(players)
}

var movedByHost = []string{
	"  The host has redirected your mails to this address. Answer this one or a",
	"  later one. Answers to older mails no longer count.",
}

// tellMoved tells the table, and the players themselves, that their address has changed.
func (d *hosted) tellMoved(players []string) {
	var names []string
	for _, id := range players {
		names = append(names, d.Next.Seat(id).Name)
	}
	d.welcome = notices.Reply{Player: players[0], Answers: []sheet.Section{{Head: "Your address has changed", Lines: movedByHost}}}
	d.said("address", table.List(names)+" can be reached at a new address.")
}

// moveAll changes an address wherever it is stored.
func (h *Hosting) moveAll(old, fresh string) (string, error) {
	fresh, err := h.newAddress(fresh, old)
	if err != nil {
		return "", err
	}
	known, err := h.d.Member(fresh)
	if err != nil {
		return "", err
	}
	games, twice, undo := 0, "", ""
	over, err := senders.EndsUntold(h.d, old)
	if err != nil {
		return "", err
	}
	for _, t := range slices.Concat(h.d.TablesAt(old, fresh), h.d.SandboxesOf(old), over) {
		d := h.draft(t)
		ch, _ := account.Moved(d.Next, old, fresh)
		if d.Next = ch.Next; len(ch.Players) > 0 {
			d.tellMoved(ch.Players)
			if !t.IsSandbox() {
				games++
				twice += doubled(d.Next, fresh)
				for _, player := range ch.Players {
					undo += fmt.Sprintf("\n    host address %s %s %s", t.ID, player, old)
				}
			}
		}
	}
	m, err := timing.MoveMember(h.d, h.C.Marks, old, fresh)
	if err != nil {
		return "", err
	}
	if games == 0 && m.ID == "" {
		return "", engine.Refuse("The address %q is that of nobody in a running game.", old)
	}
	if err := h.elsewhere(old, fresh, m); err != nil {
		return "", err
	}
	if m.ID != "" && games == 0 { // no mail of a game tells the new reply address
		mail := account.WelcomeHere(h.d, m, stamp(h.d), "", movedByHost)
		h.C.Mails = append(h.C.Mails, mail)
	}
	if known.ID != "" || len(h.d.SeatsOf(fresh)) > 0 {
		if undo != "" {
			undo = " To undo it for the games:" + undo
		}
		return fmt.Sprintf("%s is now %s, in %s. That address was on file already: the two are one person from now on.%s%s", old, fresh, step.Plural(games, "game"), twice, undo), nil
	}
	return fmt.Sprintf("%s is now %s, in %s. To undo it:\n    host address all %s %s", old, fresh, step.Plural(games, "game"), fresh, old), nil
}

// elsewhere is senders.Elsewhere with the games as the host has changed them.
func (h *Hosting) elsewhere(old, fresh string, m people.Member) error {
	var next []*table.Table
	for _, d := range h.drafts {
		next = append(next, d.Next)
	}
	m.Address = fresh
	return senders.Elsewhere(h.d, &h.C, old, m, next)
}

// admit lets somebody into the lobby, and mails them their reply address.
func (h *Hosting) admit(rest string) (string, error) {
	address, name := firstWord(rest)
	address, err := h.newAddress(address, "")
	if err != nil {
		return "", err
	}
	if name, err = plainName(name); err != nil {
		return "", err
	}
	m, err := h.d.Member(address)
	if err != nil {
		return "", err
	}
	if err := h.d.Enrol(&m); err != nil {
		return "", err
	}
	m.Name = cmp.Or(name, m.Name)
	if err := h.d.Suppose(m); err != nil { // a later line may be about them
		return "", err
	}
	page := sheet.Note("Welcome", "The host lets you in. Answer this mail to play 18xx by mail: its reply address is yours alone.",
		sheet.Section{Head: "You may say", Lines: []string{"  . help", "  . games", "  . status"}})
	h.C.Mails = append(h.C.Mails, h.d.WriteNote(m, h.d.Office.ID("welcome", m.ID, stamp(h.d)), page, ""))
	return fmt.Sprintf("%s is let in and gets a mail.", address), nil
}

// seat gives a seat to somebody else, or to the caretaker.
func (h *Hosting) seat(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	f := strings.Fields(rest)
	if n := slices.IndexFunc(f, func(word string) bool { return strings.EqualFold(word, "caretaker") }); n > 0 && n >= len(f)-2 {
		return h.keepSeat(d, strings.Join(f[:n], " "), strings.Join(f[n+1:], " "))
	}
	at := slices.IndexFunc(f, func(word string) bool { return strings.Contains(word, "@") })
	if at < 1 || at == len(f)-1 {
		return "", engine.Refuse("Write the player, the new address and the new name: host seat %s Amy dora@example.org Dora; or the player and the caretaker: host seat %[1]s Amy caretaker; or a robot: host robot %[1]s Amy.", d.Next.ID)
	}
	player, err := d.Next.PlayerNamed(strings.Join(f[:at], " "))
	if err != nil {
		return "", err
	}
	address, err := h.newAddress(f[at], "")
	if err != nil {
		return "", err
	}
	return h.reseat(d, player, address, strings.Join(f[at+1:], " "))
}

// reseat gives a seat to another player, who gets the whole position.
func (h *Hosting) reseat(d *hosted, player, address, name string) (string, error) {
	was := d.Next.SeatOf(address)
	if was != "" && was != player && d.Next.Plays(was) {
		return "", engine.Refuse("%s has a seat in %s already: that of %s.", address, d.Next.Called(), d.Next.Name(was))
	}
	old, keeper := *d.Next.Seat(player), d.Next.Keeper(player)
	if was != "" && was != player {
		d.Next = d.Next.WithoutGuest(was)
	}
	name, err := seatName(d.Next, player, name)
	if err != nil {
		return "", err
	}
	d.said("seat", fmt.Sprintf("The seat of %s goes to %s.", old.Name, name))
	d.Next = d.Next.TakenOver(player, address, name)
	d.welcome = notices.Reply{Player: player, Answers: []sheet.Section{{Head: "Your seat", Lines: []string{
		fmt.Sprintf("  The host gives you the seat of %s. Answer this mail or a later one.", old.Name),
	}}}}
	undo := fmt.Sprintf("host seat %s %s %s %s", d.Next.ID, player, old.Address, old.Name)
	if old.Address == "" { // nobody has had it so far
		undo = keeping(d.Next, player, keeper)
	}
	return fmt.Sprintf("%s has the seat of %s in %s. To undo it:\n    %s", name, old.Name, d.Next.Called(), undo), nil
}

// plainName tidies a name that the host gives somebody; "" stays that.
func plainName(said string) (string, error) {
	name, ok := people.PlainName(said)
	if !ok && strings.TrimSpace(said) != "" {
		return "", engine.Refuse("%q cannot be anybody's name. %s", desk.Shortened(said, 60), people.NamesAre)
	}
	return name, nil
}

// seatName is plainName for a seat. A name that the seat had before is taken as it is, for the line that undoes another.
func seatName(t *table.Table, player, said string) (name string, err error) {
	if name = strings.TrimSpace(said); !table.HadName(t.Record, t.Log, player, name) {
		if name, err = plainName(said); err != nil {
			return "", err
		}
	}
	if free := t.FreeName(name, player); free != name {
		return "", engine.Refuse("Somebody else in %s is called %s: give another name, such as %s.", t.Called(), name, free)
	}
	return name, nil
}

// memberNames returns the names and addresses of members.
func memberNames(d *desk.Draft, ids []string) []string {
	var out []string
	for _, id := range ids {
		if m, ok, err := d.MemberByID(id); err == nil && ok {
			out = append(out, m.CallName()+" <"+m.Address+">")
		}
	}
	return out
}
