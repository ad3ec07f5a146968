package grammar

import "testing"

// Shares may be said in percents of the company, which has as many shares as its size says.
func TestPercents(t *testing.T) {
	ctx := context18()
	sizes := map[string]int{"NYC": 10, "B&A": 5, "NYNH": 2}
	ctx.Shares = func(sym string) int { return sizes[sym] }
	choices := offers("- sell: 1 NYC, 2 NYC, 3 NYC, 1 B&A, 2 B&A, 1 NYNH", "- buy: B&A from pool", "- pass:")
	for _, c := range []struct{ line, want, refused string }{
		{"sell 20% NYC", "sell 2 NYC", ""},
		{"Sell 30 % of my NYC", "sell 3 NYC", ""},
		{"sell 10 percent NYC", "sell 1 NYC", ""},
		{"sell NYC 20%", "sell 2 NYC", ""},
		{"sell 20% B&A", "sell 1 B&A", ""},
		{"sell 40% of the B&A", "sell 2 B&A", ""},
		{"sell 50% NYNH", "sell 1 NYNH", ""},
		{"buy 20% B&A", "buy B&A from pool", ""},
		{"sell 15% NYC", "", "15% is no whole number of shares of NYC, which has 10 in all: say how many shares."},
		{"sell 20% NYNH", "", "20% is no whole number of shares of NYNH, which has 2 in all: say how many shares."},
		{"sell 90% NYC", "", `"sell 90% NYC" is not possible now: no legal sell has "90" in it.`},
		{"sell 20%", "", `"sell 20%" is not possible now: no legal sell has "20" in it.`},
		{"50%", "", `"50" is not a command. You may say sell, buy or pass.`},
		{"NYC 50%", "", `"NYC" is not a command. You may say sell, buy or pass.`},
		{"sell 2 x NYC", "sell 2 NYC", ""},
		{"sell as many NYC as possible", "sell 3 NYC", ""},
		{"sell as much of NYC as I can", "sell 3 NYC", ""},
		{"first sell 2 NYC", "sell 2 NYC", ""},
	} {
		got, err := Match(ctx, choices, "p1", c.line)
		switch {
		case c.refused == "" && (err != nil || got.String() != c.want):
			t.Errorf("%q: %q, %v; want %q", c.line, got, err, c.want)
		case c.refused != "" && (err == nil || err.Error() != c.refused):
			t.Errorf("%q: %q, %v; want %s", c.line, got, err, c.refused)
		}
	}
}
