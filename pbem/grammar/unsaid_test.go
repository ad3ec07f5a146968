package grammar

import "testing"

// Who leaves out the verb, or says one that cannot be said now, is asked about the one command that the line can be.
func TestLinesWithoutVerb(t *testing.T) {
	refusedAs(t, []notRead{
		{stock, "2 B&A", `"2 B&A" does not say what is to be done. Did you mean "sell 2 B&A"? / closest: sell 2 B&A`},
		{stock, "sell 2 B&O", `"B&O" is not understood in "sell 2 B&O". / closest: sell 2 B&A`},
		{stock, "B&M 60", `"B&M 60" is not a command. You may say sell, buy, start or pass. Words to the others begin with "press".`},
		{stock, "lay PE 60 top", `"lay" cannot be said now. You may say sell, buy, start or pass.`},
		{stock, "put PE 60 top", `"lay" cannot be said now. Did you mean "start PE 60 top"? / closest: start PE 60 top`},
		{stock, "bid PE 60 top", `"bid" cannot be said now. Did you mean "start PE 60 top"? / closest: start PE 60 top`},
		{offers("- sell: 1 NYC, 2 NYC", "- pass"), "buy 2 NYC", `"buy" cannot be said now. You may say sell or pass.`},
		{offers("- sell: 1 NYC, 2 NYC", "- pass"), "get 2 NYC", `"buy" cannot be said now. You may say sell or pass.`},
		{stock, "lay 1", `"lay" cannot be said now. You may say sell, buy, start or pass.`},
		{stock, "I'm out", `"I'm out" does not say what is to be done. Did you mean "pass"? / closest: pass`},
		{stock, "don't buy", `"don't buy" does not say what is to be done. Did you mean "pass"? / closest: pass`},
		{stock, "don't pass", `"dont" is not a command. You may say sell, buy, start or pass.`},
		{stock, "pass&x", `"pass" takes no more words; "x" is not understood. / closest: pass`},
		{stock, "pass&x&y z", `"pass" takes no more words; "x&y z" is not understood. / closest: pass`},
		{stock, "please", `"please" is not a command. You may say sell, buy, start or pass.`},
		{stock, "call", `"call" is not a command. You may say sell, buy, start or pass.`},
		{stock, "press1", `"press1" is not a command. You may say sell, buy, start or pass. / closest: press`},
		{auctn, "60", `"60" does not say what is to be done. Did you mean "bid 60"? / closest: bid 60`},
		{auctn, "57", `"57" is not a command. You may say bid or pass.`},
		{auctn, "call 60", `"call" is not a command. You may say bid or pass.`},
		{offers("B&M convert", "B&M pass"), "convert B&A", `"convert" is up to B&M now, not to B&A. / closest: convert`},
		{offers("B&M convert", "B&M pass"), "convert B&O", `"convert" takes no more words; "B&O" is not understood. / closest: convert`},
		{auctn, "bid 60 again", `"again" is not understood in "bid 60 again". / closest: bid 60`},
		{auctn, "bid 60 when Brian bids", `A line is carried out as it stands, so there is no "when" in it. "help plan" says what can be said in advance. / closest: bid 60`},
		{auctn, "bid 60.50", `"60.50" is not understood after "bid". / closest: bid 55 to 300 in steps of 5`},
	})
}

// A number right behind a verb, and a sum with cents that are none, are read.
func TestNumbersAsTyped(t *testing.T) {
	for line, want := range map[string]string{"bid60": "bid 60", "Bid$60": "bid 60", "bid 60.00": "bid 60", "bid $60.00": "bid 60", "I'm bidding 60": "bid 60"} {
		if c, err := Match(context18(), auctn, "p1", line); err != nil || c.String() != want {
			t.Errorf("%q: %v, %v; want %q", line, c, err, want)
		}
	}
}
