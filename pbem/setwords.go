package pbem

import "pbem/pbem/people"

// set changes a setting of the sender.
func set(e *errand, rest string) (bool, error) {
	var wrong error
	if err := e.me(func(m *people.Member) { wrong = m.Set(rest) }); err != nil {
		return true, err
	}
	e.settings = true
	return true, wrong
}

// showSettings shows all settings of the sender.
func showSettings(e *errand, rest string) (bool, error) {
	if rest != "" {
		return set(e, rest)
	}
	e.settings = true
	return true, nil
}

// refuseInvitations turns invitations off.
func refuseInvitations(e *errand, _ string) (bool, error) {
	return set(e, "invitations off")
}

// showSet adds what is set to the answer, as it is after all lines.
func (e *errand) showSet() error {
	if !e.settings {
		return nil
	}
	if err := e.s.enrol(&e.who.member); err != nil {
		return err
	}
	e.headed("Your settings")
	e.answers = append(e.answers, e.s.settingsSection(e.who.member), e.s.settingsWords(e.who.member))
	return nil
}
