package grammar

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/title/titletest"
)

// play plays a random game of 18NewEngland and calls look before each
// decision, at most n times.
func play(t testing.TB, seed int64, players, n int, look func(Context, []engine.Choice)) {
	t.Helper()
	names := []string{"Amy", "Brian", "Cat", "Dora", "Emil"}[:players]
	for m := range titletest.Play(t, newEngland(), engine.Started{Players: names, Seed: seed}, walk.NewPlayer(uint64(seed))) {
		if m.N == n || m.Game.State().Result != nil {
			return
		}
		look(contextOf(m.Game.State()), m.Game.Pending())
	}
}

func contextOf(s *engine.State) Context {
	names := map[string]string{}
	for _, p := range s.Players() {
		names[p] = s.PlayerName(p)
	}
	f := newEngland().Facts
	return Context{Facts: f, Verbs: newEngland().Verbs, Board: step.Table{S: s, F: f}.Board(), Players: names}
}

// some returns commands of a choice, at most most of them, spread over all.
func some(ch engine.Choice, most int) []engine.Command {
	var out []engine.Command
	list := ch.List()
	for i := 0; i < len(list); i += max(1, len(list)/most) {
		o := list[i]
		if o.Range == nil {
			out = append(out, complete(ch, o, fit{}))
			continue
		}
		for _, n := range []int{o.Range.Min, (o.Range.Min + o.Range.Max) / 2, o.Range.Max} {
			if o.Range.Holds(n) {
				out = append(out, complete(ch, o, fit{amount: n}))
			}
		}
	}
	return out
}

// games calls check for commands that are offered in random games.
func games(t *testing.T, check func(ctx Context, pending []engine.Choice, ch engine.Choice, c engine.Command)) {
	count, decisions := testsize.More(1, 1, 4), testsize.More(200, 300, 600)
	for seed := range count {
		play(t, int64(seed), 2+seed%4, decisions, func(ctx Context, pending []engine.Choice) {
			for _, ch := range pending {
				for _, c := range some(ch, 5) {
					check(ctx, pending, ch, c)
				}
			}
		})
	}
}

func reads(t *testing.T, ctx Context, pending []engine.Choice, line string, want engine.Command) {
	t.Helper()
	got, err := Match(ctx, pending, want.By, line)
	if err != nil || got.String() != want.String() || got.By != want.By {
		t.Fatalf("%q: got %q, %v, want %q", line, got, err, want)
	}
}

func TestCanonicalTextIsReadAsItself(t *testing.T) {
	games(t, func(ctx Context, pending []engine.Choice, _ engine.Choice, c engine.Command) {
		reads(t, ctx, pending, c.String(), c)
	})
}

func TestCaseAndSpacingDoNotCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 1))
	games(t, func(ctx Context, pending []engine.Choice, _ engine.Choice, c engine.Command) {
		reads(t, ctx, pending, loosely(rng, c.String()), c)
	})
}

// loosely writes a line in random case with blanks, commas and stops.
func loosely(rng *rand.Rand, line string) string {
	fields := strings.Fields(line)
	for i, f := range fields {
		switch rng.IntN(4) {
		case 0:
			fields[i] = strings.ToUpper(f)
		case 1:
			fields[i] = strings.ToLower(f)
		case 2:
			fields[i] = strings.ReplaceAll(f, "&", " & ")
		}
		fields[i] += []string{"", "  ", ",", "\t"}[rng.IntN(4)]
		if strings.HasSuffix(f, ":") {
			fields[i] = f
		}
	}
	return " " + strings.Join(fields, " ") + []string{"", ".", "!", " "}[rng.IntN(4)]
}

// Words that players leave out or add never change what is done: the line means the same, or it is refused as
// unclear.
func TestFillersDoNotCount(t *testing.T) {
	same, unclear := 0, 0
	games(t, func(ctx Context, pending []engine.Choice, ch engine.Choice, c engine.Command) {
		if ch.Free != nil {
			return
		}
		bare := slices.DeleteFunc(strings.Fields(c.String()), func(w string) bool { return links[w] })
		full := c.Verb + " the " + strings.Join(c.Args, " of ")
		for _, line := range []string{strings.Join(bare, " "), full} {
			got, err := Match(ctx, pending, c.By, line)
			var r *Refusal
			switch {
			case err == nil && got.String() == c.String():
				same++
			case errors.As(err, &r) && len(r.Readings) > 1:
				unclear++
			default:
				t.Fatalf("%q, from %q, is read as %q, %v", line, c, got, err)
			}
		}
	})
	t.Logf("%d as before, %d unclear", same, unclear)
	if same < 20*unclear {
		t.Errorf("%d lines are unclear without fillers, %d are not", unclear, same)
	}
}

// A lay is read from the edges of its track, in any order.
func TestPhraseIsReadAsTheSameLay(t *testing.T) {
	games(t, func(ctx Context, pending []engine.Choice, _ engine.Choice, c engine.Command) {
		l, ok := ctx.laying(c.Args)
		if !ok {
			return
		}
		text := Phrase(ctx, c)
		words := strings.Fields(text)
		if len(words) == 4 {
			exits := strings.Split(words[3], "-")
			slices.Reverse(exits)
			words[3] = strings.Join(exits, " ")
		}
		for _, line := range []string{text, strings.Join(words, " ")} {
			got, err := Match(ctx, pending, c.By, line)
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			g, _ := ctx.laying(got.Args)
			if g.hex != l.hex || g.tile != l.tile || ctx.look(g) != ctx.look(l) {
				t.Fatalf("%q is %q, read as %q", line, c, got)
			}
		}
	})
}

// Runs may be said with hyphens, without colons and by the names of cities.
func TestRunsAreReadAsPlayersWriteThem(t *testing.T) {
	runs, tried := 0, 0
	for seed := range int64(3) {
		play(t, seed, 3, 1500, func(ctx Context, pending []engine.Choice) {
			ch := pending[0]
			if tried++; ch.Verb != "run" || tried%5 > 0 {
				return
			}
			best := engine.Command{By: ch.By, Verb: "run", Args: ch.List()[0].Args}
			for _, line := range []string{"run", "run auto", "Run best!", "go", "auto", "auto-run", "run all trains automatically", "run the best there is", "run everything", "run both trains"} {
				reads(t, ctx, pending, line, best)
			}
			text := best.String()
			if len(best.Args) < 3 {
				return
			}
			runs++
			hyphens := strings.ReplaceAll(strings.ReplaceAll(text, " ", "-"), ":-", ": ")
			hyphens = strings.Replace(hyphens, "run-", "run ", 1)
			for _, train := range ctx.Facts.Trains {
				hyphens = strings.ReplaceAll(hyphens, "-"+train.Name+": ", ", "+train.Name+": ")
			}
			reads(t, ctx, pending, hyphens, best)
			reads(t, ctx, pending, strings.ToLower(hyphens), best)
			reads(t, ctx, pending, strings.ReplaceAll(text, ":", ""), best)
			reads(t, ctx, pending, hyphens+" for $"+strconv.Itoa(90), best)
			reads(t, ctx, pending, byCity(ctx, best), best)
		})
	}
	if runs < 50 {
		t.Errorf("only %d runs were tried", runs)
	}
}

// byCity names the hexes of a run by their cities where one has a name of its
// own.
func byCity(ctx Context, c engine.Command) string {
	out := []string{c.Verb}
	for _, arg := range c.Args {
		if h := ctx.Facts.Map.Hex(arg); h != nil && h.Name != "" {
			arg = h.Name
		}
		out = append(out, arg)
	}
	return strings.Join(out, " ")
}

func TestRunIsRefusedWithItsReason(t *testing.T) {
	ch := engine.Choice{By: "p1", For: "B&M", Verb: "run", Usage: step.RunUsage,
		Options: func() []engine.Option { return []engine.Option{{Args: []string{"3:", "G8", "G10"}}} },
		Free: func(words []string) ([]string, error) {
			if slices.Contains(words, "L3") {
				return nil, engine.Refuse("3: no track joins G8 and L3")
			}
			for _, w := range words {
				hex, _, _ := strings.Cut(w, ".")
				if !strings.HasSuffix(w, ":") && newEngland().Facts.Map.Hex(hex) == nil && w != "nothing" {
					return nil, engine.Refuse("no track of the company leads to a stop in %s", w)
				}
			}
			return words, nil
		}}
	_, err := Match(context18(), []engine.Choice{ch}, "p1", "run 3 g8-l3")
	var r *Refusal
	if want := "3: no track joins G8 and L3."; !errors.As(err, &r) || r.Sentence != want || !slices.Equal(r.Closest, []string{"run auto"}) {
		t.Fatalf("got %v, %+v", err, r)
	}
	for line, want := range map[string]string{
		"run g8 g10":                            "run G8 G10",
		"run 3:G8-G10":                          "run 3: G8 G10",
		"run springfield - Hartford":            "run G8 G10",
		"run 3-train Springfeld, New Haven":     "run 3: G8 F13",
		"run 3: G 8 l5.1 and 2: k10 i6 for $90": "run 3: G8 L5.1 2: K10 I6",
		"ran 2x5E I6-J5":                        "run 5E: I6 J5",
		"B&M: go":                               "run 3: G8 G10",
		"run nothing":                           "run nothing",
	} {
		got, err := Match(context18(), []engine.Choice{ch}, "p1", line)
		if err != nil || got.String() != want {
			t.Errorf("%q: got %q, %v, want %q", line, got, err, want)
		}
	}
}

// Two ways to lay a tile that lead to the same edges and look different are told apart in words.
func TestLiesTellsRotationsApart(t *testing.T) {
	told := 0
	for _, ti := range titles.All() {
		empty := ti.Facts.Map.On(func(string) (string, int, bool) { return "", 0, false })
		homes := func(at board.Spot) string {
			for sym, n := range ti.Facts.Map.Hex(at.Hex).Reserved {
				if n == at.N {
					return sym
				}
			}
			return ""
		}
		ctx := Context{Facts: ti.Facts, Verbs: ti.Verbs, Board: empty, Stands: homes}
		for _, hex := range ti.Facts.Map.Hexes {
			for i := range ti.Facts.Map.Tiles {
				told += apartInWords(t, ctx, hex.At, ti.Facts.Map.Tiles[i].ID)
			}
		}
	}
	if told == 0 {
		t.Error("no tile needs words")
	}
}

func apartInWords(t *testing.T, ctx Context, hex, tile string) (told int) {
	t.Helper()
	looks := map[string]string{} // by the edges and the words
	for rot := range 6 {
		if _, err := ctx.Board.Fit(hex, tile, rot); err != nil {
			continue
		}
		c := engine.Command{Verb: "lay", Args: []string{hex, tile, strconv.Itoa(rot)}}
		l, _ := ctx.laying(c.Args)
		lies := Lies(ctx, c)
		if lies != "" {
			told++
		}
		key := fmt.Sprint(l.exits(), lies)
		if look := ctx.look(l); looks[key] == "" {
			looks[key] = look
		} else if looks[key] != look {
			t.Errorf("%s lies in two ways, both %q", c, lies)
		}
		if numbered := Phrase(ctx, c) == c.String(); numbered != (lies != "") {
			t.Errorf("%s is written %q and lies %q", c, Phrase(ctx, c), lies)
		}
	}
	return told
}

// Who says more behind "run auto" is told that, not that no track leads there.
func TestMoreBehindAuto(t *testing.T) {
	done := false
	play(t, 1, 3, 1500, func(ctx Context, pending []engine.Choice) {
		if ch := pending[0]; !done && ch.Verb == "run" {
			done = true
			for line, want := range map[string]string{
				"run auto thanks Albany": `"run auto" takes no more words; "Albany" is not understood.`,
				"run the same as before": `Runs of an earlier round are not repeated: "run auto" takes the best there are now.`,
				"run is":                 "Say which train runs: auto, or TRAIN: STOP STOP ... for each train; hexes passed may be named between.",
			} {
				if _, err := Match(ctx, pending, ch.By, line); err == nil || err.Error() != want {
					t.Errorf("%s: %v", line, err)
				}
			}
		}
	})
	if !done {
		t.Error("nothing was run")
	}
}
