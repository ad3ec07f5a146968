package advice_test

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/advice"
	"pbem/titles"
	"pbem/titles/robot"
)

// What only the title makes worth something is told in its words, with its figure.
func TestHintsAreTold(t *testing.T) {
	now := robot.Worth{Total: 800, Now: 800, Cash: 800, Rounds: 1100}
	way := robot.Worth{Total: 890, Now: 780, Cash: 780, Rounds: 1100, Hints: []robot.Hinted{{Words: "lobbies", Brings: 110}}}
	bid := engine.Command{By: "p1", Verb: "bid", Args: []string{"20"}}
	a := robot.Advice{Now: now, Ways: []robot.Way{{Commands: []engine.Command{bid}, Worth: way, Value: 890}}}
	ti := titles.All()[0]
	if got := advice.Briefly(ti, a); !strings.Contains(got, "lobbies, worth perhaps "+ti.Facts.Money(110)) {
		t.Errorf("it says %q", got)
	}
	way.Hints[0].Brings = -280
	if got := advice.Briefly(ti, a); !strings.Contains(got, "lobbies, which may cost "+ti.Facts.Money(280)) {
		t.Errorf("it says %q", got)
	}
	a.Now.Hints = way.Hints // they were there before
	if got := advice.Briefly(ti, a); strings.Contains(got, "lobbies") {
		t.Errorf("it says %q", got)
	}
}

// A company that may be wound up is told, with what that costs its president.
func TestFailingCompaniesAreTold(t *testing.T) {
	ti := titles.All()[0]
	stake := robot.Stake{Company: "PLE", Shares: 2, Size: 5, Price: 40, President: true, Runs: true, Run: 50, Rounds: 300}
	say := engine.Command{By: "p1", Verb: "loan", Args: []string{"2"}}
	for _, c := range []struct {
		was, is, owes int
		president     bool
		want, not     string
	}{
		{0, 40, 180, true, "PLE may be wound up, and its loans cost perhaps " + ti.Facts.Money(180), ""},
		{0, 40, 180, false, "PLE may be wound up", "cost perhaps"},
		{0, 40, 0, true, "PLE may be wound up", "cost perhaps"},
		{80, 40, 180, true, "PLE is less likely to be wound up", "cost perhaps"},
		{40, 40, 180, true, "", "wound up"},
	} {
		was, is := stake, stake
		was.Fails, is.Fails, is.Owes, is.President = c.was, c.is, c.owes, c.president
		was.President = c.president
		now := robot.Worth{Total: 100, Now: 100, Rounds: 300, Stakes: []robot.Stake{was}}
		way := robot.Worth{Total: 100, Now: 100, Rounds: 300, Stakes: []robot.Stake{is}}
		got := advice.Briefly(ti, robot.Advice{Now: now, Ways: []robot.Way{{Commands: []engine.Command{say}, Worth: way, Value: 100}}})
		if !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("from %d to %d, owing %d: %q; want %q and not %q", c.was, c.is, c.owes, got, c.want, c.not)
		}
	}
}

// Where a price goes is told, if the title says how prices move and that changes.
func TestWherePricesGoIsTold(t *testing.T) {
	ti := titles.All()[0]
	say := engine.Command{By: "p1", Verb: "loan", Args: []string{"2"}}
	for _, c := range []struct {
		was, is   robot.Stake
		want, not string
	}{
		{robot.Stake{}, robot.Stake{Shares: 2, Price: 150, Aim: 90}, "the price of PLE, " + ti.Facts.Money(150) + " now, goes to perhaps " + ti.Facts.Money(90), ""},
		{robot.Stake{Shares: 2, Price: 150, Aim: 90}, robot.Stake{Shares: 2, Price: 150, Aim: 200}, "the price of PLE goes to perhaps " + ti.Facts.Money(200) + ", and not " + ti.Facts.Money(90), ""},
		{robot.Stake{}, robot.Stake{Shares: 2, Price: 150, Aim: 150}, "", "goes to"},
		{robot.Stake{}, robot.Stake{Shares: 2, Price: 150}, "", "goes to"},
		{robot.Stake{Shares: 2, Price: 150, Aim: 90}, robot.Stake{Price: 150, Aim: 100}, "", "goes to"},
		{robot.Stake{Shares: 2, Price: 150, Aim: 90}, robot.Stake{Shares: 2, Price: 150, Aim: 90}, "", "goes to"},
	} {
		c.was.Company, c.is.Company = "PLE", "PLE"
		now := robot.Worth{Total: 100, Now: 100, Rounds: 300, Stakes: []robot.Stake{c.was}}
		way := robot.Worth{Total: 100, Now: 100, Rounds: 300, Stakes: []robot.Stake{c.is}}
		got := advice.Briefly(ti, robot.Advice{Now: now, Ways: []robot.Way{{Commands: []engine.Command{say}, Worth: way, Value: 100}}})
		if !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("from %+v to %+v: %q; want %q and not %q", c.was, c.is, got, c.want, c.not)
		}
	}
}

// Money that goes is told as money that comes is: what was bought has a price of its own.
func TestLessCashIsTold(t *testing.T) {
	ti := titles.All()[0]
	say := engine.Command{By: "p1", Verb: "loan", Args: []string{"2"}}
	now, way := robot.Worth{Total: 100, Now: 100, Cash: 100, Rounds: 300}, robot.Worth{Total: 85, Now: 85, Cash: 85, Rounds: 300}
	got := advice.Briefly(ti, robot.Advice{Now: now, Ways: []robot.Way{{Commands: []engine.Command{say}, Worth: way, Value: 85}}})
	if !strings.Contains(got, ti.Facts.Money(15)+" less in cash") {
		t.Errorf("it says %q", got)
	}
}
