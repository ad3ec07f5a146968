package games18xx

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Certificate splits the name of a certificate such as "GT-IC_6" into company and number.
// The director's certificate has number 0.
func Certificate(id string) (sym string, n int, err error) {
	i := strings.LastIndexByte(id, '_')
	if n, err = strconv.Atoi(id[i+1:]); i < 1 || err != nil {
		return "", 0, fmt.Errorf("%q is the name of no certificate", id)
	}
	return id[:i], n, nil
}

// Named checks that an action names certificates of one company, each only once, and that
// their sum is the percentage in the action. single is the percentage of one certificate.
// The director's is worth two; half of it may be sold.
func (a Action) Named(single int) error {
	switch n := len(a.Shares); {
	case n == 0:
		return fmt.Errorf("it names no certificate")
	case n > 1 && a.Type == "buy_shares" && a.EntityType != "corporation":
		return fmt.Errorf("it buys %d certificates at once", n)
	}
	sum, half := 0, 0
	for i, id := range a.Shares {
		sym, n, err := Certificate(id)
		if err != nil {
			return err
		}
		if first, _, _ := Certificate(a.Shares[0]); sym != first || slices.Contains(a.Shares[:i], id) {
			return fmt.Errorf("it names the certificates %s", strings.Join(a.Shares, ", "))
		}
		if sum += single; n == 0 {
			sum, half = sum+single, single
		}
	}
	if a.Percent != sum && a.Percent != sum-half {
		return fmt.Errorf("it tells of %d%%, and the certificates %s come to %d%%", a.Percent, strings.Join(a.Shares, ", "), sum)
	}
	return nil
}

// Certificates tracks named certificates, as far as actions say where they go. If
// somebody trades a certificate that they do not have, the record is wrong. A certificate
// that moves without being named is unknown until an action names it.
type Certificates struct {
	at    map[string]string // the player who has it; "" for a company, the IPO or the pool; missing if unknown
	chief map[string]string // director by company
}

// NewCertificates returns the certificates at the beginning of a game.
func NewCertificates() *Certificates {
	return &Certificates{at: map[string]string{}, chief: map[string]string{}}
}

// Sold records a sale. The error names a certificate that the seller does not have.
func (c *Certificates) Sold(a Action, seller string) error { return c.trade(a, seller, "") }

// Bought records a purchase from a company, the IPO or the pool. buyer is "" for the
// company itself. The error names a certificate that a player has.
func (c *Certificates) Bought(a Action, buyer string) error { return c.trade(a, "", buyer) }

func (c *Certificates) trade(a Action, from, to string) error {
	for _, id := range a.Shares {
		switch at, known := c.at[id]; {
		case !known || at == from:
		case from == "":
			return fmt.Errorf("it buys the certificate %s, which %s has", id, at)
		default:
			return fmt.Errorf("it sells the certificate %s, which %s does not have", id, from)
		}
	}
	for _, id := range a.Shares {
		c.at[id] = to
	}
	return nil
}

// Directs records who directs a company, "" for nobody. When the director changes,
// certificates move without being named: from the new director to the old one, and out of
// the pool if half of the director's was sold. Directs forgets where these are. If the
// company begins or ends, it forgets all of its certificates.
func (c *Certificates) Directs(sym, who string) {
	was, known := c.chief[sym]
	c.chief[sym] = who
	switch {
	case !known || was == who:
	case was == "" || who == "":
		c.Lose(sym)
	default:
		maps.DeleteFunc(c.at, func(id, at string) bool { return strings.HasPrefix(id, sym+"_") && (at == who || at == "") })
	}
}

// Lose forgets where the certificates of a company are.
func (c *Certificates) Lose(sym string) {
	maps.DeleteFunc(c.at, func(id, _ string) bool { return strings.HasPrefix(id, sym+"_") })
}

// Leave forgets which certificates a player has. The player gives them up without naming
// them.
func (c *Certificates) Leave(player string) {
	maps.DeleteFunc(c.at, func(_, at string) bool { return at == player })
}
