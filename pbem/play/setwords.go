package play

import (
	"cmp"
	"strings"

	"pbem/engine/moves"
	"pbem/pbem/account"
	"pbem/pbem/batch"
	"pbem/pbem/people"
)

// Set changes a setting of the sender. In a game it may be a move as well: "set NYW at 50".
func Set(b *batch.Batch, rest string) (bool, error) {
	if b.At != nil && !people.Settable(rest) && isMove(b.At.Table.Title.Verbs, rest) {
		return false, nil
	}
	var wrong error
	err := b.Me(func(m *people.Member) {
		if wrong = m.Set(rest); m.Daily == people.AnyHour {
			m.Daily = cmp.Or(b.HourBefore(), people.UsualHour)
		}
	})
	if err != nil {
		return true, err
	}
	b.Settings = true
	if wrong == nil && strings.HasPrefix(strings.ToLower(rest), "name") {
		takeName(b)
	}
	return true, wrong
}

// isMove reports whether what follows "set" makes a move of it: a price, or a word that belongs to the verb.
func isMove(verbs moves.Table, rest string) bool {
	first, _, _ := strings.Cut(rest, " ")
	return len(verbs.Named("set "+strings.ToLower(first))) > 0 || len(verbs.Named("set")) > 0 && strings.ContainsAny(rest, "0123456789")
}

// takeName gives the player the name they have set, in the game of the line. It does so
// only if the name in that game was imported. The other players learn the new name from
// their next mail.
func takeName(b *batch.Batch) {
	p := b.At
	if p == nil || !p.Table.Plays(p.Player) || !p.Table.Seat(p.Player).Nick {
		return
	}
	before := len(p.Table.Log)
	p.Table = p.Table.Renamed(p.Player, p.Table.FreeName(b.Who.Member.Name, p.Player))
	p.Quiet += len(p.Table.Log) - before
}

// ShowSettings shows all settings of the sender.
func ShowSettings(b *batch.Batch, rest string) (bool, error) {
	if rest != "" {
		return Set(b, rest)
	}
	b.Settings = true
	return true, nil
}

// RefuseInvitations turns invitations off.
func RefuseInvitations(b *batch.Batch, _ string) (bool, error) {
	return Set(b, "invitations off")
}

// ShowSet adds the sender's settings to the answer if the mail changed them or asked for
// them. They are shown as they are after the last line.
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
