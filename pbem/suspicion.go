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
// so it holds no lock. It does not check mails that are not believed anyway. It
// does check a stranger's mail to an open lobby, whatever the policy: that is
// answered only if its domain vouches for it. An error is an ErrLater: the
// service is stopping, and nothing was found out.
func (s *Desk) suspicion(ctx context.Context, raw []byte, l letter.Letter) (why string, err error) {
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
	case open && who.doubt == "" && !who.speaks(l.From) && !d.familiar(l.From): // the sender is told that the owner is asked
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

// unproven returns why the domain of a mail does not vouch for it, "" if it
// does.
func (s *Desk) unproven(ctx context.Context, raw []byte, l letter.Letter) (why string, err error) {
	why = s.cfg.Trust.Authenticate(ctx, raw, l)
	if ctx.Err() == context.Canceled {
		return "", fmt.Errorf("%w: %w", intake.ErrLater, context.Canceled)
	}
	if why != "" {
		why = fmt.Sprintf("It cannot be told whether the mail is from %s: %s.", l.From, why)
	}
	return why, nil
}

// ofStranger is unproven for a stranger's mail. It does not check a mail that
// gets no answer anyway, or one from an address that has used up its DNS time.
func (s *Desk) ofStranger(ctx context.Context, d *draft, raw []byte, l letter.Letter, word bool) (why string, err error) {
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

// answersStranger reports whether a stranger's mail may get an answer: the code
// if it has a word of the lobby, else a greeting, each once a day.
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

// greetingID returns the Message-ID of today's greeting to an address.
func (d *draft) greetingID(address string) string {
	return d.office.ID("greeting", d.now().UTC().Format("20060102"), d.office.Secret("greeting", people.Lower(address)))
}

// lookups counts how long the DNS has kept us waiting for mails of each
// stranger. Mails of different people wait at the same time, so this limits the
// wait for all messages fetched together.
type lookups struct {
	mu    sync.Mutex
	hour  time.Time
	spent map[string]time.Duration // by address
}

// mostLookup is the limit for one address in an hour.
const mostLookup = 10 * time.Second

// left returns how much of that an address has left.
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
