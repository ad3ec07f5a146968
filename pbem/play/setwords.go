package play

import (
	"strings"

	"pbem/pbem/account"
	"pbem/pbem/batch"
	"pbem/pbem/people"
)

// Set changes a setting of the sender.
func Set(e *batch.Batch, rest string) (bool, error) {
	var wrong error
	if err := e.Me(func(m *people.Member) { wrong = m.Set(rest) }); err != nil {
		return true, err
	}
	e.Settings = true
	if wrong == nil && strings.HasPrefix(strings.ToLower(rest), "name") {
		takeName(e)
	}
	return true, wrong
}

// takeName has a player called in the game at hand what they want to be called,
// where their name was brought from elsewhere. The others' next mails tell of it.
func takeName(b *batch.Batch) {
	d := b.At
	if d == nil || !d.Table.Plays(d.Player) || !d.Table.Seat(d.Player).Nick {
		return
	}
	before := len(d.Table.Log)
	d.Table = d.Table.Renamed(d.Player, d.Table.FreeName(b.Who.Member.Name, d.Player))
	d.Quiet += len(d.Table.Log) - before
}

// ShowSettings shows all settings of the sender.
func ShowSettings(e *batch.Batch, rest string) (bool, error) {
	if rest != "" {
		return Set(e, rest)
	}
	e.Settings = true
	return true, nil
}

// RefuseInvitations turns invitations off.
func RefuseInvitations(e *batch.Batch, _ string) (bool, error) {
	return Set(e, "invitations off")
}

// ShowSet adds what is set to the answer, as it is after all lines.
func ShowSet(b *batch.Batch) (changed bool, err error) {
	if !b.Settings {
		return false, nil
	}
	if err := b.Draft.Enrol(&b.Who.Member); err != nil {
		return false, err
	}
	b.Headed("Your settings")
	b.Answers = append(b.Answers, account.SettingsSection(b.Draft, b.Who.Member), account.SettingsWords(b.Draft, b.Who.Member))
	return false, nil
}
