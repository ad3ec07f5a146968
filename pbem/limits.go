package pbem

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"pbem/pbem/grammar"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
	"pbem/store"
	"pbem/titles/title"
)

// A meter limits mails by the hour in which they arrived, so that mails that
// are read late, such as after a restore, do not count together. It is in
// memory only: after a restart everybody starts from zero.
type meter struct {
	mu     sync.Mutex
	latest time.Time                 // the latest hour of any name
	hours  map[window]map[string]int // for each mail its number within the hour
}

type window struct {
	name string
	hour time.Time
}

// count counts a mail under a name, once however often it is tried. It returns
// the mail's number within its hour, and when that hour ends.
func (m *meter) count(name, mail string, at time.Time) (n int, until time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := window{name, at.UTC().Truncate(time.Hour)}
	if m.hours[w] == nil {
		m.begin(w)
	}
	if m.hours[w][mail] == 0 {
		m.hours[w][mail] = len(m.hours[w]) + 1
	}
	return m.hours[w][mail], w.hour.Add(time.Hour)
}

// begin starts an hour for a name. Once an hour it forgets old ones.
func (m *meter) begin(w window) {
	if w.hour.After(m.latest) {
		maps.DeleteFunc(m.hours, func(old window, _ map[string]int) bool { return old.hour.Before(w.hour) })
		m.latest = w.hour
	}
	if m.hours == nil {
		m.hours = map[window]map[string]int{}
	}
	m.hours[w] = map[string]int{}
}

// arrival returns when a mail came to the host's server, but never a time ahead
// of our clock.
func (s *Desk) arrival(l letter.Letter) time.Time {
	now := s.now()
	if l.Arrived.IsZero() || l.Arrived.After(now) {
		return now
	}
	return l.Arrived
}

// limited counts a mail with a good token. It returns why it is one too many, a
// sentence, or "". The operator is told once.
func (d *draft) limited(key string, l letter.Letter, who sender) string {
	type bound struct {
		name, whose string
		most        int
	}
	limits, at := d.cfg.Limits, d.arrival(l)
	game, player := who.id()
	bounds := []bound{{"sender " + strings.ToLower(l.From), "from your address", limits.Sender}}
	if who.table != nil {
		bounds = append(bounds, bound{"game " + game, "for this game", limits.Game})
	}
	if who.suspect != "" { // such mails use up no quota of the player or the table
		bounds = []bound{{"seat " + game + "/" + player, "for your seat from elsewhere", limits.Sender}}
	}
	for _, c := range bounds {
		n, until := d.meter.count(c.name, key, at)
		if c.most < 0 || n <= c.most {
			continue
		}
		if n == c.most+1 {
			d.log.Error("limit.mails", "from", l.From, "game", game, "of", c.name, "limit", c.most)
		}
		return fmt.Sprintf("More than %d mails in an hour came %s. Nothing of this one was carried out, nor will be of others until %s; please send it again then.",
			c.most, c.whose, until.In(d.cfg.Zone).Format("15:04 MST"))
	}
	return ""
}

// mostNoise is how many mails without an understood line are answered in an
// hour for one address.
const mostNoise = 3

// noise counts a mail in which nothing was understood, and reports whether it
// is one too many. Such mails most likely come from a program that answers
// everything, each time in other words. The last answer says so.
func (d *draft) noise(key string, l letter.Letter, why *sheet.Refusal) (tooMany bool) {
	n, until := d.meter.count("noise "+people.Lower(l.From), key, d.arrival(l))
	switch {
	case n == mostNoise:
		why.Reason += fmt.Sprintf(" Nothing was understood in %d mails of yours in this hour: more of them get no answer until %s. Mails with commands are answered as before.",
			mostNoise, until.In(d.cfg.Zone).Format("15:04 MST"))
	case n == mostNoise+1:
		d.log.Warn("limit.noise", "from", l.From, "limit", mostNoise)
	}
	return n > mostNoise
}

// understood reports whether anything in a refused mail was understood: a line,
// or a part of one, that begins like a command or a plan.
func (b *batch) understood(err error) bool {
	if no := new(grammar.Refusal); errors.As(err, &no) && !no.Strange {
		return true
	}
	for _, line := range texts(b.l) {
		for _, part := range append(grammar.Split(line), line) {
			if b.begins(part) {
				return true
			}
		}
	}
	return false
}

// begins reports whether a text begins like a command: of the service, of the
// present game, or without one of any title.
func (b *batch) begins(text string) bool {
	if _, _, ok := grammar.Service(text); ok || plan.Gives(text) {
		return true
	}
	return slices.ContainsFunc(b.titlesHere(), func(t *title.Title) bool {
		return grammar.Known(grammar.Context{Facts: t.Facts, Verbs: t.Verbs}, text)
	})
}

// mostAlike is how often a day a player is told why the same lines were
// refused.
const mostAlike = 3

// refuseTyped tells a player why their lines were refused. The same lines get
// the same answer, mostAlike times a day; the last answer says so.
func (d *draft) refuseTyped(key string, l letter.Letter, who sender, why *sheet.Refusal, about ...any) (string, error) {
	for n := range mostAlike {
		id := d.refusalID(who, why, about, n)
		if _, err := d.db.mailed(id); err == nil && n < mostAlike-1 {
			continue // given already
		}
		if n == mostAlike-1 {
			tomorrow := d.now().UTC().Truncate(aDay).Add(aDay)
			why.Reason += fmt.Sprintf(" The same was refused %d times today: if it comes again, it gets no answer until %s.", mostAlike, tomorrow.In(d.cfg.Zone).Format("15:04 MST"))
		}
		return d.refuseAs(id, key, l, who, why)
	}
	panic("the last answer is always given")
}

// refuseOnce tells a player why a mail was refused, at most once a day for one
// reason, however many mails come. So a forger, or a program that answers
// everything, gets nothing to answer. about holds what else makes two reasons
// different.
func (d *draft) refuseOnce(key string, l letter.Letter, who sender, why *sheet.Refusal, about ...any) (string, error) {
	return d.refuseAs(d.refusalID(who, why, about, 0), key, l, who, why)
}

// refusalID returns the Message-ID of a day's n-th answer with one reason, from
// 0.
func (d *draft) refusalID(who sender, why *sheet.Refusal, about []any, n int) string {
	game, player := who.id()
	parts := []any{game, player, why.Reason, about}
	if n > 0 {
		parts = append(parts, n)
	}
	return d.office.ID("no", d.now().UTC().Format("20060102"), d.office.Secret("refused", parts...))
}

// refuseAs settles a mail as refused, with an answer that has the given
// Message-ID. An answer that was sent before is not sent again.
func (d *draft) refuseAs(id, key string, l letter.Letter, who sender, why *sheet.Refusal) (string, error) {
	if _, err := d.store.Mail(id); err == nil {
		return outcomeRejected, d.close(key, outcomeRejected)
	}
	mail := d.refusal(unlessForeign(l, who), who, why, id)
	return outcomeRejected, d.queue(store.Commit{Cause: key, Outcome: outcomeRejected, Mails: []store.Mail{mail}})
}

// refusal writes the mail that tells a sender why theirs was refused, with the
// position of its game if there is one.
func (d *draft) refusal(l letter.Letter, who sender, why *sheet.Refusal, id string, extra ...sheet.Section) store.Mail {
	who, err := d.opening(who)
	if err != nil {
		d.log.Error("game.unreadable", "game", who.table.ID, "error", err)
		who.table = nil
	}
	if who.table == nil {
		return d.writeNote(who.member, id, sheet.RefusalNote(why, extra...), l.MessageID)
	}
	m := d.sheetOf(who.table, who.player)
	m.Kind, m.Refused, m.Extra, m.Since = sheet.Rejected, why, extra, why.Since
	m.Past = who.table.Log[:max(0, len(who.table.Log)-len(why.Since))]
	return d.writeAs(who.table, who.player, m, id, l.MessageID)
}

// TooLarge handles a mail of which only the header was read because it is too
// large. It tells a player once a day, and nobody else.
func (s *Service) TooLarge(header []byte, size int64) error {
	l := letter.Read(header, letter.Limits{})
	if l.Class != letter.Human && l.Class != letter.Unreadable {
		return nil
	}
	return s.unit(s.keysOfMail(l), func(d *draft) error {
		who, ok, err := d.identify(l)
		if err != nil || !ok || who.doubt != "" {
			return err
		}
		game, player := who.id()
		s.log.Warn("mail.player-too-large", "from", l.From, "game", game, "player", player, "bytes", size)
		_, err = d.refuseOnce("large:"+intake.Key(header), l, who, &sheet.Refusal{Fault: -1, Reason: fmt.Sprintf(
			"Your mail was too large: at most %s are read. Nothing of it was carried out; please send your commands again, without attachments and pictures.", bytesText(s.cfg.IMAP.MaxMessage))})
		return err
	})
}

// bytesText writes a size in the unit that people know.
func bytesText(n int64) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d KB", (n+1023)>>10)
}
