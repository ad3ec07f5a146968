package t18newengland

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// A ledger follows the certificates of a recorded game by their ids; "B&A_0" is the president's. It
// makes no difference to the game which single certificate a sale or an exchange moves. But a later
// action may name the certificate to say whether a share comes from IPO, treasury or pool.
type ledger struct {
	at map[string][]string // place and company -> ids in order of arrival
}

func newLedger() *ledger {
	l := &ledger{at: map[string][]string{}}
	for _, c := range data.Companies {
		for i := range c.Shares {
			if c.Kind == major {
				l.put(c.Sym+"_"+string(rune('0'+i)), step.IPO(c.Sym))
			}
		}
	}
	return l
}

// company returns the company of a share id.
func company(id string) string { return id[:strings.LastIndexByte(id, '_')] }

func (l *ledger) put(id, place string) {
	key := place + " " + company(id)
	l.at[key] = append(l.at[key], id)
}

// place returns where a certificate lies.
func (l *ledger) place(id string) string {
	for key, ids := range l.at {
		if slices.Contains(ids, id) {
			return strings.TrimSuffix(key, " "+company(id))
		}
	}
	return ""
}

func (l *ledger) move(id, place string) {
	key := l.place(id) + " " + company(id)
	l.at[key] = slices.DeleteFunc(slices.Clone(l.at[key]), func(x string) bool { return x == id })
	l.put(id, place)
}

// single is the percentage of a certificate that is not the president's.
const single = 10

// trade checks that the certificates of an action are of one company, lie in one place, and may be
// taken from there. It records where they go, and returns the place.
func (l *ledger) trade(a games18xx.Action, by string, from func(sym, place string) bool) (string, error) {
	if err := a.Named(single); err != nil {
		return "", err
	}
	first := l.place(a.Shares[0])
	for _, id := range a.Shares {
		if place := l.place(id); place != first || !from(company(id), place) {
			return "", fmt.Errorf("it trades the certificate %s, which lies elsewhere", id)
		}
	}
	l.follow(a, by)
	return first, nil
}

// check compares the number of certificates of a company in each place with the record.
func (l *ledger) check(v view, sym string) error {
	for _, place := range slices.Concat(v.S.Players(), []string{step.IPO(sym), sym, step.Pool}) {
		if got, told := len(v.Certificates(place, sym)), len(l.at[place+" "+sym]); got != told {
			return fmt.Errorf("%d certificates of %s lie with %s, by the record %d", got, sym, place, told)
		}
	}
	return nil
}

// follow records the moves of an action.
func (l *ledger) follow(a games18xx.Action, by string) {
	to := step.Pool
	if a.Type == "buy_shares" {
		if to = by; a.EntityType != "player" {
			to = string(a.Entity)
		}
	}
	for _, id := range a.Shares {
		l.move(id, to)
	}
}

// settle exchanges president's certificates that changed hands since the last action.
func (l *ledger) settle(s *engine.State) {
	v := see(s)
	for _, c := range data.Companies {
		president := v.President(c.Sym)
		if c.Kind == major && president != "" && l.place(c.Sym+"_0") != president {
			l.exchange(v, c.Sym, president)
		}
	}
}

// exchange gives the president's certificate to the new president for their first two others. If
// the old president sold a part of it, the certificates sold in excess come back from the front of
// the pool.
func (l *ledger) exchange(v view, sym, president string) {
	old := l.place(sym + "_0")
	if old != step.IPO(sym) {
		for _, id := range slices.Clone(l.at[president+" "+sym])[:2] {
			l.move(id, old)
		}
	}
	l.move(sym+"_0", president)
	for _, p := range v.S.Players() {
		for len(l.at[p+" "+sym]) < len(v.Certificates(p, sym)) {
			l.move(l.at[step.Pool+" "+sym][0], p)
		}
	}
}
