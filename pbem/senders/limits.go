package senders

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine/step"
	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// arrival returns when a mail came to the host's server. It is never later than now.
func arrival(s *desk.Desk, l letter.Letter) time.Time {
	now := s.Now()
	if l.Arrived.IsZero() || l.Arrived.After(now) {
		return now
	}
	return l.Arrived
}

// Limited counts a mail with a valid token. If it is over a limit, of this service and the
// others on the store together, Limited returns a sentence that says so, else "". The first
// mail over a limit is logged.
func Limited(d *desk.Draft, key string, l letter.Letter, who desk.Sender) string {
	type bound struct {
		name, whose string
		most        int
	}
	limits, at := d.Config.Limits, arrival(d.Desk, l)
	game, player := who.ID()
	bounds := []bound{{"sender " + strings.ToLower(l.From), "from your address", limits.Sender}}
	if who.Table != nil {
		bounds = append(bounds, bound{"game " + game, "for this game", limits.Game})
	}
	if who.Suspect != "" { // such mails do not use up the quota of the player or the table
		bounds = []bound{{"seat " + game + "/" + player, "for your seat from elsewhere", limits.Sender}}
	}
	for _, c := range bounds {
		n, until := d.Meter.CountAll(c.name, key, at)
		if c.most < 0 || n <= c.most {
			continue
		}
		if over, _ := d.Meter.Count("over "+c.name, key, at); over == 1 {
			d.Log.Error("limit.mails", "from", l.From, "game", game, "of", c.name, "limit", c.most)
		}
		return fmt.Sprintf("More than %s in an hour came %s. This one was not carried out, nor will others be until %s; please send it again then.",
			step.Plural(c.most, "mail"), c.whose, until.In(d.Config.Zone).Format("15:04 MST"))
	}
	return ""
}

// MostNoise limits the answers to mails without any understood line, for one address in
// an hour, and MostAsked those to mails with a question or with words of the game: people ask and play,
// programs tell.
const (
	MostNoise = 3
	MostAsked = 12
)

// Noise counts a mail in which nothing was understood, and reports whether it is over the
// limit. Such mails most likely come from a program that answers everything, each time in
// other words. plays says that the mail has words of the game. The last answer says that no more will follow.
func Noise(d *desk.Draft, key string, l letter.Letter, plays bool, why *sheet.Refusal) (tooMany bool) {
	name, most := "noise ", MostNoise
	if plays || slices.ContainsFunc(Texts(l), grammar.Asks) {
		name, most = "asked ", MostAsked
	}
	n, until := d.Meter.Count(name+people.Lower(l.From), key, arrival(d.Desk, l))
	switch {
	case n == most:
		why.Reason += fmt.Sprintf(" Nothing was understood in %d mails of yours in this hour: more of them get no answer until %s. Mails with commands are answered as before.",
			most, until.In(d.Config.Zone).Format("15:04 MST"))
	case n == most+1:
		d.Log.Warn("limit.noise", "from", l.From, "limit", most)
	}
	return n > most
}

// MostAlike limits how often in a day a player is told why the same lines were refused.
const MostAlike = 3

// RefuseTyped tells a player why their lines were refused. The same lines get the same
// answer at most MostAlike times a day. The last answer says so.
func RefuseTyped(d *desk.Draft, key string, l letter.Letter, who desk.Sender, why *sheet.Refusal, about ...any) (string, error) {
	for n := range MostAlike {
		id := refusalID(d, who, why, about, n)
		if _, err := d.DB.Mailed(id); err == nil && n < MostAlike-1 {
			continue // this answer was given already
		}
		if n == MostAlike-1 {
			tomorrow := d.Now().UTC().Truncate(PerDay).Add(PerDay)
			why.Reason += fmt.Sprintf(" The same was refused %d times today: if it comes again, it gets no answer until %s.", MostAlike, tomorrow.In(d.Config.Zone).Format("15:04 MST"))
		}
		return refuseAs(d, id, key, l, who, why)
	}
	panic("the last answer is always given")
}

// RefuseOnce tells a player why a mail was refused, at most once a day for the same
// reason, however many mails come. So a forger, or a program that answers everything,
// gets nothing more to answer. about holds what else tells two reasons apart.
func RefuseOnce(d *desk.Draft, key string, l letter.Letter, who desk.Sender, why *sheet.Refusal, about ...any) (string, error) {
	return refuseAs(d, refusalID(d, who, why, about, 0), key, l, who, why)
}

// refusalID returns the Message-ID of the n-th answer of a day for one reason; n counts
// from 0.
func refusalID(d *desk.Draft, who desk.Sender, why *sheet.Refusal, about []any, n int) string {
	game, player := who.ID()
	parts := []any{game, player, why.Reason, about}
	if n > 0 {
		parts = append(parts, n)
	}
	return d.Office.ID("no", d.Now().UTC().Format("20060102"), d.Office.Secret("refused", parts...))
}

// refuseAs settles a mail as refused, with an answer that has the given Message-ID. It
// does not send the same answer twice.
func refuseAs(d *desk.Draft, id, key string, l letter.Letter, who desk.Sender, why *sheet.Refusal) (string, error) {
	if _, err := d.Store.Mail(id); err == nil {
		return desk.OutcomeRejected, d.Close(key, desk.OutcomeRejected)
	}
	mail := Refusal(d, unlessForeign(l, who), who, why, id)
	return desk.OutcomeRejected, d.Queue(store.Commit{Cause: key, Outcome: desk.OutcomeRejected, Mails: []store.Mail{mail}})
}

// Refusal makes the mail that tells a sender why their mail was refused. If the mail is
// about a game, it shows the position.
func Refusal(d *desk.Draft, l letter.Letter, who desk.Sender, why *sheet.Refusal, id string, extra ...sheet.Section) store.Mail {
	who, err := Opening(d, who)
	if err != nil {
		d.Log.Error("game.unreadable", "game", who.Table.ID, "error", err)
		who.Table = nil
	}
	if who.Table == nil {
		return d.WriteNote(who.Member, id, sheet.RefusalNote(why, extra...), l.MessageID)
	}
	m := notices.SheetOf(d, who.Table, who.Player)
	m.Kind, m.Refused, m.Extra, m.Since = sheet.Rejected, why, extra, why.Since
	m.Past = who.Table.Log[:max(0, len(who.Table.Log)-len(why.Since))]
	return notices.WriteAs(d, who.Table, who.Player, m, id, l.MessageID)
}

// BytesText writes a size in KB or MB.
func BytesText(n int64) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d KB", (n+1023)>>10)
}

// unlessForeign removes the Message-ID of a mail that did not come from the player's
// address. The player may never have seen that mail, so no answer refers to it.
func unlessForeign(l letter.Letter, who desk.Sender) letter.Letter {
	if !who.Speaks(l.From) {
		l.MessageID = ""
	}
	return l
}

// DamagedAnswer sets a mail aside because it needs damaged data. If the sender is a
// player, it tells them.
func DamagedAnswer(s *desk.Desk, key string, l letter.Letter) error {
	return unreadAnswer(s, key, l, "The disk of this service has damaged what your mail is about. None of your mail was carried out. It is kept for the host, who has been told and has to mend it.")
}

// NewerAnswer is DamagedAnswer for a mail about what a newer version has stored.
func NewerAnswer(s *desk.Desk, key string, l letter.Letter) error {
	return unreadAnswer(s, key, l, "What your mail is about was stored by a newer version of this service, and the present one cannot read it. None of your mail was carried out. It is kept for the host, who has been told. The game goes on when the newer version is back.")
}

func unreadAnswer(s *desk.Desk, key string, l letter.Letter, reason string) error {
	return s.Unit(nil, func(d *desk.Draft) error {
		c := d.Aside(key, l)
		m, err := d.Member(l.From)
		seats, listed := d.Find(desk.KeyAt + people.Lower(l.From))
		if err != nil || m.ID == "" && (len(seats) == 0 || listed != nil) {
			return d.Queue(c)
		}
		why := &sheet.Refusal{Lines: Texts(l), Fault: -1, Reason: reason}
		c.Mails = append(c.Mails, Refusal(d, l, desk.Sender{Member: m}, why, s.Office.ID("fault", s.Office.Secret("fault", key))))
		return d.Queue(c)
	})
}
