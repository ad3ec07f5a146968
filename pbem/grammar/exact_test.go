package grammar

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
)

// Two companies of 1820 differ in one character. A symbol typed exactly means that company, whatever else the
// line names.
func TestSignsTellCompaniesApart(t *testing.T) {
	ti, _ := titles.Find("1820")
	ctx := Context{Facts: ti.Facts, Verbs: ti.Verbs, Players: map[string]string{"p1": "Amy", "p3": "Lena"}}
	choices := offers("RSF buy: LBR from p3 as RSF, L&BR from p3 as RSF", "- buy: LBR, L&BR")
	for line, want := range map[string]string{
		"Buy LBR from Lena as\u00a0RSF": "buy LBR from p3 as RSF",
		"buy l&br from lena as RSF":     "buy L&BR from p3 as RSF",
		"buy lbr":                       "buy LBR",
	} {
		got, err := Match(ctx, choices, "p1", line)
		if err != nil || got.String() != want {
			t.Errorf("%q is read as %q, %v", line, got, err)
		}
	}
}

// A refusal is about the company that was typed, too.
func TestSignsTellRefusedCompaniesApart(t *testing.T) {
	ti, _ := titles.Find("1820")
	ctx := Context{Facts: ti.Facts, Verbs: ti.Verbs, Players: map[string]string{"p1": "Amy"}}
	sell := engine.Choice{By: "p1", Verb: "sell", Options: func() []engine.Option { return nil }, Free: func(words []string) ([]string, error) {
		return nil, engine.Refuse("you have no share of %s", words[len(words)-1])
	}}
	for _, sym := range []string{"LBR", "L&BR", "lbr", "l&br"} {
		_, err := Match(ctx, []engine.Choice{sell}, "p1", "sell 3 "+sym)
		if want := "You have no share of " + strings.ToUpper(sym); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("3 of %s: %v", sym, err)
		}
	}
}

// A run typed as it was offered is that run, even if a phone begins the line with a capital. The grammar need
// not know the names of its trains.
func TestRunsAsOfferedBeginWithACapital(t *testing.T) {
	ti, _ := titles.Find("1820")
	run := engine.Choice{By: "p1", Verb: "run", Usage: "TRAIN: STOP STOP ...", Free: func(words []string) ([]string, error) {
		if words[0] != "2+/VUL:" {
			return nil, engine.Refuse("There is no %s-train left to run.", strings.TrimSuffix(words[0], ":"))
		}
		return words, nil
	}}
	for _, line := range []string{"run 2+/VUL: D4 D6", "Run 2+/VUL: D4 D6"} {
		got, err := Match(Context{Facts: ti.Facts, Verbs: ti.Verbs}, []engine.Choice{run}, "p1", line)
		if err != nil || got.String() != "run 2+/VUL: D4 D6" {
			t.Errorf("%q is read as %q, %v", line, got, err)
		}
	}
}

// A command is written with the names of players, unless a name does not tell who is meant.
func TestPhraseNamesPlayers(t *testing.T) {
	ctx := Context{Players: map[string]string{"p1": "Amy", "p2": "Robot 1", "p3": "p4", "p4": "Lena", "p5": "Zoe", "p6": "zoe"}}
	for id, want := range map[string]string{"p1": "Amy", "p2": "Robot 1", "p3": "p3", "p4": "Lena", "p5": "p5", "p6": "p6", "p7": "p7"} {
		if got := Phrase(ctx, engine.Command{Verb: "allot", Args: []string{id, "3"}}); got != "allot "+want+" 3" {
			t.Errorf("%s is written %q", id, got)
		}
	}
}
