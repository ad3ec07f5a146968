package pbem

import (
	"context"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/pbem/letter"
	"pbem/pbem/postbox"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/store"
)

// Providers take answers of players for spam, though they were sent to an address that nobody else knows. Whoever wrote
// one would wait for an answer, and be reminded as if nothing had come. So such mails are fetched from the spam folder.
// What a stranger writes stays there.

// fetchSpam looks into the spam folder until the context ends.
func fetchSpam(ctx context.Context, s *Service) {
	if s.Config.IMAP.Addr == "" {
		return
	}
	folder, failed := postbox.NewSpamFolder(s.Config.IMAP), false
	for wait := min(firstMark, s.Config.IMAP.SpamEvery); ; wait = s.Config.IMAP.SpamEvery {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		moved, err := folder.Fetch(ctx, func(header []byte) (bool, error) { return answersUs(s, header) })
		if moved > 0 {
			spamFetched(s, moved)
		}
		if err != nil && !failed && ctx.Err() == nil {
			s.Log.Warn("mailbox.spam-unread", "error", err)
		}
		failed = err != nil
	}
}

// answersUs reports whether a header in the spam folder is that of a mail to which somebody expects an answer. After an error,
// which is the store's, it can be asked again. One that makes the program fail is nobody's.
func answersUs(s *Service, header []byte) (ours bool, err error) {
	fault := guard.Do(func() error {
		ours, err = senders.Answers(s.Desk, letter.Read(header, letter.Limits{}))
		return nil
	})
	if fault != nil {
		s.Log.Error("mail.failed", "error", fault)
	}
	return ours, err
}

// spamFetched tells the host, once a month.
func spamFetched(s *Service, n int) {
	s.Log.Warn("mailbox.spam-fetched", "mails", n)
	page := sheet.Note("Answers of players were in the spam folder", "The provider of the mailbox took mails of players for spam. They were fetched from there and are carried out.",
		sheet.Section{Head: "What to do", Lines: []string{
			"  Switch the spam filter of the mailbox off, or have a rule put all mail into the inbox. The service looks into the spam folder now and then, so such an answer takes a while.",
			"  What was sent to no address of a game stays there, such as a mail of somebody who wants to join.",
		}})
	err := desk.Tell(s.Desk, func(d *desk.Draft) error {
		return d.Queue(store.Commit{Mails: d.Alarm("spam "+d.Now().Format("2006-01"), "", page)})
	})
	if err != nil {
		s.Log.Error("host.untold", "error", err)
	}
}
