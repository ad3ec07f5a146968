package senders

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/trust"
)

// Suspicion returns a sentence that says why a mail with a valid token and the right
// address may still be somebody else's, or "". It may ask the DNS, so it holds no lock.
// It does not check mails that are not trusted anyway. It checks a stranger's mail to an
// open lobby under every policy, because that gets an answer only if its domain vouches
// for it. The error is an ErrLater: the service is stopping and has found out nothing.
func Suspicion(ctx context.Context, s *desk.Desk, raw []byte, l letter.Letter) (why string, err error) {
	open, strict := s.Config.Lobby == config.Open, s.Config.Trust.Policy == trust.ByTokenAndDMARC
	if l.Class != letter.Human || !open && !strict {
		return "", nil
	}
	d := s.Draft()
	who, ok, err := Identify(d, l)
	switch {
	case err != nil:
		return "", nil
	case open && (!ok || who.Stranger()):
		return ofStranger(ctx, s, d, raw, l, ok)
	case open && who.Doubt == "" && !who.Speaks(l.From) && !familiar(d, l.From): // the writer is told that the owner is asked
		return ofStranger(ctx, s, d, raw, l, false)
	case !ok, !strict, who.Doubt != "", who.Suspect != "":
		return "", nil
	}
	return unproven(ctx, s, raw, l)
}

// familiar reports whether an address is that of a member or of a seat.
func familiar(d *desk.Draft, address string) bool {
	m, err := d.Member(address)
	return err == nil && m.ID != "" || len(d.SeatsOf(address)) > 0
}

// unproven returns why the domain of a mail does not vouch for it, or "".
func unproven(ctx context.Context, s *desk.Desk, raw []byte, l letter.Letter) (why string, err error) {
	why = s.Config.Trust.Authenticate(ctx, raw, l)
	if ctx.Err() == context.Canceled {
		return "", fmt.Errorf("%w: %w", intake.ErrLater, context.Canceled)
	}
	if why != "" {
		why = fmt.Sprintf("It cannot be told whether the mail is from %s: %s.", l.From, why)
	}
	return why, nil
}

// ofStranger is unproven for a stranger's mail. It does not check a mail that gets no
// answer anyway, nor one from an address that has used up its DNS time. word means that
// the mail has a command for the lobby.
func ofStranger(ctx context.Context, s *desk.Desk, d *desk.Draft, raw []byte, l letter.Letter, word bool) (why string, err error) {
	answers, err := answersStranger(d, l, word)
	if err != nil || !answers {
		return "Its sender gets no answer today.", nil
	}
	left := s.Lookups.Left(people.Lower(l.From), s.Now())
	if left <= 0 {
		return "Whether its domain answers for mails of its sender has taken too long.", nil
	}
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	why, err = unproven(limited, s, raw, l)
	s.Lookups.Spend(people.Lower(l.From), time.Since(began))
	return why, err
}

// answersStranger reports whether a stranger's mail may get an answer: a code if it has a
// command for the lobby, or else a greeting. Each is sent once a day.
func answersStranger(d *desk.Draft, l letter.Letter, word bool) (bool, error) {
	if l.From == "" || d.Config.Owns(l.From) {
		return false, nil
	}
	if !word {
		_, err := d.Store.Mail(GreetingID(d, l.From))
		return err != nil, nil
	}
	verb, _, _ := grammar.Service(l.Commands[0].Text)
	open, _, err := Questions(d)
	return err == nil && slices.Contains(LobbyWords, verb) && !AskedLately(d, open, l.From), err
}

// GreetingID returns the Message-ID of today's greeting to an address.
func GreetingID(d *desk.Draft, address string) string {
	return d.Office.ID("greeting", d.Now().UTC().Format("20060102"), d.Office.Secret("greeting", people.Lower(address)))
}
