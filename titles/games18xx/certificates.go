package games18xx

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Certificate splits the name of a certificate "GT-IC_6" into company and number; 0 is
// the director's.
func Certificate(id string) (sym string, n int, err error) {
	i := strings.LastIndexByte(id, '_')
	if n, err = strconv.Atoi(id[i+1:]); i < 1 || err != nil {
		return "", 0, fmt.Errorf("%q is the name of no certificate", id)
	}
	return id[:i], n, nil
}

// Named checks that an action names certificates of one company, each once, that come
// to the percentage it tells; single is that of one certificate. Of the director's,
// which is worth two, half may be sold.
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

// Certificates follows certificates by their names, as far as actions tell where they
// go: a record that trades one of somebody who does not have it is none of this game.
// What moves unnamed is not known any more, until an action names it.
type Certificates struct {
	at    map[string]string // the player who has it; "" for a company, the IPO or the pool; missing if unknown
	chief map[string]string // director by company
}

// NewCertificates follows certificates from the beginning of a game.
func NewCertificates() *Certificates {
	return &Certificates{at: map[string]string{}, chief: map[string]string{}}
}

// Sold notes a sale. The error names a certificate that the seller does not have.
func (c *Certificates) Sold(a Action, seller string) error { return c.trade(a, seller, "") }

// Bought notes a purchase from company, IPO or pool; no buyer is the company itself. The
// error names a certificate that a player has.
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

// Directs notes who directs a company, "" for nobody. Certificates that no action names
// go from the new director to the old one, and out of the pool where half of the
// director's was sold. A company that begins or ends has all of them elsewhere.
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

// Leave forgets where the certificates of a player are, who gives them up unnamed.
func (c *Certificates) Leave(player string) {
	maps.DeleteFunc(c.at, func(_, at string) bool { return at == player })
}
