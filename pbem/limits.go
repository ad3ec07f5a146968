package pbem

import (
	"fmt"
	"strings"
	"time"

	"pbem/pbem/letter"
	"pbem/pbem/sheet"
	"pbem/store"
)

// Limits are how many believed mails are worked on in an hour. Zero is the
// default, less than zero no limit.
type Limits struct {
	Sender int // of one address; 120
	Game   int // of all players of one game; 600
}

func (l Limits) filled() Limits {
	if l.Sender == 0 {
		l.Sender = 120
	}
	if l.Game == 0 {
		l.Game = 600
	}
	return l
}

// A meter counts the mails within an hour. It is in memory only: after a
// restart everybody begins anew.
type meter map[string]window

type window struct {
	began time.Time
	mails map[string]int // by key: the how many-th of the hour it was
}

// count counts a mail under a name, once however often it is tried, and returns
// the how many-th it is and when the hour ends.
func (m meter) count(name, mail string, now time.Time) (n int, until time.Time) {
	w := m[name]
	if len(w.mails) == 0 || now.Sub(w.began) >= time.Hour {
		for k, old := range m { // what is over is forgotten now and then
			if now.Sub(old.began) >= time.Hour {
				delete(m, k)
			}
		}
		w = window{now, map[string]int{}}
		m[name] = w
	}
	if w.mails[mail] == 0 {
		w.mails[mail] = len(w.mails) + 1
	}
	return w.mails[mail], w.began.Add(time.Hour)
}

// limited counts a mail with a good token and returns why it is too many, a sentence;
// "" when it is not. The operator is told once.
func (s *Service) limited(key string, l letter.Letter, who sender) string {
	type bound struct {
		name, whose string
		most        int
	}
	limits, now := s.cfg.Limits.filled(), s.now()
	game, player := who.id()
	bounds := []bound{{"sender " + strings.ToLower(l.From), "from your address", limits.Sender}}
	if who.table != nil {
		bounds = append(bounds, bound{"game " + game, "for this game", limits.Game})
	}
	if who.suspect != "" { // that uses up nothing of the player's or the table's
		bounds = []bound{{"seat " + game + "/" + player, "for your seat from elsewhere", limits.Sender}}
	}
	for _, c := range bounds {
		n, until := s.meter.count(c.name, key, now)
		if c.most < 0 || n <= c.most {
			continue
		}
		if n == c.most+1 {
			s.log.Error("too many mails in an hour", "from", l.From, "game", game, "of", c.name, "limit", c.most)
		}
		return fmt.Sprintf("More than %d mails in an hour came %s. Nothing of this one was carried out, nor will be of others until %s; please send it again then.",
			c.most, c.whose, until.In(s.cfg.zone()).Format("15:04 MST"))
	}
	return ""
}

// refuseOnce tells a player why a mail was not carried out, at most once a day
// for one reason, however many mails come: a forger, or a program that answers
// everything, is given nothing to answer. About is what else makes two reasons
// different.
func (s *Service) refuseOnce(key string, l letter.Letter, who sender, why *sheet.Refusal, about ...any) (string, error) {
	l = unlessForeign(l, who)
	game, player := who.id()
	reason := s.secretOf("refused", game, player, why.Reason, about)
	mail, err := s.refusal(l, who, why, s.mailID("no", s.now().UTC().Format("20060102"), reason))
	if err != nil {
		return "", err
	}
	return outcomeRejected, s.queue(store.Commit{Cause: key, Outcome: outcomeRejected, Mails: []store.Mail{mail}})
}

// refusal writes the mail that tells a sender why theirs was not carried out:
// with the position of the game it was for, if it was for one.
func (s *Service) refusal(l letter.Letter, who sender, why *sheet.Refusal, id string, extra ...sheet.Section) (store.Mail, error) {
	if who.table == nil {
		return s.writeNote(who.member, id, sheet.RefusalNote(why, extra...), l.MessageID)
	}
	m := s.sheetOf(who.table, who.player)
	m.Kind, m.Refused, m.Extra, m.Since = sheet.Rejected, why, extra, why.Since
	return s.writeAs(who.table, who.player, m, id, l.MessageID)
}
