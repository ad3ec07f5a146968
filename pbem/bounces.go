package pbem

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"

	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/postbox"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// How much the score of an address rises when a mail to it comes back or is refused,
// when its owner complains, and when a report does not say what became of the mail.
const (
	lastingPoints = 4
	passingPoints = 1
)

// pointsOf returns what a report counts. A server that still tries, or reports success,
// counts nothing. One that has given up has lost the mail, whatever the reason.
func pointsOf(f *letter.Failure) int {
	switch f.State {
	case letter.Delayed, letter.Delivered:
		return 0
	case letter.Failed:
		return lastingPoints
	}
	return passingPoints
}

func scoreName(address string) string { return "bounces/" + strings.ToLower(address) }

// bounced records that a mail came back. It answers nobody. Of several reports about
// one mail the worst counts, once.
func (d *draft) bounced(key string, l letter.Letter) (string, error) {
	p, err := d.proofOf(l)
	if err != nil {
		return "", err
	}
	points := pointsOf(l.Bounce)
	before, err := d.counted(p)
	if err != nil {
		return "", err
	}
	c := store.Commit{Cause: key, Outcome: outcomeIgnored}
	report := []any{"address", p.address, "stated", l.Bounce.Address, "status", l.Bounce.Status, "state", string(l.Bounce.State), "why", l.Why}
	switch {
	case points == 0:
		d.log.Info("bounce.no-failure", report...)
		return outcomeIgnored, d.queue(c)
	case strings.HasPrefix(p.key, "<"+canaryMail+"."):
		d.log.Error("canary.bounced", report...) // its address is the service's own
		return outcomeIgnored, d.queue(c)
	case p.address == "":
		d.log.Warn("bounce.unproven", report...)
		return outcomeIgnored, d.queue(c)
	case points <= before:
		d.log.Info("bounce.repeated", report...)
		return outcomeIgnored, d.queue(c)
	}
	d.log.Warn("bounce.counted", append(report, "points", points)...)
	c.Marks = store.Marks{}
	returns.Set(c.Marks, p.key, points)
	if points == lastingPoints {
		d.excuse(c.Marks, p.address)
		if err := d.invitationBack(&c, p.key, p.address); err != nil {
			return "", err
		}
	}
	return outcomeIgnored, d.score(c, p.address, points-before)
}

// invitationBack withdraws an invitation that did not reach anybody, and tells its
// sender and the host. id is the Message-ID of our mail that came back.
func (d *draft) invitationBack(c *store.Commit, id, address string) error {
	f := strings.Split(strings.TrimPrefix(id, "<"), ".")
	if f[0] != inviteMail || len(f) < 4 {
		return nil
	}
	page := sheet.Note("Your invitation to "+address+" came back", "The mail server of that address did not take it. Nobody is told but you and the host.",
		sheet.Section{Head: "What you can say", Say: []sheet.Saying{{Line: "invite NAME@DOMAIN " + f[1], Gloss: "with the right address"}}})
	c.Mails = append(c.Mails, d.alarm("invitation "+id, address, page)...)
	g, ok, err := d.gathering(f[1])
	if err != nil || !ok {
		return err
	}
	i := g.Invitation(f[3])
	if i == nil || g.Has(i.Member) {
		return nil
	}
	by, known, err := d.memberByID(i.By)
	if err != nil {
		return err
	}
	g.Invited = slices.DeleteFunc(slices.Clone(g.Invited), func(o lobby.Invitation) bool { return o.Member == f[3] })
	if g.Keep(c); !known || d.cfg.IsHost(by.Address) {
		return nil
	}
	c.Mails = append(c.Mails, d.writeNote(by, d.office.ID("returned", d.office.Secret("returned", id)), page, ""))
	return nil
}

// A proof says of which mail a report tells. The zero proof proves nothing: anybody
// can write a report.
type proof struct {
	address string // to which the mail went
	key     string // of returns: the mail's Message-ID
}

// proofOf finds the proof in a report: the sealed Message-ID of a mail of ours, and the
// date of that mail, both quoted. A reply address proves nothing, because people
// forward mails and answer with it. But if the reply address or the VERP address of the
// recipient is in the report, it must agree with the mail.
func (d *draft) proofOf(l letter.Letter) (proof, error) {
	m, err := d.returned(l.Bounce)
	if err != nil || m.ID == "" {
		return proof{}, err
	}
	tagged, err := d.tagged(l.Bounce)
	if err != nil {
		return proof{}, err
	}
	for _, a := range []string{d.verpOf(l), tagged} {
		if a != "" && !strings.EqualFold(a, m.To) {
			return proof{}, nil
		}
	}
	return proof{m.To, m.ID}, nil
}

// dateQuoted finds the date of the mail that came back in what a report quotes.
var dateQuoted = regexp.MustCompile(`(?im)^[ \t>*]*date[ \t*]*:[ \t*]*(.{10,60}?)[ \t*]*$`)

// dateSlack is how long after it was dated a mail may have been committed.
const dateSlack = 10 * time.Minute

// dates reports whether a report quotes the date of a mail of ours.
func dates(quoted string, m store.Mail) bool {
	for _, found := range dateQuoted.FindAllStringSubmatch(quoted, 20) {
		sent, err := mail.ParseDate(found[1])
		if err == nil && m.Queued.Sub(sent).Abs() <= dateSlack {
			return true
		}
	}
	return false
}

// tagged returns the address on file of the seat or member whose reply address a report
// quotes, "" for none.
func (d *draft) tagged(f *letter.Failure) (address string, err error) {
	for _, t := range d.office.TagsIn(f.Quoted) {
		address, generation, ok, err := d.holder(t)
		if err != nil {
			return "", err
		}
		if ok && d.office.Proves(t, generation) {
			return address, nil
		}
	}
	return "", nil
}

// returned finds our mail that a report is about: by the Message-ID that it says came
// back, else by another one it quotes. It returns the zero Mail if none is ours, or if
// the report does not quote the mail's date.
func (d *draft) returned(f *letter.Failure) (store.Mail, error) {
	for _, id := range append([]string{f.MessageID}, d.office.IDsIn(f.Quoted)...) {
		m, err := d.mailOf(id)
		if err != nil || m.ID != "" && dates(f.Quoted, m) {
			return m, err
		}
	}
	return store.Mail{}, nil
}

// mailOf finds the mail of ours with a Message-ID, the zero Mail for none.
func (d *draft) mailOf(id string) (store.Mail, error) {
	local, _, _ := strings.Cut(strings.ToLower(id), "@")
	m, err := d.db.Mail(local + "@" + d.cfg.Domain() + ">")
	if errors.Is(err, store.ErrNotFound) {
		return store.Mail{}, nil
	}
	return m, err
}

// verpOf returns the address on file whose VERP address a report came to, "" for none.
// It looks even if new mails no longer have such a sender.
func (d *draft) verpOf(l letter.Letter) string {
	for _, code := range d.office.Coded(l) {
		if a := d.addressOf(code); a != "" {
			return a
		}
	}
	return ""
}

// addressOf finds the address on file that a code stands for: that of a seat, or
// of a member.
func (d *draft) addressOf(code string) string {
	ids, err := d.find(keyVERP + code)
	if err != nil {
		d.log.Error("game.list-failed", "error", err)
	}
	for _, t := range d.on(ids) {
		for _, id := range t.Everybody() {
			if seat := t.Seat(id); !seat.Open && d.office.Code(seat.Address) == code {
				return seat.Address
			}
		}
	}
	id, err := people.ByCode.Get(d.db, code)
	if err == nil && id.Found() {
		var m people.Member
		if m, _, err = d.memberByID(id.Value); err == nil {
			for _, address := range m.Addresses() {
				if d.office.Code(address) == code {
					return address
				}
			}
		}
	}
	if err != nil {
		d.log.Error("member.unreadable", "error", err)
	}
	return ""
}

// counted is how many points the reports about a mail have counted.
func (d *draft) counted(p proof) (int, error) {
	if p.key == "" {
		return 0, nil
	}
	r, err := returns.Get(d.db, p.key)
	return r.Value, err
}

// score commits a higher score for an address. At the limit the address is suspended:
// its waiting mails are dropped, and the log, the host and the other players at its
// tables are told.
func (d *draft) score(c store.Commit, address string, points int) error {
	n, err := d.db.Counter(scoreName(address))
	if err != nil {
		return err
	}
	suspended, err := d.suspended(address)
	if err != nil {
		return err
	}
	c.Add = map[string]int{scoreName(address): points}
	if n+points < d.cfg.BounceLimit || suspended {
		return d.queue(c)
	}
	d.log.Error("address.suspended", "address", address, "score", n+points)
	suspensions.Set(c.Marks, address, d.now())
	var games []string
	for _, t := range d.tablesAt(address) {
		if err := d.tellOfSilence(&c, t, address); err != nil {
			return err
		}
		if t.AddressPlays(address) {
			games = append(games, t.Called())
		}
	}
	c.Mails = append(c.Mails, d.alarm(c.Cause, address, d.suspensionPage(address, games))...)
	return d.queue(c)
}

// tellOfSilence adds the mails that tell a table that a player cannot be
// reached.
func (d *draft) tellOfSilence(c *store.Commit, t *table.Table, address string) error {
	var silent []string
	for _, id := range t.Everybody() {
		if seat := t.Seat(id); !seat.Open && strings.EqualFold(seat.Address, address) {
			if t.Plays(id) { // nobody waits for a guest
				silent = append(silent, seat.Name)
			}
			c.Drop = append(c.Drop, moveTopic(t.ID, id))
		}
	}
	if len(silent) == 0 {
		return nil
	}
	for _, id := range t.Everybody() {
		seat := t.Seat(id)
		away, err := d.suspended(seat.Address)
		if err != nil {
			return err
		}
		if away || seat.Open || strings.EqualFold(seat.Address, address) {
			continue
		}
		m := d.sheetOf(t, id)
		m.Kind = sheet.Information
		m.Extra = []sheet.Section{{Head: "A player cannot be reached", Lines: []string{
			fmt.Sprintf("  Mails to %s come back, so none are sent for now.", strings.Join(silent, " and ")),
			"  They begin again with the next mail from there. If you know another",
			"  way, please pass it on.",
		}}}
		mail := d.write(t, id, m, "silence."+d.office.Secret("silence", c.Cause)[:8], "")
		c.Mails = append(c.Mails, mail)
	}
	return nil
}

// suspended reports whether an address gets no mail.
func (d *draft) suspended(address string) (bool, error) {
	since, err := suspensions.Get(d.db, address)
	if since.Rev != 0 { // also where it cannot be read since when
		return true, nil
	}
	return false, err
}

// reached clears an address: a mail that is believed has come from it.
func (d *draft) reached(address string) error {
	n, err := d.db.Counter(scoreName(address))
	if err != nil {
		return err
	}
	away, err := d.suspended(address)
	if err != nil || n == 0 && !away {
		return err
	}
	d.log.Info("address.reached", "address", address, "score", n, "suspended", away)
	marks := store.Marks{}
	suspensions.Clear(marks, address)
	if err := d.reachable(marks, address, address); err != nil {
		return err
	}
	return d.take(store.Commit{Marks: marks, Add: map[string]int{scoreName(address): -n}})
}

// refused records that the server refused a mail for its recipient, or that all
// attempts failed for too long.
func (s *Desk) refused(m store.Mail, sent error) {
	var failed *postbox.SendError
	if !errors.As(sent, &failed) {
		return
	}
	err := s.unit([]string{"sender " + people.Lower(m.To)}, func(d *draft) error {
		switch {
		case failed.Temporary && s.now().Sub(m.Queued) > intake.GiveUp:
			c := store.Commit{Cause: "undelivered:" + m.ID, Outcome: "excused", Marks: store.Marks{}}
			d.excuse(c.Marks, m.To)
			return d.queue(c)
		case failed.Temporary, failed.Stage != postbox.AtRcpt && failed.Stage != postbox.AtData:
			return nil // it says nothing of the address
		}
		c := store.Commit{Cause: "refused:" + m.ID, Outcome: "counted", Marks: store.Marks{}}
		d.excuse(c.Marks, m.To) // it is lost for good
		if err := d.invitationBack(&c, m.ID, m.To); err != nil {
			return err
		}
		return d.score(c, m.To, lastingPoints)
	})
	if err != nil {
		s.log.Error("bounce.unwritable", "address", m.To, "error", err)
	}
}

// Wanted reports whether a mail that is due should be sent. It may have been dropped
// since it was read, and a suspended address gets none.
func (m mailroom) Wanted(ctx context.Context, mail store.Mail) (bool, error) {
	if waits, err := m.store.Waits(mail.ID); err != nil || !waits || ctx.Err() != nil {
		return false, err
	}
	away, err := m.draft().suspended(mail.To)
	if err != nil || !away {
		return !away, err
	}
	m.log.Info("outbox.dropped", "to", mail.To, "id", mail.ID)
	return false, m.store.Discard(mail.ID, m.now())
}
