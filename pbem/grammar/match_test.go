package grammar

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/titles"
	"pbem/titles/title"
)

// newEngland is the title of the tests.
func newEngland() *title.Title {
	t, _ := titles.Find("18newengland")
	return t
}

// verbs18 are the verbs of the situations, one of them an auction.
func verbs18() moves.Table { return append(slices.Clone(newEngland().Verbs), moves.Bid) }

func context18() Context {
	return Context{Facts: newEngland().Facts, Verbs: verbs18(), Players: map[string]string{"p1": "Amy", "p2": "Brian", "p3": "Cat"}}
}

// offers makes the choices of p1 out of lines "FOR VERB: ARGS, ARGS"; "-" is
// for the player, and "5..50/5" at the end of ARGS a range.
func offers(lines ...string) []engine.Choice {
	var out []engine.Choice
	for _, l := range lines {
		head, rest, _ := strings.Cut(l, ":")
		f := strings.Fields(head)
		ch := engine.Choice{By: "p1", For: strings.TrimPrefix(f[0], "-"), Verb: f[1]}
		var list []engine.Option
		for o := range strings.SplitSeq(rest, ",") {
			if o = strings.TrimSpace(o); o != "" {
				list = append(list, option(o))
			}
		}
		if len(list) > 0 {
			ch.Options = func() []engine.Option { return list }
		}
		out = append(out, ch)
	}
	return out
}

func option(text string) engine.Option {
	args := strings.Fields(text)
	last := len(args) - 1
	low, high, ok := strings.Cut(args[last], "..")
	if !ok {
		return engine.Option{Args: args}
	}
	high, by, _ := strings.Cut(high, "/")
	c := engine.Command{Args: []string{low, high, by + strings.Repeat("1", 1-min(1, len(by)))}}
	return engine.Option{Args: args[:last], Range: &engine.Range{Min: c.Int(0), Max: c.Int(1), Step: c.Int(2)}}
}

// Situations of 18NewEngland.
var (
	draft  = offers("- reserve: NYW, PE, BL, ER, HNH", "- value: NYW 50 top, NYW 50 bottom, NYW 55 bottom, CVT 50 bottom", "- relinquish")
	stock  = offers("- sell: 1 B&A, 2 B&A, 3 B&A, 1 NYNHH", "- buy: B&A from pool, B&M from ipo, B&M from treasury, CVT from ipo", "- start: PE 60 top, PE 60 bottom, PE 65 bottom, BL 60 top", "- pass")
	lays   = offers("B&M lay: H7 8 0, H7 8 2, H7 8 4, H7 9 0, H7 9 3, H5 9 1, L5 X1 0, B3 3 4, B3 4 3, G10 X2 0, G10 X2 1, J5 58 1", "B&M pass", "B&M redeem: 1, 2")
	tokens = offers("B&M token: G10, L5 N-NE, L5 SW-NW, K10, G8 city, G8 SE", "B&M pass")
	money  = offers("B&M pay", "B&M half", "B&M withhold")
	trains = offers("B&M buy: train 3 from bank, train 2 from pool, train 3 from CV for 1..300, train 2 from ER for 1..300, train 5E from NYC for 1..300", "B&M pass", "B&M redeem: 1")
	only   = offers("B&M buy: train 5E from bank", "B&M sell: 1 B&A", "B&M pass")
	merger = offers("BL merge: BL with ER into B&M, BL with ER into NYC, BL with HNH into B&M", "BL convert: BL into B&M, BL into NYC", "BL pass")
	offer  = offers("CV accept", "CV decline")
	closer = offers("PE liquidate")
	excess = offers("CV discard: train 2 CV, train 3 CV", "ER discard: train 2 ER, train 5E ER")
	keeper = offers("B&M keep: L5 N-NE, L5 SW-NW")
	auctn  = offers("- bid: 55..300/5", "- pass")
)

// typed is what players type, and what it means; "" is refused.
var typed = []struct {
	choices    []engine.Choice
	line, want string
}{
	{draft, "reserve NYW", "reserve NYW"},
	{draft, "Reserve the NYW!", "reserve NYW"},
	{draft, "I reserve nyw please", "reserve NYW"},
	{draft, "claim New York, Westchester & Boston", "reserve NYW"},
	{draft, "reserve Poughkeepsie and Eastern Railway", "reserve PE"},
	{draft, "reserve poughkeepsie", "reserve PE"},
	{draft, "reserve Pougkeepsie", "reserve PE"},
	{draft, "resreve pe", "reserve PE"},
	{draft, "res lowell", "reserve BL"},
	{draft, "reserve Eastern", "reserve ER"}, // the whole name of one, a part of another's
	{draft, "value NYW 50", "value NYW 50 top"},
	{draft, "value NYW at $50", "value NYW 50 top"},
	{draft, "value NYW 50 lower", "value NYW 50 bottom"},
	{draft, "value NYW 55", "value NYW 55 bottom"},
	{draft, "value 50 cvt", "value CVT 50 bottom"},
	{draft, "start nyw top 50", "value NYW 50 top"},
	{draft, "give up", "relinquish"},
	{draft, "RELINQUISH.", "relinquish"},
	{draft, "relinquishes", "relinquish"},
	{draft, "relinqish", "relinquish"},

	{stock, "sell 3 b&a", "sell 3 B&A"},
	{stock, "sell b&a 3", "sell 3 B&A"},
	{stock, "sell three shares of the B & A", "sell 3 B&A"},
	{stock, "sell 3x BA", "sell 3 B&A"},
	{stock, "sell 3 b and a", "sell 3 B&A"},
	{stock, "sell 3 b+a", "sell 3 B&A"},
	{stock, "Sell 2 Boston and Albany", "sell 2 B&A"},
	{stock, "sell 2 boston & albany shares", "sell 2 B&A"},
	{stock, "sell albany 2", "sell 2 B&A"},
	{stock, "sell NYNHH", "sell 1 NYNHH"},
	{stock, "sell new haven", "sell 1 NYNHH"},
	{stock, "sell a share of NYNHH", "sell 1 NYNHH"},
	{stock, "dump 1 nynhh", "sell 1 NYNHH"},
	{stock, "buy B&A", "buy B&A from pool"},
	{stock, "buy a share of B&A from the pool", "buy B&A from pool"},
	{stock, "buy one B&A share", "buy B&A from pool"},
	{stock, "buy 1 B&A", "buy B&A from pool"},
	{stock, "buy b&m ipo", "buy B&M from ipo"},
	{stock, "buy BM treas", "buy B&M from treasury"},
	{stock, "buy BM tresury", "buy B&M from treasury"},
	{stock, "buy ipo b.&m.", "buy B&M from ipo"},
	{stock, "purchase Boston & Maine from IPO", "buy B&M from ipo"},
	{stock, "buy Central Vermont", "buy CVT from ipo"},
	{stock, "buy ＣＶＴ", "buy CVT from ipo"},
	{stock, "buy cvt.", "buy CVT from ipo"},
	{stock, "start PE 60", "start PE 60 top"},
	{stock, "start PE for $60, bottom", "start PE 60 bottom"},
	{stock, "start pe=65", "start PE 65 bottom"},
	{stock, "par bl 60", "start BL 60 top"},
	{stock, "start BL", "start BL 60 top"},
	{stock, "pass", "pass"},
	{stock, "PASS!", "pass"},
	{stock, "I pass.", "pass"},
	{stock, "I'll pass, thanks", "pass"},
	{stock, "done", "pass"},
	{stock, "no", "pass"},
	{stock, "nothing", "pass"},
	{stock, "do nothing", "pass"},
	{stock, "passs", "pass"},
	{stock, "skip", "pass"},

	{lays, "lay H7 8 2", "lay H7 8 2"},
	{lays, "lay 8 H7 2", "lay H7 8 2"},
	{lays, "LAY h7 #8 2", "lay H7 8 2"},
	{lays, "lay H7 8 S-NW", "lay H7 8 0"},
	{lays, "lay H7 8 NW/S", "lay H7 8 0"},
	{lays, "lay H7 8 S,NW", "lay H7 8 0"},
	{lays, "lay 8 on H7 exits NW S", "lay H7 8 0"},
	{lays, "lay tile 8 at H7 to north-west and south", "lay H7 8 0"},
	{lays, "lay h-7 8 northwest south", "lay H7 8 0"},
	{lays, "upgrade Boston X1", "lay L5 X1 0"},
	{lays, "place X1 in boston", "lay L5 X1 0"},
	{lays, "tile x1 Bosston", "lay L5 X1 0"},
	{lays, "lay H7 9", "lay H7 9 0"}, // both turns look the same
	{lays, "lay H7 9 N", "lay H7 9 0"},
	{lays, "lay H7 9 N-S", "lay H7 9 0"},
	{lays, "lay H7 9 3", "lay H7 9 3"},
	{lays, "lay 8 2", "lay H7 8 2"}, // there is no other
	{lays, "lay B3 3 4", "lay B3 3 4"},
	{lays, "lay 3 B3 4", "lay B3 3 4"},
	{lays, "lay B3 4", "lay B3 4 3"},
	{lays, "lay albany 3", "lay B3 3 4"},
	{lays, "lay Hartford X2", "lay G10 X2 0"},
	{lays, "lay leominster", "lay J5 58 1"},
	{lays, "B&M: lay H7 8 2", "lay H7 8 2"},
	{lays, "B&M lay H7 8 2", "lay H7 8 2"},
	{lays, "Boston and Maine lays 8 in H7 2", "lay H7 8 2"},
	{lays, "bm pass", "pass"},
	{lays, "pass for B&M", "pass"},
	{lays, "buy back 2", "redeem 2"},
	{lays, "redeem two shares", "redeem 2"},
	{lays, "no track", "pass"},
	{lays, "no track for B&M", "pass"},
	{lays, "no track B&M", ""},
	{trains, "no buy", "pass"},
	{trains, "no train", "pass"},
	{trains, "B&M: no buy", "pass"},
	{trains, "no buy train B&M", ""},
	{trains, "no, buy B&M", ""},
	{trains, "next buy B&M", ""},
	{trains, "next B&M", ""},
	{trains, "next buy", ""},
	{trains, "done buy train B&M", ""},
	{trains, "pass and buy", ""},
	{trains, "skip, then buy B&M", ""},
	{trains, "next", "pass"},
	{stock, "next buy B&M", ""},
	{stock, "no buy", "pass"},
	{lays, "skip lay", "pass"},

	{tokens, "token Hartford", "token G10"},
	{tokens, "token in G10", "token G10"},
	{tokens, "place token G10", "token G10"},
	{tokens, "place a station marker in Providence", "token K10"},
	{tokens, "station k10", "token K10"},
	{tokens, "token boston ne n", "token L5 N-NE"},
	{tokens, "token L5 SW", "token L5 SW-NW"},
	{tokens, "token G8 city", "token G8 city"},
	{tokens, "token springfield SE", "token G8 SE"},
	{tokens, "no token", "pass"},
	{tokens, "build station G10", "token G10"},

	{money, "pay", "pay"},
	{money, "dividend", "pay"},
	{money, "pay out", "pay"},
	{money, "full dividend", "pay"},
	{money, "pays dividends", "pay"},
	{money, "half", "half"},
	{money, "half-pay", "half"},
	{money, "pay half", "half"},
	{money, "split", "half"},
	{money, "keep", "withhold"},
	{money, "retain", "withhold"},
	{money, "withold", "withhold"},
	{money, "witholds", "withhold"},
	{money, "no dividend", "withhold"},
	{money, "B&M: withhold", "withhold"},

	{trains, "buy train 3 from bank", "buy train 3 from bank"},
	{trains, "buy 3 train", "buy train 3 from bank"},
	{trains, "buy a 3-train", "buy train 3 from bank"},
	{trains, "buy 3-train from the bank", "buy train 3 from bank"},
	{trains, "buy 2-train from pool", "buy train 2 from pool"},
	{trains, "buy 2T", "buy train 2 from pool"},
	{trains, "buy new train", "buy train 3 from bank"},
	{trains, "buy train 3 from CV for 150", "buy train 3 from CV for 150"},
	{trains, "buy CV's 3-train for $150", "buy train 3 from CV for 150"},
	{trains, "buy the 3 train of CV at 150$", "buy train 3 from CV for 150"},
	{trains, "buy CV train for 150", "buy train 3 from CV for 150"},
	{trains, "buy 5e from nyc for $120,", "buy train 5E from NYC for 120"},
	{trains, "buy 5 E train from New York Central for 120", "buy train 5E from NYC for 120"},
	{trains, "buy train 2 ER 3", "buy train 2 from ER for 3"},
	{trains, "buy train 3 from CV @ 2", "buy train 3 from CV for 2"},
	{trains, "done", "pass"},
	{trains, "nope", "pass"},

	{only, "buy train", "buy train 5E from bank"},
	{only, "buy a 5E", "buy train 5E from bank"},
	{only, "5e train", ""},
	{only, "buy 5E-train", "buy train 5E from bank"},
	{only, "sell", "sell 1 B&A"},

	{merger, "merge BL with ER into B&M", "merge BL with ER into B&M"},
	{merger, "merge ER into NYC", "merge BL with ER into NYC"},
	{merger, "merge with Hartford and New Haven", "merge BL with HNH into B&M"},
	{merger, "BL: merge er nyc", "merge BL with ER into NYC"},
	{merger, "convert to NYC", "convert BL into NYC"},
	{merger, "convert BL NYC", "convert BL into NYC"},
	{merger, "BL convert to new york central", "convert BL into NYC"},

	{offer, "accept", "accept"},
	{offer, "yes", "accept"},
	{offer, "ok", "accept"},
	{offer, "Agreed!", "accept"},
	{offer, "Yep", "accept"},
	{offer, "fine by me", "accept"},
	{offer, "no thanks", "decline"},
	{offer, "Nah", "decline"},
	{offer, "nope, not that", ""},
	{offer, "no way!", "decline"},
	{offer, "not really", ""},
	{offer, "refuse", "decline"},
	{offer, "acept", "accept"},

	{closer, "liquidate", "liquidate"},
	{closer, "liquidate PE", "liquidate"},
	{excess, "discard train 3 CV", "discard train 3 CV"},
	{excess, "discard 3", "discard train 3 CV"},
	{excess, "discard 5E", "discard train 5E ER"},
	{excess, "CV: discard 2-train", "discard train 2 CV"},
	{excess, "scrap ER's 2", "discard train 2 ER"},
	{keeper, "keep SW-NW", "keep L5 SW-NW"},
	{keeper, "keep boston n", "keep L5 N-NE"},
	{auctn, "bid 105", "bid 105"},
	{auctn, "bid $105", "bid 105"},
	{auctn, "I bid 105 dollars", "bid 105"},

	{stock, "sell all B&A", "sell 3 B&A"},
	{stock, "sell all my shares of Boston & Albany", "sell 3 B&A"},
	{stock, "sell max b&a", "sell 3 B&A"},
	{excess, "discard all", ""},
	{auctn, "bid all", ""},
	{stock, "sell all CVT", ""},
	{stock, "sell all", ""},
	{stock, "buy all B&M", ""},
}

func TestLinesPlayersType(t *testing.T) {
	for _, c := range typed {
		got, err := Match(context18(), c.choices, "p1", c.line)
		if err == nil && c.want == got.String() || err != nil && c.want == "" {
			continue
		}
		t.Errorf("%q: got %q, %v, want %q", c.line, got, err, c.want)
	}
}

// A notRead is a line that is no command, and what its player is told.
type notRead struct {
	choices    []engine.Choice
	line, want string
}

// unread is what players may type that is not a command, and what they are told.
var unread = []notRead{
	{stock, "buy B&M", `"buy B&M" can mean "buy B&M from ipo" or "buy B&M from treasury". / readings: buy B&M from ipo; buy B&M from treasury`},
	{stock, "sell B&A", `"sell B&A" can mean "sell 1 B&A", "sell 2 B&A" or "sell 3 B&A". / readings: sell 1 B&A; sell 2 B&A; sell 3 B&A`},
	{stock, "buy Boston", `"buy Boston" can mean "buy B&A from pool", "buy B&M from ipo" or "buy B&M from treasury". / readings: buy B&A from pool; buy B&M from ipo; buy B&M from treasury`},
	{stock, "buy NYC", `"buy NYC" is not possible now: no legal buy has "NYC" in it. / closest: buy B&A from pool; buy B&M from ipo; buy B&M from treasury; buy CVT from ipo`},
	{stock, "buy NYN", `"NYN" is not understood after "buy". / closest: buy B&A from pool; buy B&M from ipo; buy B&M from treasury; buy CVT from ipo`},
	{stock, "buy train 3", `"buy train 3" is not possible now: no legal buy has a train in it. / closest: buy B&A from pool; buy B&M from ipo; buy B&M from treasury; buy CVT from ipo`},
	{stock, "sell 4 b&a", `"sell 4 b&a" is not possible now: no legal sell has "4" in it. / closest: sell 1 B&A; sell 2 B&A; sell 3 B&A`},
	{stock, "fly to the moon", `"fly to the moon" is not a command. You may say sell, buy, start or pass. Words to the others begin with "press".`},
	{stock, "fly away", `"fly" is not a command. You may say sell, buy, start or pass.`},
	{stock, "byu", `"byu" can mean "buy B&A from pool", "buy B&M from ipo", "buy B&M from treasury" or "buy CVT from ipo". / readings: buy B&A from pool; buy B&M from ipo; buy B&M from treasury; buy CVT from ipo`},
	{stock, "lay H7 8 2", `"lay" cannot be said now. You may say sell, buy, start or pass.`},
	{stock, "map", `"map" is not a move. You may say sell, buy, start or pass.`},
	{stock, "pass if Brian does", `A line is carried out as it stands, so there is no "if" in it. "help plan" says what can be said in advance. / closest: pass`},
	{stock, "pass unless I can buy NYNH", `A line is carried out as it stands, so there is no "unless" in it. "help plan" says what can be said in advance. / closest: pass`},
	{money, "pay if it is more than 5", `A line is carried out as it stands, so there is no "if" in it. "help plan" says what can be said in advance. / closest: pay`},
	{stock, "pass the salt", `"pass" takes no more words; "salt" is not understood. / closest: pass`},
	{trains, "no buy train B&M", `"no buy train B&M" is both a pass and more: say "pass" alone to pass, or begin with "buy". / closest: pass`},
	{trains, "next buy B&M", `"next buy B&M" is both a pass and more: say "pass" alone to pass, or begin with "buy". / closest: pass`},
	{trains, "next buy", `"next buy" may be a pass or a plan: say "pass" alone to pass; a plan for your next stock turn has a colon after "next". / closest: pass`},
	{stock, "skip token", `"token" is for another step than this one: say "pass" alone to pass it. / closest: pass`},
	{stock, "start PE 70", `"start PE 70" is not possible now: no legal start has "70" in it. / closest: start PE 60 top; start PE 60 bottom; start PE 65 bottom`},
	{stock, "B&M: buy CVT", `It is not the turn of B&M; you act for yourself.`},
	{stock, "...", `A line that begins with "." is read as a quotation; begin with the verb.`},
	{stock, ". buy CVT", `A line that begins with "." is read as a quotation; begin with the verb.`},
	{stock, strings.Repeat("buy ", 200), `A command has at most 500 characters; this line has 800.`},
	{stock, strings.Repeat("buy ", 100), `"buy buy buy buy buy buy buy buy buy buy buy buy buy buy b..." has too many words.`},
	{draft, "value 50", `"value 50" can mean "value NYW 50 top", "value NYW 50 bottom" or "value CVT 50 bottom". / readings: value NYW 50 top; value NYW 50 bottom; value CVT 50 bottom`},
	{draft, "reserve boston", `"reserve boston" can mean "reserve NYW" or "reserve BL". / readings: reserve NYW; reserve BL`},
	{draft, "reserve NYWW foo", `"foo" is not understood in "reserve NYWW foo". / closest: reserve NYW`},
	{lays, "lay", `"lay" can mean 10 things, such as "lay H7 8 S-NW" or "lay H7 8 NW-NE". / readings: lay H7 8 S-NW; lay H7 8 NW-NE; lay H7 8 S-NE; lay H7 9 S-N; lay H5 9 SW-NE; lay L5 X1 SW-N-NE-SE; lay B3 3 NE-SE; lay B3 4 S-N; lay G10 X2; lay J5 58 SW-N`},
	{lays, "lay H7 8", `"lay H7 8" can mean "lay H7 8 S-NW", "lay H7 8 NW-NE" or "lay H7 8 S-NE". / readings: lay H7 8 S-NW; lay H7 8 NW-NE; lay H7 8 S-NE`},
	{lays, "lay H7 8 E-W", `No hex of this map has an edge "E": say S, SW, NW, N, NE or SE. / closest: lay H7 8 S-NW; lay H7 8 NW-NE; lay H7 8 S-NE; lay H7 9 S-N`},
	{lays, "lay H7 8 N-S", `"lay H7 8 N-S" is not possible now. / closest: lay H7 9 S-N; lay H7 8 S-NW; lay H7 8 NW-NE; lay H7 8 S-NE; lay G10 X2`},
	{lays, "lay H7 8 1", `"lay H7 8 1" is not possible now. / closest: lay H7 8 S-NW; lay H7 8 NW-NE; lay H7 8 S-NE; lay H7 9 S-N`},
	{lays, "lay H20 8 1", `There is no hex or tile H20 in this game. / closest: lay H7 8 S-NW; lay H7 8 NW-NE; lay H7 8 S-NE`},
	{lays, "CV: lay H7 8 2", `It is not the turn of CV; you act for B&M.`},
	{tokens, "token boston", `"token boston" can mean "token L5 N-NE" or "token L5 SW-NW". / readings: token L5 N-NE; token L5 SW-NW`},
	{tokens, "token Springfeld N", `"token Springfeld N" is not possible now. / closest: token L5 N-NE; token G8 city; token G8 SE`},
	{money, "pass", `"pass" cannot be said now. You may say pay, half or withhold.`},
	{money, "pay 5", `"pay" takes no more words; "5" is not understood. / closest: pay`},
	{trains, "buy 3-train from CV", `"buy 3-train from CV" lacks a number: 1 to 300. / closest: buy train 3 from CV for 1 to 300; buy train 3 from bank`},
	{trains, "buy CV 3", `"buy CV 3" lacks a number: 1 to 300. / closest: buy train 3 from CV for 1 to 300; buy train 3 from bank; buy train 2 from ER for 1 to 300; buy train 5E from NYC for 1 to 300`},
	{trains, "buy 3-train from CV for 400", `400 is not possible in "buy 3-train from CV for 400": say 1 to 300. / closest: buy train 3 from CV for 1 to 300; buy train 3 from bank`},
	{trains, "buy 4-train", `"buy 4-train" is not possible now: no legal buy has "4" in it. / closest: buy train 3 from bank; buy train 2 from pool; buy train 3 from CV for 1 to 300; buy train 2 from ER for 1 to 300; buy train 5E from NYC for 1 to 300`},
	{auctn, "bid 57", `57 is not possible in "bid 57": say 55 to 300 in steps of 5. / closest: bid 55 to 300 in steps of 5`},
	{auctn, "bid", `"bid" lacks a number: 55 to 300 in steps of 5. / closest: bid 55 to 300 in steps of 5`},
	{auctn, "bid 50-60", `"bid 50-60" is not possible now: no legal bid has "50" in it. / closest: bid 55 to 300 in steps of 5`},
	{excess, "discard 2", `"discard 2" can mean "discard train 2 CV" or "discard train 2 ER". / readings: discard train 2 CV; discard train 2 ER`},
}

func TestLinesThatAreRefused(t *testing.T) { refusedAs(t, unread) }

// refusedAs fails if lines are not refused as they should be.
func refusedAs(t *testing.T, lines []notRead) {
	t.Helper()
	for _, c := range lines {
		got, err := Match(context18(), c.choices, "p1", c.line)
		var r *Refusal
		if !errors.As(err, &r) {
			t.Errorf("%.40q is read as %q", c.line, got)
			continue
		}
		text := r.Sentence
		if len(r.Readings) > 0 {
			text += " / readings: " + strings.Join(r.Readings, "; ")
		}
		if len(r.Closest) > 0 {
			text += " / closest: " + strings.Join(r.Closest, "; ")
		}
		if text != c.want {
			t.Errorf("%.40q:\n got %s\nwant %s", c.line, text, c.want)
		}
		var plain *engine.Refusal
		if !errors.As(err, &plain) || plain.Sentence != r.Sentence {
			t.Errorf("%.40q: no refusal of the engine", c.line)
		}
	}
}

// Messages between people are no commands, whatever may be said now.
func TestProseIsRefused(t *testing.T) {
	all := [][]engine.Choice{draft, stock, lays, tokens, money, trains, only, merger, offer, closer, excess, keeper, auctn}
	for _, line := range []string{
		"Thanks for the game!", "Sorry for the delay, I was away.", "Hi all,", "Nice move!", "Your turn.", "Good luck",
		"Let me know what you think", "Cheers", "Best,", "Best regards", "Have fun", "See you", "Amy", "-- ", "Well played, Brian",
		"I think the B&A is too dear", "No problem", "Yes please go on without me", "what now", "sell high buy low",
		"On Mon, 3 Nov 2025 Amy wrote:", "Sent from my phone", "B&A", "H7 8 2", "$50", "5E", "and", "the", "to be or not to be",
		"could I buy a train later?", "pass me the salt", "I would like to lay a tile but cannot", "do not pass", "don't sell", "Don't pass", "never lay",
	} {
		for i, choices := range all {
			if got, err := Match(context18(), choices, "p1", line); err == nil {
				t.Errorf("%q is read as %q in situation %d", line, got, i)
			}
		}
	}
}

// The acting company may be named after the verb, and the result of a choice may be repeated. Which company
// survives is never guessed from that.
func TestActingCompanyBehindVerb(t *testing.T) {
	merging := offers("BL merge: with ER into BL, with ER into ER, with HNH into BL, with HNH into HNH", "BL convert", "BL pass")
	merging[1].Help = "grow from 5 shares to 10"
	for line, want := range map[string]string{
		"merge BL with ER into BL":          "merge with ER into BL",
		"merge BL with ER into ER":          "merge with ER into ER",
		"BL: merge BL with ER into ER":      "merge with ER into ER",
		"merge with ER into BL":             "merge with ER into BL",
		"merge BL with ER":                  "", // into which of the two?
		"merge ER with BL into ER":          "",
		"merge CV with ER into ER":          "",
		"convert BL to 10":                  "convert",
		"convert BL to 10 shares":           "convert",
		"convert to a 10 share company":     "convert",
		"convert to a 20 share company":     "",
		"convert to 10":                     "convert",
		"convert BL":                        "convert",
		"convert to 5":                      "",
		"convert BL to 20":                  "",
		"convert 10":                        "",
		"convert CV to 10":                  "",
		"please merge BL with HNH into HNH": "merge with HNH into HNH",
	} {
		c, err := Match(context18(), merging, "p1", line)
		if got := c.String(); err == nil && got != want || err != nil && want != "" {
			t.Errorf("%q: %q, %v; want %q", line, got, err, want)
		}
	}
}

// A letter of a symbol with an & is no compass point: the E of E&K.
func TestSymbolsAreNoCompassPoints(t *testing.T) {
	ti, _ := titles.Find("1828")
	var lays []string
	for rot := range 6 {
		lays = append(lays, fmt.Sprintf("D10 58 %d with E&K", rot))
	}
	ctx := Context{Facts: ti.Facts, Verbs: ti.Verbs}
	choices := offers("NYC lay: "+strings.Join(lays, ", "), "NYC pass")
	for _, ch := range choices {
		for _, o := range ch.List() {
			want := engine.Command{By: "p1", Verb: ch.Verb, Args: o.Args}
			for _, line := range []string{Phrase(ctx, want), strings.ReplaceAll(Phrase(ctx, want), "-", "&"), strings.ReplaceAll(Phrase(ctx, want), "-", " & ")} {
				if got, err := Match(ctx, choices, "p1", line); err != nil || got.String() != want.String() {
					t.Errorf("%q: %q, %v; want %q", line, got, err, want)
				}
			}
		}
	}
}

// A company may be said by its name with its symbol in brackets, as our mails write it.
func TestNameWithSymbol(t *testing.T) {
	for line, want := range map[string]string{
		"start the Fitchburg Railroad (FRR) at $55 top": "start FRR 55 top", "Please start the Fitchburg railroad (FRR) at $55 top, thank you.": "start FRR 55 top",
		"start Boston and Maine (B&M) 55 top": "start B&M 55 top",
	} {
		c, err := Match(context18(), offers("- start: FRR 55 top, FRR 60 top, B&M 55 top"), "p1", line)
		if err != nil || strings.Join(append([]string{c.Verb}, c.Args...), " ") != want {
			t.Errorf("%q: %v, %v", line, c, err)
		}
	}
}
