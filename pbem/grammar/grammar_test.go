package grammar

import (
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles"
)

var update = flag.Bool("update", false, "write docs/commands.md")

func TestPageIsCurrent(t *testing.T) {
	const path = "../../docs/commands.md"
	if *update {
		if err := os.MkdirAll("../../docs", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(Page(vocabularies())), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != Page(vocabularies()) {
		t.Fatalf("docs/commands.md is not what the tables say (%v): go test ./pbem/grammar -run Page -update", err)
	}
}

// vocabularies are the verbs of all titles.
func vocabularies() []Vocabulary {
	var out []Vocabulary
	for _, ti := range titles.All() {
		out = append(out, Vocabulary{ti.Facts.Name, ti.Verbs})
	}
	return out
}

func TestTablesHangTogether(t *testing.T) {
	// A lobby's word and a move's; words about requests and about offers; what is funded in one title; a word before a
	// setting, and before a company and its price.
	both := []string{"start", "set", "accept", "agree", "yes", "decline", "disagree", "no", "no thanks", "withdraw", "lobby"}
	for _, voc := range vocabularies() {
		seen := map[string]bool{}
		for _, v := range voc.Verbs {
			if seen[v.Name] {
				t.Errorf("%s: %q stands twice in the table", voc.Title, v.Name)
			}
			seen[v.Name] = true
			checkLine(t, lineOf(v))
			for _, phrase := range append([]string{v.Name}, v.Synonyms...) {
				if len(service[phrase]) > 0 && !slices.Contains(both, phrase) {
					t.Errorf("%s: %q is a move and no move", voc.Title, phrase)
				}
			}
		}
	}
	for _, v := range ServiceVerbs {
		checkLine(t, v)
	}
}

func checkLine(t *testing.T, v Verb) {
	t.Helper()
	if v.Meaning == "" || v.Example == "" || !strings.HasPrefix(v.Example, v.Name) {
		t.Errorf("%q lacks a meaning or an example", v.Name)
	}
	for _, phrase := range append([]string{v.Name}, v.Synonyms...) {
		if len(strings.Fields(phrase)) > longestPhrase || phrase != "?" && strings.Join(texts(phrase), " ") != phrase {
			t.Errorf("%q can never be read", phrase)
		}
	}
}

func TestSplit(t *testing.T) {
	for line, want := range map[string]string{
		"lay H7 8 2; run auto ;; pay;": "lay H7 8 2|run auto|pay",
		"pass":                         "pass",
		" ; ":                          "",
	} {
		if got := strings.Join(Split(line), "|"); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

func TestService(t *testing.T) {
	for line, want := range map[string]string{
		"help lay":      "help/lay",
		"HELP":          "help/",
		"Log 40 60":     "history/40 60",
		"Cancel orders": "cancel orders/",
		"?":             "help/",
		"lay H7 8 2":    "/lay H7 8 2 no",
		"":              "/ no",
	} {
		verb, rest, ok := Service(line)
		if got := verb + "/" + rest + map[bool]string{false: " no"}[ok]; got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

func TestNeedsSkip(t *testing.T) {
	for _, c := range []struct {
		choices []engine.Choice
		line    string
		want    bool
	}{
		{lays, "token G10", true},
		{lays, "run", true},
		{lays, "buy train 3", true},
		{lays, "station hartford", true},
		{lays, "B&M: run auto", true},
		{lays, "b and m run auto", true},
		{lays, "please run auto", true},
		{lays, "CV: run auto", false}, // another company's
		{lays, "CV run auto", false},
		{lays, "lay H7 8", false},
		{lays, "place H7 8", false},
		{lays, "done", false},
		{lays, "pass", false},
		{lays, "help", false},
		{lays, "dance", false},
		{lays, "", false},
		{money, "buy train 3", false}, // no pass
		{tokens, "place G10", false},
		{tokens, "lay H7 8 2", true},
	} {
		if got := NeedsSkip(verbs18(), c.choices, "p1", c.line); got != c.want {
			t.Errorf("%q: got %v", c.line, got)
		}
	}
	if NeedsSkip(verbs18(), lays, "p2", "run") {
		t.Error("it is not the move of p2")
	}
}

func TestNotYourMove(t *testing.T) {
	if _, err := Match(Context{}, lays, "p2", "pass"); err == nil || err.Error() != "It is not your move." {
		t.Fatal(err)
	}
}

// Without facts the words of the options themselves are understood.
func TestWithoutFacts(t *testing.T) {
	for line, want := range map[string]string{
		"buy bm ipo": "buy B&M from ipo", "Sell B&A 2": "sell 2 B&A", "start pe 60": "start PE 60 top",
	} {
		if got, err := Match(Context{}, stock, "p1", line); err != nil || got.String() != want {
			t.Errorf("%q: got %q, %v", line, got, err)
		}
	}
	if got, err := Match(Context{}, lays, "p1", "B&M: lay H7 8 2"); err != nil || got.String() != "lay H7 8 2" {
		t.Errorf("got %q, %v", got, err)
	}
}

// On a map whose hexes stand on a corner the edges have other names.
func TestPointyMap(t *testing.T) {
	pointy, _ := titles.Find("1817")
	f := pointy.Facts
	choices := offers("A&S lay: D9 57 1, B9 8 5, B9 8 1, B9 8 3", "A&S bid: PSNR 10..50/5, WT 10..50/5", "A&S pass")
	for line, want := range map[string]string{
		"lay B9 8 W-SE":                  "lay B9 8 5",
		"lay 8 on B9, exits SE and W":    "lay B9 8 5",
		"lay 8 B9 south-east west":       "lay B9 8 5",
		"Alton and Southern: lay B9 8 1": "lay B9 8 1",
		"lay Cleveland 57":               "lay D9 57 1",
		"bid Warren & Trumbull $15":      "bid WT 15",
		"bid 20 pittsburg":               "bid PSNR 20",
	} {
		if got, err := Match(Context{Facts: f, Verbs: pointy.Verbs}, choices, "p1", line); err != nil || got.String() != want {
			t.Errorf("%q: got %q, %v, want %q", line, got, err, want)
		}
	}
	if got := Phrase(Context{Facts: f}, engine.Command{Verb: "lay", Args: []string{"B9", "8", "5"}}); got != "lay B9 8 W-SE" {
		t.Errorf("got %q", got)
	}
}

func TestPlayersAreNamed(t *testing.T) {
	choices := offers("- ask: p2, p3")
	for line, want := range map[string]string{"ask Brian": "ask p2", "ask cat": "ask p3", "ask Biran": "ask p2", "ask p3": "ask p3"} {
		if got, err := Match(context18(), choices, "p1", line); err != nil || got.String() != want {
			t.Errorf("%q: got %q, %v", line, got, err)
		}
	}
}

func TestHelp(t *testing.T) {
	for verb, want := range map[string]string{
		"":        "You may say now:\n  lay HEX TILE EXITS",
		"lay":     "lay HEX TILE EXITS\n  Lay or upgrade a tile.",
		"LAYS":    "lay HEX TILE EXITS\n",
		"upgrade": "lay HEX TILE EXITS\n",
		"token":   "  Not possible now: markers stand in cities.\n",
		"routes":  "routes [COMPANY]\n  Show the best runs now",
		"layy":    "\"layy\" is not a command. Nearest: lay, play",
	} {
		got := Help(verbs18(), lays, "p1", verb, moments18)
		want = strings.TrimSuffix(want, ", play")
		if !strings.Contains(got, want) {
			t.Errorf("help %q:\n%s", verb, got)
		}
		for l := range strings.SplitSeq(got, "\n") {
			if len(l) > width {
				t.Errorf("help %q: line of %d columns: %s", verb, len(l), l)
			}
		}
	}
	for _, voc := range vocabularies() {
		for _, v := range voc.Verbs {
			head := wrap(strings.TrimSpace(v.Name+" "+v.Form), "") + "  " + v.Meaning[:10]
			for _, got := range []string{Help(voc.Verbs, nil, "p1", v.Name, moments18), HelpAnywhere(vocabularies(), v.Name)} {
				if !strings.Contains(got, head) {
					t.Errorf("%s: help %s:\n%s", voc.Title, v.Name, got)
				}
			}
		}
	}
}

// moments18 says when a verb is used.
func moments18(verb string) string {
	return map[string]string{"token": "markers stand in cities"}[verb]
}

// What is barred, or asks for more than there is, is not possible, whoever is asked.
func TestHelpOnWhatIsBarred(t *testing.T) {
	barred := step.Barred("p1", "", "pass", "the trains must run")
	none := engine.Choice{By: "p1", Verb: "token", Options: func() []engine.Option { return nil },
		Free: func([]string) ([]string, error) { return nil, engine.Refuse("say the hex of a city") }}
	for verb, want := range map[string]string{
		"pass":  "  Not possible now: the trains must run.\n",
		"token": "  Not possible now: markers stand in cities.\n",
	} {
		if got := Help(verbs18(), []engine.Choice{barred, none}, "p1", verb, moments18); !strings.Contains(got, want) || strings.Contains(got, "lists all ways") {
			t.Errorf("help %s:\n%s", verb, got)
		}
	}
}

func FuzzMatch(f *testing.F) {
	all := [][]engine.Choice{draft, stock, lays, tokens, money, trains, only, merger, offer, closer, excess, keeper, auctn}
	for i := range all {
		for _, l := range []string{"pass", "lay h7 8 NW/S", "buy CV's 3-train for $150", "sell 3x b+a", "B&M: lay Boston X1", "value 50", "１２ ｂｕｙ", "'s & + - : ; $", "run 3: G8-H9", "merge ER into NYC", "discard 5 E", "\xff\x00", "bid 1,000", "buy ȺȺȺȺȺȺ2train", "buy Ⱥ2trains", "50%", "sell 20% B&A", "no more trains", "build nothing"} {
			f.Add(i, l)
		}
	}
	f.Fuzz(func(t *testing.T, i int, line string) {
		choices := all[((i%len(all))+len(all))%len(all)]
		ctx := context18()
		ctx.Shares = func(string) int { return 10 }
		c, err := Match(ctx, choices, "p1", line)
		NeedsSkip(verbs18(), choices, "p1", line)
		Help(verbs18(), choices, "p1", line, moments18)
		Split(line)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("no reason")
			}
			return
		}
		if _, err := engine.Accept(choices, c); err != nil || c.By != "p1" {
			t.Fatalf("%q is read as %v, which is refused: %v", line, c, err)
		}
		if again, err := Match(context18(), choices, "p1", c.String()); err != nil || again.String() != c.String() {
			t.Fatalf("%q is read as %q, %v", c, again, err)
		}
	})
}

// manyLays are 2,160 lays.
func manyLays() []engine.Choice {
	f := newEngland().Facts
	var list []engine.Option
	for _, h := range f.Map.Hexes[:36] {
		for _, t := range f.Map.Tiles[:10] {
			for rot := range 6 {
				list = append(list, engine.Option{Args: []string{h.At, t.ID, strconv.Itoa(rot)}})
			}
		}
	}
	return []engine.Choice{{By: "p1", Verb: "lay", Options: func() []engine.Option { return list }}, engine.Bare("p1", "pass", "")}
}

func BenchmarkMatch(b *testing.B) {
	choices, ctx := manyLays(), context18()
	for name, line := range map[string]string{
		"canonical": "lay D13 8 2", "exits": "lay 8 on Danbury, exits NW S", "refused": "lay H20 8 1", "ambiguous": "lay D13",
		"hostile": "lay " + strings.Repeat("new haven and 8 2 S ", 9), "another": "pass",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, _ = Match(ctx, choices, "p1", line)
			}
		})
	}
}

// Help shows every word of the service once, but for the host's.
func TestHelpHasAllWords(t *testing.T) {
	seen := map[string]int{}
	for _, s := range helpGroups {
		for _, v := range s.verbs {
			seen[v]++
		}
	}
	for _, v := range ServiceVerbs {
		want := 1
		if v.Name == "host" {
			want = 0
		}
		if seen[v.Name] != want {
			t.Errorf("%q stands %d times in the help", v.Name, seen[v.Name])
		}
		delete(seen, v.Name)
	}
	if len(seen) > 0 {
		t.Errorf("%v are no words of the service", seen)
	}
}
