package pbem

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/senders"
)

// What becomes of a mail that TakeIn does not work on.
const (
	MailKnown    = "known"    // the service has had it
	MailForeign  = "foreign"  // it is not for the service
	MailTurned   = "turned"   // a stranger's, of which there were enough today
	MailTooLarge = "toolarge" // nothing of it is read
	MailStored   = "stored"   // this service does not decide; others do
)

// TakeIn takes in a mail from a mailbox that a mail server keeps beside the service, such
// as one that came after the backup that was restored. It does not take a mail again that
// the service has had, however it came. It returns the outcome, or one of the words above.
func (s *Service) TakeIn(ctx context.Context, raw []byte) (outcome string, err error) {
	if int64(len(raw)) > s.Config.IMAP.MaxMessage {
		return MailTooLarge, nil
	}
	raw = s.readdressed(crlf(raw))
	l := desk.LetterOf(raw)
	if !slices.ContainsFunc(l.To, s.Config.Owns) {
		return MailForeign, nil
	}
	known := []string{intake.Key(raw), intake.Copy(raw)}
	if l.MessageID != "" && l.From != "" {
		known = append(known, "id:"+l.From+" "+l.MessageID)
	}
	for _, key := range known {
		if _, done, err := s.Store.Settled(key); done || err != nil {
			return MailKnown, err
		}
	}
	m := mailroom{s}
	rank := senders.RankOf(s.Desk, l)
	if rank != intake.Players && !m.Admit(rank, int64(len(raw))) {
		return MailTurned, nil
	}
	outcome, err = m.kept(intake.Key(raw), func() (string, error) { return s.receive(ctx, raw, &l) })
	if errors.Is(err, desk.ErrStandby) {
		return MailStored, nil
	}
	return outcome, err
}

// readdressed names a recipient of ours in a copy for another address. A mail server that
// sends a copy of each mail to copies+TAG@localhost writes that into Delivered-To, and the
// tag may stand nowhere else in the mail. A tag proves nothing without its token.
func (s *Service) readdressed(raw []byte) []byte {
	l := letter.Read(raw, letter.Limits{})
	tags := map[string]bool{}
	var top bytes.Buffer
	for _, to := range l.To {
		local, _, _ := strings.Cut(to, "@")
		_, tag, ok := strings.Cut(local, "+")
		if s.Config.Owns(to) {
			tags[tag] = true
		} else if ok && !tags[tag] && envelope.IsTag(tag) {
			tags[tag] = true
			fmt.Fprintf(&top, "Delivered-To: %s+%s@%s\r\n", s.Config.Local(), tag, s.Config.Domain())
		}
	}
	return append(top.Bytes(), raw...)
}

// crlf makes every line end as mails do on their way; signatures are over that.
func crlf(raw []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}
