package pbem

import (
	"fmt"
	"strings"

	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// set changes a setting of the sender.
func set(e *batch, rest string) (bool, error) {
	var wrong error
	if err := e.me(func(m *people.Member) { wrong = m.Set(rest) }); err != nil {
		return true, err
	}
	e.settings = true
	if wrong == nil && strings.HasPrefix(strings.ToLower(rest), "name") {
		e.takeName()
	}
	return true, wrong
}

// takeName has a player called in the game at hand what they want to be called,
// where their name was brought from elsewhere. The others' next mails tell of it.
func (b *batch) takeName() {
	d := b.at
	if d == nil || !d.table.Plays(d.player) || !d.table.Seat(d.player).Nick {
		return
	}
	before := len(d.table.Log)
	d.table = d.table.Renamed(d.player, d.table.FreeName(b.who.member.Name, d.player))
	d.quiet += len(d.table.Log) - before
}

// nameAsked asks a player who came with a game from elsewhere what they want to be
// called, with their first mail.
func (d *draft) nameAsked(t *table.Table, id string) []sheet.Section {
	seat := t.Seat(id)
	if !seat.Nick || seat.Told > 0 || d.reader(t, id).Name != "" {
		return nil
	}
	return []sheet.Section{{Head: "Your name", Lines: []string{
		fmt.Sprintf("  You are called %s here, as where this game was begun. What would you like to be called? Say it in your answer with a line such as: set name Amy", seat.Name)}}}
}

// showSettings shows all settings of the sender.
func showSettings(e *batch, rest string) (bool, error) {
	if rest != "" {
		return set(e, rest)
	}
	e.settings = true
	return true, nil
}

// refuseInvitations turns invitations off.
func refuseInvitations(e *batch, _ string) (bool, error) {
	return set(e, "invitations off")
}

// showSet adds what is set to the answer, as it is after all lines.
func showSet(b *batch) (changed bool, err error) {
	if !b.settings {
		return false, nil
	}
	if err := b.d.enrol(&b.who.member); err != nil {
		return false, err
	}
	b.headed("Your settings")
	b.answers = append(b.answers, b.d.settingsSection(b.who.member), b.d.settingsWords(b.who.member))
	return false, nil
}
