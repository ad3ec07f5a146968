package advice_test

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/advice"
	"pbem/pbem/sheet"
	"pbem/titles"
	"pbem/titles/robot"
)

// shown writes an advice as a mail shows it.
func shown(t *testing.T, slug string, a robot.Advice) string {
	t.Helper()
	ti, ok := titles.Find(slug)
	if !ok {
		t.Fatal(slug)
	}
	var out []string
	for _, sec := range advice.Sections(ti, a, func(list []engine.Command) (string, int) {
		var parts []string
		for _, c := range list {
			parts = append(parts, c.String())
		}
		return strings.Join(parts, "; "), len(list)
	}) {
		out = append(out, sec.Lines...)
		for _, s := range sec.Say {
			out = append(out, lineOf(s))
		}
	}
	return strings.Join(out, "\n")
}

func lineOf(s sheet.Saying) string { return ". " + s.Line + "  " + s.Gloss }

func say(verb string, args ...string) engine.Command {
	return engine.Command{By: "p1", Verb: verb, Args: args}
}

func way(gain int, list ...engine.Command) robot.Way {
	return robot.Way{Commands: list, Passes: list[0].Verb == "pass", Value: 400 + gain, Worth: robot.Worth{Total: 400 + gain, Cash: 400 + gain, Rounds: 300}}
}

func advised(other robot.Way, ways ...robot.Way) robot.Advice {
	return robot.Advice{Ways: ways, Other: other, Now: robot.Worth{Total: 400, Cash: 400, Rounds: 300}}
}

// An advice compares what it names: by how much something else is worse, that it is as good, or
// that it is hardly better; and a pass has its figure where the others have theirs.
func TestWhatElseIsCompared(t *testing.T) {
	run, pass, lay := say("run", "auto"), say("pass"), say("lay", "H6", "8", "0")
	for _, c := range []struct {
		a         robot.Advice
		want, not string
	}{
		{advised(way(-32, run), way(113, pass)), "+$113: nothing else brings more", ""},
		{advised(way(-32, run), way(113, pass)), "that is $145 less", ""},
		{advised(way(-32, run), way(0, pass)), ". pass  nothing else brings more", "+$0"},
		{advised(way(310, lay, run), way(310, run)), `Why not "lay H6 8 0; run auto"? +$310; that is as much.`, "$310 more in cash;"},
		{advised(way(1, run), way(0, pass)), "that is $1 more, too little to count.", ""},
		{advised(way(-91, say("accept")), way(0, say("decline"))), ". decline  nothing else brings more", "cannot be counted"},
		{advised(way(0, pass), way(20, run)), `Why not "pass"? It brings nothing.`, "changes nothing"},
	} {
		got := shown(t, "18newengland", c.a)
		if !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("%s\nwant %q and not %q", got, c.want, c.not)
		}
	}
}

// What the best way changes as well is no reason against another.
func TestCommonEffectsAreNoReason(t *testing.T) {
	now, best, other := robot.Worth{Total: 400, Rounds: 300}, robot.Worth{Total: 499, Rounds: 300}, robot.Worth{Total: 488, Rounds: 300}
	bl, bp := robot.Stake{Company: "BL", Shares: 2, Size: 2, Earns: 100}, robot.Stake{Company: "BP", Shares: 2, Size: 2, Earns: 100}
	now.Stakes = []robot.Stake{bl, bp}
	bl.Earns += 37
	other.Stakes = []robot.Stake{bl, bp}
	bp.Earns, bp.Reach = bp.Earns+11, 14
	best.Stakes = []robot.Stake{bl, bp}
	a := robot.Advice{Now: now, Ways: []robot.Way{{Commands: []engine.Command{say("lay", "K6", "8", "0"), say("run", "auto")}, Worth: best}}, Other: robot.Way{Commands: []engine.Command{say("run", "auto")}, Worth: other}}
	got := shown(t, "18newengland", a)
	if !strings.Contains(got, `Why not "run auto"? +$88; that is $11 less.`) {
		t.Error(got)
	}
}

// Where the game ends, the score is told, and no figure of what would have come.
func TestTheScoreIsTold(t *testing.T) {
	ends := func(score int, verb string) robot.Way {
		w := way(score-1100, say(verb))
		w.Worth.Over, w.Worth.Now = true, score
		return w
	}
	got := shown(t, "18newengland", advised(ends(900, "issue"), ends(1000, "pass")))
	if !strings.Contains(got, ". pass  the game ends, with a score of $1000") || !strings.Contains(got, `Why not "issue"? The game ends, with a score of $900.`) {
		t.Error(got)
	}
}

// Two orders of the same commands are one way, and what takes itself back is none.
func TestAdviceDoesNotRepeat(t *testing.T) {
	ts, psm, repay, loan := say("contribute", "TS"), say("contribute", "PSM"), say("repay", "1"), say("loan", "1")
	got := shown(t, "1817", advised(way(0, repay, loan), way(48, ts, psm), way(48, psm, ts)))
	if strings.Contains(got, "contribute PSM; contribute TS") || strings.Contains(got, "Why not") {
		t.Error(got)
	}
}

// What is gone is sold only if it is said to be, and a company that is one certificate is told as
// one.
func TestWhatIsGoneIsNotAlwaysSold(t *testing.T) {
	minor := robot.Stake{Company: "BL", Shares: 2, Size: 2, President: true, Runs: true, Run: 120}
	now := robot.Worth{Total: 400, Cash: 400, Rounds: 300, Stakes: []robot.Stake{minor}}
	ti, _ := titles.Find("18newengland")
	for _, c := range []struct {
		was, is robot.Worth
		said    engine.Command
		want    string
	}{
		{now, robot.Worth{Total: 200, Cash: 400, Rounds: 300}, say("convert", "BL"), "the whole of BL given up (it runs for $120)"},
		{now, robot.Worth{Total: 200, Cash: 400, Rounds: 300}, say("sell", "2", "BL"), "the whole of BL sold"},
		{robot.Worth{Total: 400, Rounds: 300}, now, say("start", "BL"), "the whole of BL, which runs for $120"},
	} {
		if got := advice.Briefly(ti, robot.Advice{Now: c.was, Ways: []robot.Way{{Commands: []engine.Command{c.said}, Worth: c.is}}}); !strings.Contains(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A run that gets longer is no reason for a loss.
func TestReasonsPointTheSameWay(t *testing.T) {
	ic := robot.Stake{Company: "IC", Shares: 6, Size: 10, Earns: 500}
	now := robot.Worth{Total: 900, Rounds: 300, Stakes: []robot.Stake{ic}}
	ic.Earns, ic.Reach = 21, 43
	later := robot.Worth{Total: 421, Rounds: 300, Stakes: []robot.Stake{ic}}
	ti, _ := titles.Find("1828")
	got := advice.Briefly(ti, robot.Advice{Now: now, Ways: []robot.Way{{Commands: []engine.Command{say("pass")}, Worth: later}}})
	if !strings.Contains(got, "the shares of IC bring $479 less") || strings.Contains(got, "stops at the track") {
		t.Error(got)
	}
}

// A private company is told with its face value and what it pays, unless that is nothing. One that pays for what its
// company does is not said to pay each round.
func TestWhatPrivatesPayIsTold(t *testing.T) {
	for _, c := range []struct{ slug, sym, want string }{
		{"1817", "MTE", "MTE, face value $40, $20 for each yellow tile on a mountain"},
		{"1817", "MAJM", "$20 a round to its company"},
		{"1828", "D&H", "D&H, face value $80, $15 a round"},
		{"1820", "GWS", "GWS, face value £120"},
	} {
		a := robot.Advice{Now: robot.Worth{Total: 420, Rounds: 300}, Ways: []robot.Way{{Commands: []engine.Command{say("bid", c.sym, "0")}, Bids: true, Worth: robot.Worth{Total: 560, Rounds: 300, Owned: []string{c.sym}}}}}
		if got := shown(t, c.slug, a); !strings.Contains(got, c.want) || c.slug == "1820" && strings.Contains(got, "a round") {
			t.Errorf("%s: %s, want %q", c.sym, got, c.want)
		}
	}
}
