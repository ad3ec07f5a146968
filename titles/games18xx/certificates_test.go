package games18xx_test

import (
	"strings"
	"testing"

	"pbem/titles/games18xx"
)

// The certificates that an action names have the sum of its percentage. Half of the
// director's may be sold.
func TestNamedCertificates(t *testing.T) {
	for _, c := range []struct {
		action  games18xx.Action
		single  int
		refused string
	}{
		{games18xx.Action{Type: "sell_shares", Shares: []string{"GT-IC_3"}, Percent: 10}, 10, ""},
		{games18xx.Action{Type: "sell_shares", Shares: []string{"B&A_3", "B&A_4"}, Percent: 40}, 20, ""},
		{games18xx.Action{Type: "sell_shares", Shares: []string{"B&A_0", "B&A_4"}, Percent: 30}, 10, ""},
		{games18xx.Action{Type: "sell_shares", Shares: []string{"B&A_0", "B&A_4"}, Percent: 20}, 10, ""},
		{games18xx.Action{Type: "sell_shares", Shares: []string{"B&A_0", "B&A_4"}, Percent: 10}, 10, "come to 30%"},
		{games18xx.Action{Type: "sell_shares", Shares: []string{"B&A_3", "B&A_4"}, Percent: 10}, 10, "come to 20%"},
		{games18xx.Action{Type: "sell_shares", Shares: []string{"B&A_3", "B&M_4"}, Percent: 20}, 10, "it names the certificates B&A_3, B&M_4"},
		{games18xx.Action{Type: "sell_shares", Shares: []string{"B&A_3", "B&A_3"}, Percent: 20}, 10, "it names the certificates B&A_3, B&A_3"},
		{games18xx.Action{Type: "sell_shares", Shares: []string{"_3"}, Percent: 10}, 10, "the name of no certificate"},
		{games18xx.Action{Type: "sell_shares", Shares: []string{"B&A"}, Percent: 10}, 10, "the name of no certificate"},
		{games18xx.Action{Type: "sell_shares", Percent: 10}, 10, "it names no certificate"},
		{games18xx.Action{Type: "buy_shares", EntityType: "player", Shares: []string{"B&A_3", "B&A_4"}, Percent: 20}, 10, "it buys 2 certificates at once"},
		{games18xx.Action{Type: "buy_shares", EntityType: "corporation", Shares: []string{"B&A_3", "B&A_4"}, Percent: 20}, 10, ""},
	} {
		err := c.action.Named(c.single)
		if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%s %v %d%%: %v, want %q", c.action.Type, c.action.Shares, c.action.Percent, err, c.refused)
		}
	}
}

// Nobody can sell or buy a certificate that somebody else has. After a certificate has
// moved without being named, its place is unknown.
func TestCertificatesLieWhereTheyWent(t *testing.T) {
	a := func(ids ...string) games18xx.Action { return games18xx.Action{Shares: ids} }
	begun := func() *games18xx.Certificates {
		c := games18xx.NewCertificates()
		c.Directs("B&A", "p1")
		for _, x := range []struct{ id, who string }{{"B&A_1", "p2"}, {"B&A_2", "p2"}, {"B&A_3", "p3"}, {"B&A_4", ""}} {
			if err := c.Bought(a(x.id), x.who); err != nil {
				t.Fatal(err)
			}
		}
		return c
	}
	for _, x := range []struct {
		name    string
		do      func(c *games18xx.Certificates) error
		refused string
	}{
		{"one's own", func(c *games18xx.Certificates) error { return c.Sold(a("B&A_1", "B&A_2"), "p2") }, ""},
		{"another's", func(c *games18xx.Certificates) error { return c.Sold(a("B&A_1", "B&A_3"), "p2") }, "it sells the certificate B&A_3, which p2 does not have"},
		{"the company's", func(c *games18xx.Certificates) error { return c.Sold(a("B&A_4"), "p2") }, "which p2 does not have"},
		{"never named", func(c *games18xx.Certificates) error { return c.Sold(a("B&A_5"), "p2") }, ""},
		{"bought of a player", func(c *games18xx.Certificates) error { return c.Bought(a("B&A_1"), "p3") }, "it buys the certificate B&A_1, which p2 has"},
		{"bought back", func(c *games18xx.Certificates) error { return c.Bought(a("B&A_4"), "p3") }, ""},
		{"the same director", func(c *games18xx.Certificates) error { c.Directs("B&A", "p1"); return c.Sold(a("B&A_1"), "p3") }, "does not have"},
		{"of a new director", func(c *games18xx.Certificates) error { c.Directs("B&A", "p2"); return c.Sold(a("B&A_1"), "p1") }, ""},
		{"out of the pool", func(c *games18xx.Certificates) error { c.Directs("B&A", "p2"); return c.Sold(a("B&A_4"), "p1") }, ""},
		{"not of the others", func(c *games18xx.Certificates) error { c.Directs("B&A", "p2"); return c.Sold(a("B&A_3"), "p1") }, "does not have"},
		{"of a company that ended", func(c *games18xx.Certificates) error { c.Directs("B&A", ""); return c.Bought(a("B&A_1"), "p1") }, ""},
		{"of who left", func(c *games18xx.Certificates) error { c.Leave("p2"); return c.Bought(a("B&A_1"), "p1") }, ""},
		{"not of who stays", func(c *games18xx.Certificates) error { c.Leave("p2"); return c.Bought(a("B&A_3"), "p1") }, "which p3 has"},
		{"after a merger", func(c *games18xx.Certificates) error { c.Lose("B&A"); return c.Bought(a("B&A_3"), "p1") }, ""},
	} {
		err := x.do(begun())
		if (err == nil) != (x.refused == "") || err != nil && !strings.Contains(err.Error(), x.refused) {
			t.Errorf("%s: %v, want %q", x.name, err, x.refused)
		}
	}
}
