package grammar

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
)

// Refusals of lines as people write them who do not know how the program wants them: with a number for what comes one at a
// time, or with a hex alone.
func TestRefusalsOfWhatPeopleMean(t *testing.T) {
	for _, c := range []struct {
		slug, name string
		at         int
		line, want string
		closest    string // the first of the closest commands; "" if it does not matter
	}{
		{"1843", "v1/walk-plain", 323, "buy 2 PLM", `"buy" is for one at a time: say "buy PLM from ipo".`, "buy PLM from ipo"},
		{"1843", "v1/walk-plain", 323, "buy two shares of PLM from the ipo", `"buy" is for one at a time: say "buy PLM from ipo".`, "buy PLM from ipo"},
		{"1843", "v1/walk-plain", 323, "buy 2 EST", "EST has no par yet: it is started with its director's certificate (7.3, 7.4).", ""},
		{"1843", "v1/walk-plain", 323, "buy PLM from the ipo for 90", `The price is fixed, so it is left out: say "buy PLM from ipo".`, "buy PLM from ipo"},
		{"1843", "v1/walk-plain", 323, "buy PLM ipo 90", `The price is fixed, so it is left out: say "buy PLM from ipo".`, "buy PLM from ipo"},
		{"1843", "v1/walk-plain", 323, "buy EST from ipo for 90", "EST has no par yet: it is started with its director's certificate (7.3, 7.4).", ""},
		{"1828", "v1/23366", 712, "buy train 9", `"buy train 9" is not possible now: no legal buy has "9" in it.`, ""},
		{"1843", "v1/walk-plain", 509, "buy two 2+1 trains", `"buy" is for one at a time: say "buy train 2+1 from bank".`, "buy train 2+1 from bank"},
		{"1843", "v1/walk-plain", 509, "buy 2 trains", "There is no 2-train to buy from the bank now: the bank sells the next train only, a 2+1-train for 125fr, a 2x2-train for 200fr (8.8.1).", ""},
		{"1817", "v1/15528", 1154, "buy 2 R", "R is not in play.", ""},
		{"1817", "v1/15528", 1154, "sell two shares", "Say how many shares of which company.", ""},
		{"1817", "v1/15528", 2118, "buy 2", `"buy" is for one at a time: say "buy A&S from treasury".`, "buy A&S from treasury"}, // after a conversion, where nobody sells trains
		{"18newengland", "v0/73885", 476, "buy two 2 trains", "A 2-train costs $100, but CV has $50 (11.7).", ""},

		{"1843", "v1/walk-plain", 488, "lay K16", "No tile can be laid in K16 now: no track of PLM leads to that tile (8.4.1).", "lay J17 Lyon-Y SW-NW"},
		{"1843", "v1/walk-plain", 488, "lay a tile on E12", "No tile can be laid in E12 now: there are no green tiles in this phase, only from the green phase on (14).", ""},
		{"1817", "v1/15528", 1475, "lay c12", "No tile can be laid in C12 now: C12 is a blue hex, which takes no tile (6.3).", ""},
		{"1820", "v1/walk-plain", 332, "lay G7", "No tile can be laid in G7 now: no route of CNR reaches the track of that tile (12.3.1.1).", ""},
		{"1820", "v1/walk-plain", 332, "lay N14", `"lay N14" can mean 5 things, such as "lay N14 7 NW-NE" or "lay N14 7 NE-E".`, ""},
		{"1820", "v1/walk-plain", 332, "lay K16", "There is no hex or tile K16 in this game.", ""},
		{"18newengland", "v0/73885", 479, "lay F3", "No tile can be laid in F3 now: no route of NYNH can use the new track of that tile (11.3).", ""},

		{"18newengland", "v0/73885", 179, "value BL (Boston & Lowell) 65", "You have not reserved BL (9).", ""},
		{"18newengland", "v0/73885", 179, "reserve FRR (Boston)", `"reserve FRR (Boston)" is not possible now.`, ""},
	} {
		ctx, pending := storedAt(t, c.slug, c.name, c.at)
		_, err := Match(ctx, pending, pending[0].By, c.line)
		var r *Refusal
		if !errors.As(err, &r) || r.Sentence != c.want || c.closest != "" && !slices.Contains(r.Closest[:min(1, len(r.Closest))], c.closest) {
			t.Errorf("%s, %q: %v\nclosest %q\nwant %s", c.slug, c.line, err, r.Closest, c.want)
		}
	}
}

// A symbol may have its name behind it in brackets.
func TestNameBehindSymbol(t *testing.T) {
	ctx, pending := storedAt(t, "18newengland", "v0/73885", 179)
	for _, line := range []string{"reserve FRR (Fitchburg)", "reserve frr (the Fitchburg Railroad)", "reserve Fitchburg Railroad (FRR)", "Reserve the FRR(Fitchburg), please"} {
		c, err := Match(ctx, pending, pending[0].By, line)
		if err != nil || c.String() != "reserve FRR" {
			t.Errorf("%q: %v, %v", line, c, err)
		}
	}
}

// A verb that is on offer only for the reason why it cannot be said gives that reason, whatever is behind it.
func TestReasonOfBarredVerb(t *testing.T) {
	choices := []engine.Choice{step.Barred("p1", "CV", "run", "CV has no choice of runs: pass (11.5)"), engine.Bare("p1", "pass", "")}
	for _, line := range []string{"run auto", "run", "run 3: Boston Lowell"} {
		_, err := Match(Context{Facts: newEngland().Facts, Verbs: newEngland().Verbs}, choices, "p1", line)
		if err == nil || !strings.Contains(err.Error(), "CV has no choice of runs: pass (11.5).") {
			t.Errorf("%q: %v", line, err)
		}
	}
}
