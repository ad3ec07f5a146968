package senders

import (
	"cmp"
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/letter"
	"pbem/pbem/lobby"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/postbox"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// Points that are added to the score of an address. LastingPoints are for a mail that
// came back or was refused, and for a complaint; PassingPoints for a report that does not
// say what became of the mail.
const (
	LastingPoints = 4
	PassingPoints = 1
)

// pointsOf returns the points for a report. A server that is still trying, or reports
// success, counts nothing. If it has given up, the mail is lost, whatever the reason.
func pointsOf(f *letter.Failure) int {
	switch f.State {
	case letter.Delayed, letter.Delivered:
		return 0
	case letter.Failed:
		return LastingPoints
	}
	return PassingPoints
}

// scores is how the names of the counters of points begin.
const scores = "bounces/"

// ScoreName returns the name of the counter for an address's points.
func ScoreName(address string) string { return scores + strings.ToLower(address) }

// Bounced records a report that a mail came back. It answers nobody. If there are several
// reports about one mail, only the worst counts.
func Bounced(d *desk.Draft, key string, l letter.Letter) (string, error) {
	p, err := ProofOf(d, l)
	if err != nil {
		return "", err
	}
	points := pointsOf(l.Bounce)
	before, err := counted(d, p)
	if err != nil {
		return "", err
	}
	c := store.Commit{Cause: key, Outcome: desk.OutcomeIgnored}
	report := []any{"address", p.Address, "stated", l.Bounce.Address, "status", l.Bounce.Status, "state", string(l.Bounce.State), "why", l.Why}
	switch {
	case points == 0:
		d.Log.Info("bounce.no-failure", report...)
		return desk.OutcomeIgnored, d.Queue(c)
	case strings.HasPrefix(p.key, "<"+CanaryMail+"."):
		d.Log.Error("canary.bounced", report...) // the canary's address is the service's own
		return desk.OutcomeIgnored, d.Queue(c)
	case p.Address == "":
		d.Log.Warn("bounce.unproven", report...)
		return desk.OutcomeIgnored, d.Queue(c)
	case points <= before:
		d.Log.Info("bounce.repeated", report...)
		return desk.OutcomeIgnored, d.Queue(c)
	}
	d.Log.Warn("bounce.counted", append(report, "points", points)...)
	c.Marks = store.Marks{}
	desk.Returns.Set(c.Marks, p.key, points)
	if points == LastingPoints {
		timing.Excuse(d, c.Marks, p.Address)
		ids := append([]string{p.key}, d.Office.IDsIn(l.Bounce.Quoted)...)
		if err := cmp.Or(untold(d, ids, p.Address), lost(d, &c, store.Mail{ID: p.key, To: p.Address}), endAgain(d, c.Marks, ids, p.Address), nobodyThere(d, &c, p.Address, l.Bounce.Status)); err != nil {
			return "", err
		}
	}
	return desk.OutcomeIgnored, Score(d, c, p.Address, points-before)
}

// lost tells those who must know of a mail that did not arrive, besides the reader.
func lost(d *desk.Draft, c *store.Commit, m store.Mail) error {
	return cmp.Or(invitationBack(d, c, m.ID, m.To), whisperBack(d, c, m.ID, m.To, m.Raw))
}

// invitationBack withdraws an invitation that did not arrive, and tells the member who
// sent it and the host. id is the Message-ID of the invitation.
func invitationBack(d *desk.Draft, c *store.Commit, id, address string) error {
	f := strings.Split(strings.TrimPrefix(id, "<"), ".")
	if f[0] != InviteMail || len(f) < 4 {
		return nil
	}
	page := sheet.Note("Your invitation to "+address+" came back", "The mail server of that address did not take it. Only you and the host are told.",
		sheet.Section{Head: "What you can say", Say: []sheet.Saying{{Line: "invite NAME@DOMAIN " + f[1], Gloss: "with the right address"}}})
	c.Mails = append(c.Mails, d.Alarm("invitation "+id, address, page)...)
	g, ok, err := d.Gathering(f[1])
	if err != nil || !ok {
		return err
	}
	i := g.Invitation(f[3])
	if i == nil || g.Has(i.Member) {
		return nil
	}
	by, known, err := d.MemberByID(i.By)
	if err != nil {
		return err
	}
	g.Invited = slices.DeleteFunc(slices.Clone(g.Invited), func(o lobby.Invitation) bool { return o.Member == f[3] })
	if g.Keep(c); !known || d.Config.IsHost(by.Address) {
		return nil
	}
	c.Mails = append(c.Mails, d.WriteNote(by, d.Office.ID("returned", d.Office.Secret("returned", id)), page, ""))
	return nil
}

// A Proof says which mail a report is about. The zero Proof proves nothing, because
// anybody can write a report.
type Proof struct {
	Address string // the recipient of the mail
	key     string // the mail's Message-ID, which is its key in desk.Returns
}

// ProofOf finds the proof in a report: the sealed Message-ID of one of the service's
// mails, and the date of that mail. The report must quote both. A reply address proves
// nothing, because people forward mails and reply with it. But if the report names the
// reply address or the VERP address of a recipient, it must be the recipient of that
// mail.
func ProofOf(d *desk.Draft, l letter.Letter) (Proof, error) {
	m, err := returned(d, l.Bounce)
	if err != nil || m.ID == "" {
		return Proof{}, err
	}
	tagged, err := tagged(d, l.Bounce)
	if err != nil {
		return Proof{}, err
	}
	for _, a := range []string{verpOf(d, l), tagged} {
		if a != "" && !strings.EqualFold(a, m.To) {
			return Proof{}, nil
		}
	}
	return Proof{m.To, m.ID}, nil
}

// DateQuoted matches a quoted Date header in a report.
var DateQuoted = regexp.MustCompile(`(?im)^[ \t>*]*date[ \t*]*:[ \t*]*(.{10,60}?)[ \t*]*$`)

// dateSlack is the greatest difference between a mail's Date and its commit.
const dateSlack = 10 * time.Minute

// dates reports whether a report quotes the date of a mail. A digest has the time at which its
// mails were due.
func dates(quoted string, m store.Mail) bool {
	for _, found := range DateQuoted.FindAllStringSubmatch(quoted, 20) {
		sent, err := mail.ParseDate(found[1])
		if err == nil && min(m.Queued.Sub(sent).Abs(), m.Next.Sub(sent).Abs()) <= dateSlack {
			return true
		}
	}
	return false
}

// tagged returns the address of the seat or member whose reply address a report quotes,
// or "".
func tagged(d *desk.Draft, f *letter.Failure) (address string, err error) {
	for _, t := range d.Office.TagsIn(f.Quoted) {
		address, generation, ok, err := Holder(d, t)
		if err != nil {
			return "", err
		}
		if ok && d.Office.Proves(t, generation) {
			return address, nil
		}
	}
	return "", nil
}

// returned finds the mail that a report is about: by the Message-ID that it says came
// back, or else by another one it quotes. It returns the zero Mail if the service sent no
// such mail, or if the report does not quote the mail's date.
func returned(d *desk.Draft, f *letter.Failure) (store.Mail, error) {
	for _, id := range append([]string{f.MessageID}, d.Office.IDsIn(f.Quoted)...) {
		m, err := mailOf(d, id)
		if err != nil || m.ID != "" && dates(f.Quoted, m) {
			return m, err
		}
	}
	return store.Mail{}, nil
}

// mailOf returns the service's mail with a Message-ID, or the zero Mail. A digest stands for
// the first of its mails.
func mailOf(d *desk.Draft, id string) (store.Mail, error) {
	id = cmp.Or(d.Office.Leads(id), id)
	local, _, _ := strings.Cut(strings.ToLower(id), "@")
	m, err := d.DB.Mail(local + "@" + d.Config.Domain() + ">")
	if errors.Is(err, store.ErrNotFound) {
		return store.Mail{}, nil
	}
	return m, err
}

// verpOf returns the address to whose VERP address a report was sent, or "". It also
// works if new mails no longer have VERP addresses.
func verpOf(d *desk.Draft, l letter.Letter) string {
	for _, code := range d.Office.Coded(l) {
		if a := addressOf(d, code); a != "" {
			return a
		}
	}
	return ""
}

// addressOf returns the address with a code: that of a seat or of a member.
func addressOf(d *desk.Draft, code string) string {
	ids, err := d.Find(desk.KeyVERP + code)
	if err != nil {
		d.Log.Error("game.list-failed", "error", err)
	}
	for _, t := range d.On(ids) {
		for _, id := range t.Everybody() {
			if seat := t.Seat(id); !seat.Open && d.Office.Code(seat.Address) == code {
				return seat.Address
			}
		}
	}
	id, err := people.ByCode.Get(d.DB, code)
	if err == nil && id.Found() {
		var m people.Member
		if m, _, err = d.MemberByID(id.Value); err == nil {
			for _, address := range m.Addresses() {
				if d.Office.Code(address) == code {
					return address
				}
			}
		}
	}
	if err != nil {
		d.Log.Error("member.unreadable", "error", err)
	}
	return ""
}

// counted returns how many points the reports about a mail have counted so far.
func counted(d *desk.Draft, p Proof) (int, error) {
	if p.key == "" {
		return 0, nil
	}
	r, err := desk.Returns.Get(d.DB, p.key)
	return r.Value, err
}

// Score adds points to an address and commits. If they reach the limit, the address is
// suspended. Then Score drops its waiting mails and tells the log, the host, and the
// other players at its tables.
func Score(d *desk.Draft, c store.Commit, address string, points int) error {
	n, err := d.DB.Counter(ScoreName(address))
	if err != nil {
		return err
	}
	suspended, err := d.Suspended(address)
	if err != nil {
		return err
	}
	c.Add = map[string]int{ScoreName(address): points}
	if n+points < d.Config.BounceLimit || suspended {
		return d.Queue(c)
	}
	d.Log.Error("address.suspended", "address", address, "score", n+points)
	desk.Suspensions.Set(c.Marks, address, d.Now())
	desk.CatchUps.Clear(c.Marks, address)
	if err := unsent(d, address); err != nil {
		return err
	}
	var games []string
	for _, t := range d.TablesAt(address) {
		if err := tellOfSilence(d, &c, t, address); err != nil {
			return err
		}
		if t.AddressPlays(address) {
			games = append(games, t.Called())
		}
	}
	c.Mails = append(c.Mails, d.Alarm(c.Cause, address, desk.SuspensionPage(address, games))...)
	return d.Queue(c)
}

// tellOfSilence adds the mails that tell a table that mail does not reach a player.
func tellOfSilence(d *desk.Draft, c *store.Commit, t *table.Table, address string) error {
	var silent []string
	for _, id := range t.Everybody() {
		if seat := t.Seat(id); !seat.Open && strings.EqualFold(seat.Address, address) {
			if t.Plays(id) { // nobody waits for a guest
				silent = append(silent, seat.Name)
			}
			c.Drop = append(c.Drop, notices.MoveTopic(t.ID, id))
		}
	}
	if len(silent) == 0 {
		return nil
	}
	for _, id := range t.Everybody() {
		seat := t.Seat(id)
		away, err := d.Suspended(seat.Address)
		if err != nil {
			return err
		}
		if away || seat.Open || strings.EqualFold(seat.Address, address) {
			continue
		}
		m := notices.SheetOf(d, t, id)
		m.Kind = sheet.Information
		m.Extra = []sheet.Section{{Head: "A player cannot be reached", Lines: []string{
			fmt.Sprintf("  Mails to %s come back, so none are sent for now.", strings.Join(silent, " and ")),
			"  They begin again with the next mail from there. If you know another",
			"  way, please pass it on.",
		}}}
		mail := notices.Write(d, t, id, m, "silence."+d.Office.Secret("silence", c.Cause)[:8], "")
		c.Mails = append(c.Mails, mail)
	}
	return nil
}

// Reached clears the score of an address and ends its suspension, because a trusted mail
// has come from it. again reports whether mails to it may have been lost, so that its games
// are to be told once more: see desk.CatchUps.
func Reached(d *desk.Draft, address string) (again bool, err error) {
	n, err := d.DB.Counter(ScoreName(address))
	if err != nil {
		return false, err
	}
	away, err := d.Suspended(address)
	if err != nil || n == 0 && !away {
		return false, err
	}
	d.Log.Info("address.reached", "address", address, "score", n, "suspended", away)
	marks := store.Marks{}
	desk.Suspensions.Clear(marks, address)
	if !away { // Reachable sets it for one that was
		desk.CatchUps.Set(marks, address, d.Now())
	}
	if err := timing.Reachable(d, marks, address, address); err != nil {
		return false, err
	}
	return true, d.Take(store.Commit{Marks: marks, Add: map[string]int{ScoreName(address): -n}})
}

// Refused commits the end of a mail that a mail server refused for its recipient, or on which the outbox gave up, with what
// follows from that. If the store takes nothing, the error is an ErrStore, and an ErrStandby if the service has just ceased to
// decide. Any other error is logged: it must not keep the outbox from other mails.
func Refused(s *desk.Desk, m store.Mail, end store.Ending, why error) error {
	var failed *postbox.SendError
	if !errors.As(why, &failed) {
		return nil
	}
	err := s.Unit([]string{"sender " + people.Lower(m.To)}, func(d *desk.Draft) error {
		c := store.Commit{Marks: store.Marks{}, Ended: []store.Ending{end}}
		switch {
		case failed.Temporary: // the outbox has given up
			c.Cause, c.Outcome = "undelivered:"+m.ID, "excused"
			timing.Excuse(d, c.Marks, m.To)
			if err := whisperBack(d, &c, m.ID, m.To, m.Raw); err != nil {
				return err
			}
			return d.Queue(c)
		case failed.Stage != postbox.AtRcpt && failed.Stage != postbox.AtData:
			return nil // this is not the address's fault
		}
		c.Cause, c.Outcome = "refused:"+m.ID, "counted"
		timing.Excuse(d, c.Marks, m.To) // the mail is lost
		if err := cmp.Or(lost(d, &c, m), endAgain(d, c.Marks, []string{m.ID}, m.To), nobodyThere(d, &c, m.To, failed.Enhanced)); err != nil {
			return err
		}
		return Score(d, c, m.To, LastingPoints)
	})
	if errors.Is(err, desk.ErrStore) || errors.Is(err, desk.ErrStandby) {
		return err
	}
	if err != nil {
		s.Log.Error("bounce.unwritable", "address", m.To, "error", err)
	}
	return nil
}
