package hosting

import (
	"fmt"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/account"
	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/pbem/people"
	"pbem/pbem/senders"
)

// mostAside limits how many of the mails that were set aside are shown: each must be read
// for that.
const mostAside = 10

// aside lists the mails that were set aside and have not been decided again.
func (h *Hosting) aside(string) (string, error) {
	keys, err := SetAsides(h.d)
	if err != nil {
		return "", err
	}
	if len(keys) == 0 {
		return "No mail is set aside.", nil
	}
	var lines []string
	for _, key := range keys[:min(len(keys), mostAside)] {
		in, err := h.d.DB.Inbound(key)
		if err != nil {
			return "", err
		}
		l := desk.LetterOf(in.Raw)
		lines = append(lines, fmt.Sprintf("%s from %s: %s", account.When(h.d, people.Member{}, in.At), desk.OrUnread(l.From), l.Subject))
		for _, c := range senders.Texts(l) {
			lines = append(lines, "    > "+c)
		}
		lines = append(lines, "    host again "+key[:min(desk.ShownKey, len(key))])
	}
	if more := len(keys) - mostAside; more > 0 {
		lines = append(lines, fmt.Sprintf("Set aside too: %s; shown when these are worked on.", step.Plural(more, "mail")))
	}
	return strings.Join(lines, "\n"), nil
}

// SetAsides returns the keys of the mails in quarantine that were not decided again.
func SetAsides(d *desk.Draft) (out []string, err error) {
	keys, err := d.DB.Ended(desk.OutcomeQuarantine)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		_, done, err := d.DB.Settled(key + senders.AgainSign)
		if err != nil {
			return nil, err
		}
		if !done {
			out = append(out, key)
		}
	}
	return out, nil
}

// again decides a mail that was set aside as if it came now. The host has looked at it
// and vouches for its sender. A mail from a foreign address is still held for its player.
// The mail is a commit of its own, so the host's mail may have no other line.
func (h *Hosting) again(rest string) (string, error) {
	if h.Lines > 1 {
		return "", engine.Refuse(`Please send "host again" in a mail of its own. Nothing was carried out.`)
	}
	key, err := asideKey(h.d, strings.Trim(rest, " .<>"))
	if err != nil {
		return "", err
	}
	in, err := h.d.DB.Inbound(key)
	if err != nil {
		return "", err
	}
	l := desk.LetterOf(in.Raw)
	var outcome string
	err = guard.Do(func() (err error) {
		outcome, err = h.d.Redo(h.d, key+senders.AgainSign, l)
		return err
	})
	if err != nil {
		h.d.Log.Error("mail.again-failed", "mail", key, "error", err)
		return "", engine.Refuse("The mail of %s failed again; the service's log says why, under the key %s. It stays aside.", desk.OrUnread(l.From), key[:min(desk.ShownKey, len(key))])
	}
	return fmt.Sprintf("The mail of %s was worked on and is now %s. Its sender has been answered as usual.", desk.OrUnread(l.From), outcome), nil
}

// asideKey finds the only mail that was set aside whose key begins with begin.
func asideKey(d *desk.Draft, begin string) (string, error) {
	keys, err := SetAsides(d)
	if err != nil {
		return "", err
	}
	var found []string
	for _, key := range keys {
		if begin != "" && strings.HasPrefix(key, strings.ToLower(begin)) {
			found = append(found, key)
		}
	}
	switch len(found) {
	case 0:
		return "", engine.Refuse(`No mail that is set aside has a key that begins with %q; "host aside" lists them.`, begin)
	case 1:
		return found[0], nil
	}
	return "", engine.Refuse(`%d mails that are set aside have a key that begins with %q; say more of it.`, len(found), begin)
}
