package pbem

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/grammar"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/trust"
)

// suspicion returns why a mail with a good token and the right address may
// still be somebody else's, a sentence; "" for no reason. It may ask the DNS,
// so nothing is locked meanwhile, and mails that are not believed anyway are
// not looked into. A stranger's mail to an open lobby is, whatever the policy: it
// is answered only where its domain answers for it. The error is an ErrLater: the
// service is to end, and nothing was found out.
func (s *Service) suspicion(ctx context.Context, raw []byte, l letter.Letter) (why string, err error) {
	open, strict := s.cfg.Lobby == config.Open, s.cfg.Trust.Policy == trust.ByTokenAndDMARC
	if l.Class != letter.Human || !open && !strict {
		return "", nil
	}
	d := s.draft()
	who, ok, err := d.identify(l)
	switch {
	case err != nil:
		return "", nil
	case open && (!ok || who.stranger()):
		return s.ofStranger(ctx, d, raw, l, ok)
	case open && who.doubt == "" && !who.speaks(l.From) && !d.familiar(l.From): // it is told that the owner is asked
		return s.ofStranger(ctx, d, raw, l, false)
	case !ok, !strict, who.doubt != "", who.suspect != "":
		return "", nil
	}
	return s.unproven(ctx, raw, l)
}

// familiar reports whether an address is that of a member or of a seat.
func (d *draft) familiar(address string) bool {
	m, err := d.member(address)
	return err == nil && m.ID != "" || len(d.seatsOf(address)) > 0
}

// unproven is why the domain of a mail does not answer for it, "" when it does.
func (s *Service) unproven(ctx context.Context, raw []byte, l letter.Letter) (why string, err error) {
	why = s.cfg.Trust.Authenticate(ctx, raw, l)
	if ctx.Err() == context.Canceled {
		return "", fmt.Errorf("%w: %w", intake.ErrLater, context.Canceled)
	}
	if why != "" {
		why = fmt.Sprintf("It cannot be told whether the mail is from %s: %s.", l.From, why)
	}
	return why, nil
}

// ofStranger is unproven for a stranger's mail. One that gets no answer anyway is not
// looked into, nor one of an address that has used up its time.
func (s *Service) ofStranger(ctx context.Context, d *draft, raw []byte, l letter.Letter, word bool) (why string, err error) {
	answers, err := d.answersStranger(l, word)
	if err != nil || !answers {
		return "Its sender gets no answer today.", nil
	}
	left := s.lookups.left(people.Lower(l.From), s.now())
	if left <= 0 {
		return "Whether its domain answers for mails of its sender has taken too long.", nil
	}
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	why, err = s.unproven(limited, raw, l)
	s.lookups.spend(people.Lower(l.From), time.Since(began))
	return why, err
}

// answersStranger reports whether a mail of nobody who is known may get an answer:
// the code for one that says a word of the lobby, else a greeting, each once a day.
func (d *draft) answersStranger(l letter.Letter, word bool) (bool, error) {
	if l.From == "" || d.cfg.Owns(l.From) {
		return false, nil
	}
	if !word {
		_, err := d.store.Mail(d.greetingID(l.From))
		return err != nil, nil
	}
	verb, _, _ := grammar.Service(l.Commands[0].Text)
	open, _, err := d.questions()
	return err == nil && slices.Contains(lobbyWords, verb) && !d.askedLately(open, l.From), err
}

// greetingID is the Message-ID of today's greeting to an address.
func (d *draft) greetingID(address string) string {
	return d.office.ID("greeting", d.now().UTC().Format("20060102"), d.office.Secret("greeting", people.Lower(address)))
}

// lookups is how long the DNS has kept us waiting for mails of one stranger: those of
// a portion that come from different people wait side by side, so that this bounds
// the portion.
type lookups struct {
	mu    sync.Mutex
	hour  time.Time
	spent map[string]time.Duration // by address
}

// mostLookup is how long that may be in an hour for one address.
const mostLookup = 10 * time.Second

// left is how much of it an address has left.
func (k *lookups) left(address string, now time.Time) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	if hour := now.UTC().Truncate(time.Hour); !hour.Equal(k.hour) {
		k.hour, k.spent = hour, map[string]time.Duration{}
	}
	return mostLookup - k.spent[address]
}

func (k *lookups) spend(address string, took time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.spent[address] += took
}
