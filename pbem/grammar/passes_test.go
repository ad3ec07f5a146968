package grammar

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
)

// A pass that names what another step is about passes nothing: "no train" does not give up a build.
func TestPassOfAnotherStep(t *testing.T) {
	ctx := context18()
	lay := offers("B&M lay: H7 8 2", "B&M pass")
	buy := offers("B&M buy: train 2 from bank", "B&M pass")
	for _, c := range []struct {
		line, lay, buy string // how it is refused in each step, "" if it is a pass
	}{
		{"pass", "", ""},
		{"no track", "", `"track" is for another step`},
		{"skip the tiles", "", `"tiles" is for another step`},
		{"no train", `"train" is for another step`, ""},
		{"no trains, thanks", `"trains" is for another step`, ""},
		{"pass by train", `"train" is for another step`, ""},
	} {
		got, err := Match(ctx, lay, "p1", c.line)
		judge(t, c.line, got.String(), err, c.lay)
		got, err = Match(ctx, buy, "p1", c.line)
		judge(t, c.line, got.String(), err, c.buy)
	}
}

// People say more words than "pass" when they do nothing, and say what they do not do. Whatever may be a command too is refused.
func TestPassesInWords(t *testing.T) {
	ctx := context18()
	lay, buy := offers("B&M lay: H7 8 2", "B&M pass"), offers("B&M buy: train 2 from bank", "B&M pass")
	for _, c := range []struct {
		choices []engine.Choice
		line    string
		refused string
	}{
		{buy, "nothing else", ""},
		{buy, "nothing more from me", ""},
		{buy, "no more trains", ""},
		{buy, "no trains for me, thanks", ""},
		{buy, "no train this turn", ""},
		{buy, "pass again", ""},
		{buy, "I pass too", ""},
		{buy, "pass and that's it", ""},
		{buy, "done buying", ""},
		{buy, "no more buying", ""},
		{buy, "nothing for me today, sorry", ""},
		{buy, "buy nothing", ""},
		{buy, "buy no train", ""},
		{buy, "buy nothing else for now", ""},
		{buy, "I have to pass", ""},
		{buy, "Well, I'm going to pass", ""},
		{buy, "I think I'll pass", ""},
		{buy, "no more buy train", "is both a pass and more"},
		{buy, "buy nothing and run auto", "not understood"},
		{buy, "done laying", `"laying" is for another step`},
		{buy, "lay nothing", `"lay" is for another step`},
		{buy, "no more than that", "takes no more words"},
		{lay, "lay nothing", ""},
		{lay, "build no track", ""},
		{lay, "no track or building", ""},
		{lay, "no track, no building", ""},
		{lay, "no track and no train", `"train" is for another step`},
		{lay, "no more building", ""},
		{lay, "buy nothing", `"buy" is for another step`},
		{stock, "sell nothing", `"nothing" is not understood`}, // who sells nothing may buy
		{stock, "buy nothing", ""},
	} {
		got, err := Match(ctx, c.choices, "p1", c.line)
		judge(t, c.line, got.String(), err, c.refused)
	}
}

// Where a company has the symbol ME, "me" may be it: its pass is not taken for the player's own.
func TestPassForMe(t *testing.T) {
	ctx := context18()
	ctx.Facts = &facts.Title{Companies: append(slices.Clone(ctx.Facts.Companies), facts.Company{Sym: "ME", Name: "Maine"}), Privates: ctx.Facts.Privates, Trains: ctx.Facts.Trains, Map: ctx.Facts.Map}
	for _, c := range []struct{ line, refused string }{
		{"nothing for me", ""},
		{"pass from me", ""},
		{"pass for ME", "not understood"},
		{"pass me", "is up to B&M now, not to ME"},
	} {
		got, err := Match(ctx, offers("B&M buy: train 2 from bank", "B&M pass"), "p1", c.line)
		judge(t, c.line, got.String(), err, c.refused)
	}
}

// judge complains of a line that is not a pass, or not refused as it should be.
func judge(t *testing.T, line, got string, err error, refused string) {
	t.Helper()
	if refused == "" && (err != nil || got != "pass") || refused != "" && (err == nil || !strings.Contains(err.Error(), refused)) {
		t.Errorf("%q: %q, %v, want %q", line, got, err, refused)
	}
}
