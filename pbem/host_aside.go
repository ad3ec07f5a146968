package pbem

import (
	"fmt"
	"strings"

	"pbem/engine"
	"pbem/pbem/guard"
	"pbem/pbem/people"
)

// againSign follows the key of a mail that the host has had worked on again.
const againSign = "#again"

// mailKey is the key under which the mail of a cause is kept.
func mailKey(cause string) string { return strings.TrimSuffix(cause, againSign) }

// mostAside is how many of the mails that were set aside are shown: each is read
// for that.
const mostAside = 10

// aside lists the mails that were set aside and have not been worked on since.
func (h *hosting) aside(string) (string, error) {
	keys, err := h.d.setAsides()
	if err != nil {
		return "", err
	}
	if len(keys) == 0 {
		return "No mail is set aside.", nil
	}
	var lines []string
	for _, key := range keys[:min(len(keys), mostAside)] {
		in, err := h.d.db.Inbound(key)
		if err != nil {
			return "", err
		}
		l := letterOf(in.Raw)
		lines = append(lines, fmt.Sprintf("%s from %s: %s", h.d.when(people.Member{}, in.At), orUnread(l.From), l.Subject))
		for _, c := range texts(l) {
			lines = append(lines, "    > "+c)
		}
		lines = append(lines, "    host again "+key[:min(shownKey, len(key))])
	}
	if more := len(keys) - mostAside; more > 0 {
		lines = append(lines, fmt.Sprintf("%d more are set aside; they are shown when these are worked on.", more))
	}
	return strings.Join(lines, "\n"), nil
}

// setAsides are the keys of the mails in quarantine that were not worked on to
// their end since.
func (d *draft) setAsides() (out []string, err error) {
	keys, err := d.db.Ended(outcomeQuarantine)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		_, done, err := d.db.Settled(key + againSign)
		if err != nil {
			return nil, err
		}
		if !done {
			out = append(out, key)
		}
	}
	return out, nil
}

// again works on a mail that was set aside as if it came now. The host has
// looked at it and vouches for its sender. A mail from a foreign address is
// still held for its player. It is a commit of its own, so the host's mail may
// have no other line.
func (h *hosting) again(rest string) (string, error) {
	if h.lines > 1 {
		return "", engine.Refuse(`Please send "host again" in a mail of its own. Nothing was carried out.`)
	}
	key, err := h.d.asideKey(strings.Trim(rest, " .<>"))
	if err != nil {
		return "", err
	}
	in, err := h.d.db.Inbound(key)
	if err != nil {
		return "", err
	}
	l := letterOf(in.Raw)
	var outcome string
	err = guard.Do(func() (err error) {
		outcome, err = h.d.redo(h.d, key+againSign, l)
		return err
	})
	if err != nil {
		h.d.log.Error("mail.again-failed", "mail", key, "error", err)
		return "", engine.Refuse("The mail of %s failed again; the service's log says why, under the key %s. It stays aside.", orUnread(l.From), key[:min(shownKey, len(key))])
	}
	return fmt.Sprintf("The mail of %s was worked on and is now %s. Its sender has been answered as usual.", orUnread(l.From), outcome), nil
}

// asideKey finds the mail in quarantine whose key begins so.
func (d *draft) asideKey(begin string) (string, error) {
	keys, err := d.setAsides()
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
