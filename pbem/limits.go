package pbem

import (
	"fmt"
	"strings"
	"time"

	"pbem/pbem/letter"
	"pbem/pbem/sheet"
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

// A meter counts what happens within an hour. It is in memory only: after a
// restart everybody begins anew.
type meter map[string]window

type window struct {
	began time.Time
	n     int
}

// count counts one more under a name and returns how many there are, and when
// the hour ends.
func (m meter) count(name string, now time.Time) (n int, until time.Time) {
	w := m[name]
	if w.n == 0 || now.Sub(w.began) >= time.Hour {
		for k, old := range m { // what is over is forgotten now and then
			if now.Sub(old.began) >= time.Hour {
				delete(m, k)
			}
		}
		w = window{began: now}
	}
	w.n++
	m[name] = w
	return w.n, w.began.Add(time.Hour)
}

// limited counts a believed mail and returns why it is too many, a sentence;
// "" when it is not. The operator is told once.
func (s *Service) limited(l letter.Letter, who sender) string {
	limits, now := s.cfg.Limits.filled(), s.now()
	for _, c := range []struct {
		name, whose string
		most        int
	}{
		{"sender " + strings.ToLower(l.From), "from your address", limits.Sender},
		{"game " + who.table.id, "for this game", limits.Game},
	} {
		n, until := s.meter.count(c.name, now)
		if c.most < 0 || n <= c.most {
			continue
		}
		if n == c.most+1 {
			s.log.Error("too many mails in an hour", "from", l.From, "game", who.table.id, "of", c.name, "limit", c.most)
		}
		return fmt.Sprintf("More than %d mails in an hour came %s. Nothing of this one was carried out, nor will be of others until %s; please send it again then.",
			c.most, c.whose, until.In(s.cfg.zone()).Format("15:04 MST"))
	}
	return ""
}

// refuseOnce tells a sender why a mail was not carried out, at most once a day
// for one reason, however many mails come: a forger, or a program that answers
// everything, is given nothing to answer.
func (s *Service) refuseOnce(key string, l letter.Letter, who sender, why *sheet.Refusal) (string, error) {
	m := s.sheetOf(who.table, who.player)
	m.Kind, m.Refused = sheet.Rejected, why
	about := strings.Join(append([]string{strings.ToLower(l.From), who.table.id, who.player, why.Reason}, why.Lines[:0]...), "\n")
	id := s.mailID("no", s.now().UTC().Format("20060102"), s.secretOf("no", about)[:longID])
	mail, err := s.writeAs(who.table, m, id, l.MessageID)
	if err != nil {
		return "", err
	}
	return outcomeRejected, s.queue(key, outcomeRejected, mail)
}
