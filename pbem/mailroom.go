package pbem

import (
	"fmt"

	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/timing"
	"pbem/store"
)

// Holds reports whether a mail that an older program has queued is for a suspended
// address. Others name the mark of the suspension.
func (m mailroom) Holds(mail store.Mail) (bool, error) { return m.Draft().Suspended(mail.To) }

// Keeps keeps what somebody wrote to a reader who gets no mail, unless it can go to a new address of theirs. All else is told by
// the mails to come.
func (m mailroom) Keeps(mail store.Mail) (why string) {
	if !senders.Written(mail.ID) || senders.Forwards(m.Desk, mail) {
		return ""
	}
	return desk.Withheld
}

// TooLarge handles a mail that is too large; only its header was read. It tells a player
// once a day, and nobody else. If this service does not decide, TooLarge returns an ErrStandby, and the message is left
// to another.
func (s *Service) TooLarge(header []byte, size int64) error {
	l := letter.Read(header, letter.Limits{})
	if l.Class != letter.Human && l.Class != letter.Unreadable {
		return nil
	}
	return s.Unit(s.keysOfMail(&l), func(d *desk.Draft) error {
		who, ok, err := senders.Identify(d, l)
		if err != nil || !ok || who.Doubt != "" {
			return err
		}
		game, player := who.ID()
		s.Log.Warn("mail.player-too-large", "from", l.From, "game", game, "player", player, "bytes", size)
		_, err = senders.RefuseOnce(d, "large:"+intake.Key(header), l, who, &sheet.Refusal{Fault: -1, Reason: fmt.Sprintf(
			"Your mail was too large: at most %s are read. None of it was carried out; please send your commands again, without attachments and pictures.", senders.BytesText(s.Config.IMAP.MaxMessage))})
		return err
	})
}

// Begins notes that mails may have come while the mailbox was not read.
func (m mailroom) Begins() {
	m.shut.opened(true)
	m.Polls.Begin(byMailbox, m.Now())
}

// CaughtUp notes that they were worked on.
func (m mailroom) CaughtUp() { m.Polls.CatchUp(byMailbox) }

// Heard records that the mailbox was read. It is called before the mails that came in the
// meantime are worked on, so that their clocks know about an outage. A service that does not decide says nothing of that:
// time in which nobody decides does not count for players.
func (m mailroom) Heard() {
	now := m.Now()
	if now.Sub(m.Polls.Note(now)) > timing.LongestUnread && desk.Decides(m.Desk) {
		timing.Receiving(m.Desk)
	}
}

// Sort says by its header whose a new message is.
func (m mailroom) Sort(header []byte) intake.Rank {
	rank := intake.Players // also of a mail whose header cannot be parsed
	err := guard.Do(func() error {
		if len(header) > 0 {
			rank = senders.RankOf(m.Desk, letter.Read(header, letter.Limits{}))
		}
		return nil
	})
	if err != nil {
		m.Log.Error("mail.failed", "error", err)
	}
	return rank
}

// Admit counts a message that is not a player's, and reports whether to read it.
func (m mailroom) Admit(rank intake.Rank, size int64) bool {
	g := &m.Quota
	g.Mu.Lock()
	defer g.Mu.Unlock()
	senders.Today(m.Desk)
	most := m.Config.Limits.Strangers
	if rank == intake.Reports {
		most *= senders.ReportsToStrangers
	}
	g.Dirty = true
	if size <= senders.LargestOther && (most < 0 || g.Now.Read[rank] < most) {
		g.Now.Read[rank]++
		return true
	}
	if g.Now.Away++; g.Now.Away == 1 {
		m.Log.Warn("mail.turned-away", "rank", int(rank), "bytes", size, "limit", most)
	}
	g.Now.Largest = max(g.Now.Largest, size)
	return false
}
