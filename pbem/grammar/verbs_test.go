package grammar

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/facts"
	"pbem/engine/moves"
	"pbem/engine/step"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

// A use collects everything that was ever offered with a verb, and that stored games and scripts say with it.
type use struct {
	options map[string]engine.Option // by the words after the verb, a range without its end
	free    map[string]bool          // what was said without being in a list
}

func (u *use) offer(o engine.Option) {
	key := strings.Join(o.Args, " ")
	if o.Range != nil {
		key += " ..."
		if old, ok := u.options[key]; ok {
			o.Range = &engine.Range{Min: min(o.Range.Min, old.Range.Min), Max: max(o.Range.Max, old.Range.Max), Step: 1}
		}
	}
	u.options[key] = o
}

// choice returns a choice that accepts everything that was ever accepted.
func (u *use) choice(verb string) engine.Choice {
	var list []engine.Option
	for _, key := range slices.Sorted(maps.Keys(u.options)) {
		list = append(list, u.options[key])
	}
	ch := engine.Choice{By: "p1", Verb: verb, Options: func() []engine.Option { return list }}
	if len(list) == 1 && len(list[0].Args) == 0 && list[0].Range == nil {
		ch.Options = nil
	}
	if len(u.free) > 0 {
		ch.Options, ch.Usage = nil, "STOPS"
		ch.Free = func(words []string) ([]string, error) {
			if !u.free[strings.Join(words, " ")] {
				return nil, engine.Refuse("nobody ever ran so")
			}
			return words, nil
		}
	}
	return ch
}

// usesOf collects the uses of a title's verbs from random games, stored games and scripts.
func usesOf(t *testing.T, ti *title.Title) map[string]*use {
	uses := map[string]*use{}
	of := func(verb string) *use {
		if uses[verb] == nil {
			uses[verb] = &use{options: map[string]engine.Option{}, free: map[string]bool{}}
		}
		return uses[verb]
	}
	for i, seats := range ti.Facts.Seats {
		if !testsize.Whole() && i > 0 && i < len(ti.Facts.Seats)-1 {
			continue
		}
		start := engine.Started{Title: ti.Facts.Slug, Seed: 3, Players: strings.Split("ABCDEFGHIJKL", "")[:seats.Players]}
		if seats.Variant != "" {
			start.Options = map[string]string{seats.Variant: "yes"}
		}
		start.Options = ti.AsOfNow(start.Options)
		setup, err := ti.Setup(start)
		if err != nil {
			t.Fatal(err)
		}
		_, err = enginetest.Play(ti.Rules, setup, 3, func(n int, g *engine.Game) error {
			for _, ch := range g.Pending() {
				if ch.Question == step.Consent && !ch.Unawaited && !mayDecline(ti, engine.Of(g.Pending(), ch.By)) {
					return fmt.Errorf("%s cannot decline what is offered", ch.By)
				}
				u := of(ch.Verb)
				if n%3 > 0 && len(u.options) > 20 || n%10 > 0 && freeForm(ch) {
					continue
				}
				if v, _ := ti.Verbs.Find(ch.Verb); freeForm(ch) != endless(v) {
					return fmt.Errorf("%q has words that no list holds, or has not, other than its form says", ch.Verb)
				}
				for _, o := range ch.List() {
					u.offer(o)
				}
			}
			return nil
		})
		if err != nil && !strings.Contains(err.Error(), "not at its end") {
			t.Fatal(err)
		}
	}
	for _, c := range append(storedCommands(t, ti), scriptedCommands(t, ti)...) {
		of(c.Verb).offer(engine.Option{Args: c.Args})
		if v, _ := ti.Verbs.Find(c.Verb); endless(v) {
			of(c.Verb).free[strings.Join(c.Args, " ")] = true
		}
	}
	return uses
}

// mayDecline reports whether an offer that is not answered can be declined.
func mayDecline(ti *title.Title, choices []engine.Choice) bool {
	return slices.ContainsFunc(choices, func(ch engine.Choice) bool { return ti.Verbs.Does(ch.Verb, moves.Declines) })
}

// endless reports whether no list can hold what follows a verb.
func endless(v moves.Verb) bool { return strings.Contains(v.Form, "...") }

// storedCommands are the commands of the title's stored games.
func storedCommands(t *testing.T, ti *title.Title) []engine.Command {
	files, err := filepath.Glob(filepath.Join("../../titles", ti.Facts.Slug, "testdata", "v*", "*.log.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no stored games (%v)", ti.Facts.Slug, err)
	}
	var out []engine.Command
	for _, file := range files {
		log, err := replaytest.ReadLog(file)
		if err != nil {
			t.Fatal(err)
		}
		if !ordinary(ti, slices.Collect(maps.Keys(log[0].(engine.Started).Options))...) {
			continue
		}
		for _, e := range log {
			if said, ok := e.(engine.Said); ok {
				out = append(out, said.Command)
			}
		}
	}
	return out
}

// ordinary reports whether a game is played by the rules as they are written,
// with variants perhaps, and with what holds for new games.
func ordinary(ti *title.Title, options ...string) bool {
	for _, key := range options {
		if ti.AsOfNow(nil)[key] == "" && !slices.ContainsFunc(ti.Variants, func(v title.Variant) bool { return v.Key == key }) {
			return false
		}
	}
	return true
}

// scriptedCommands are the commands that the title's scripts say and that are
// accepted.
func scriptedCommands(t *testing.T, ti *title.Title) []engine.Command {
	files, err := filepath.Glob(filepath.Join("../../titles", ti.Facts.Slug, "testdata", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no scripts (%v)", ti.Facts.Slug, err)
	}
	var out []engine.Command
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		usual := true
		for line := range strings.Lines(string(text)) {
			if option, ok := strings.CutPrefix(strings.TrimSpace(line), "option "); ok {
				usual = usual && ordinary(ti, option)
			}
			if usual = usual || strings.HasPrefix(line, "=="); !usual {
				continue
			}
			if f := strings.Fields(line); len(f) > 1 && regexp.MustCompile(`^p[0-9]+$`).MatchString(f[0]) {
				out = append(out, engine.Command{By: f[0], Verb: f[1], Args: f[2:]})
			}
		}
	}
	return out
}

// A title's table has the verbs that it offers and no others. Their examples are commands that the title has
// accepted. Everything it offers has the form and the shapes in the table.
func TestTitlesNameTheirVerbs(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			uses := usesOf(t, ti)
			for verb := range uses {
				if _, ok := ti.Verbs.Find(verb); !ok {
					t.Errorf("%q is offered and does not stand in the table", verb)
				}
			}
			for _, v := range ti.Verbs {
				if uses[v.Name] == nil {
					t.Errorf("%q stands in the table and is never offered", v.Name)
					continue
				}
				if testsize.Whole() { // one number of players has not every use
					checkExample(t, ti, v, uses[v.Name])
				}
				checkForm(t, ti.Facts, v, uses[v.Name])
				checkShapes(t, ti.Facts, v, uses[v.Name])
			}
		})
	}
}

func checkExample(t *testing.T, ti *title.Title, v moves.Verb, u *use) {
	t.Helper()
	ctx := Context{Facts: ti.Facts, Verbs: ti.Verbs, Players: map[string]string{"p1": "Amy", "p2": "Brian"}}
	choices := []engine.Choice{u.choice(v.Name), engine.Bare("p1", "something else", "")}
	c, err := Match(ctx, choices, "p1", v.Example)
	if err != nil || c.Verb != v.Name {
		t.Errorf("the example %q is read as %q: %v", v.Example, c, err)
	}
}

// checkForm checks that everything offered fits the form in the table, and that every alternative of the form
// is used.
func checkForm(t *testing.T, f *facts.Title, v moves.Verb, u *use) {
	t.Helper()
	if len(u.free) > 0 { // the choice itself says the form
		return
	}
	used := map[string]bool{}
	alternatives := strings.Split(v.Form, ", or ")
	for _, said := range u.said() {
		ok := false
		for _, form := range alternatives {
			if regexp.MustCompile(`^` + pattern(f, form) + `$`).MatchString(said + " ") {
				ok, used[form] = true, true
			}
		}
		if !ok {
			t.Errorf("%q is offered, which the form %q does not tell of", v.Name+" "+said, v.Form)
			return
		}
	}
	for _, form := range alternatives {
		if !used[form] {
			t.Errorf("the form %q of %q is never offered", form, v.Name)
		}
	}
}

// checkShapes checks that everything offered fits the shapes.
func checkShapes(t *testing.T, f *facts.Title, v moves.Verb, u *use) {
	t.Helper()
	for _, said := range u.said() {
		fits := said == "" || len(u.free) > 0
		for _, shape := range v.Shapes {
			fits = fits || regexp.MustCompile(`^`+pattern(f, optionalEnd(shape))+`$`).MatchString(said+" ")
		}
		if !fits {
			t.Errorf("%q is offered, which has none of the shapes %q", v.Name+" "+said, v.Shapes)
			return
		}
	}
}

// optionalEnd makes the optional end of a shape optional: exits, the price of a train, one of several words.
func optionalEnd(shape string) string {
	head, ok := strings.CutSuffix(shape, " for PRICE")
	if ok && strings.Contains(shape, "TRAIN") {
		return head + " [for PRICE]"
	}
	words := strings.Fields(shape)
	last := words[len(words)-1]
	if last == "EXITS" || last == strings.ToLower(last) && strings.Contains(last, "|") {
		return strings.Join(words[:len(words)-1], " ") + " [" + last + "]"
	}
	return shape
}

// said lists all that was offered, with the least amount where there is a range.
func (u *use) said() []string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(u.options)) {
		o := u.options[key]
		text := strings.Join(o.Args, " ")
		if o.Range != nil {
			text = strings.TrimSpace(fmt.Sprint(text, " ", o.Range.Min))
		}
		out = append(out, text)
	}
	return out
}

// pattern converts a form to a regular expression: brackets are optional parts, bars separate words of which
// one is said, and capitals are things.
func pattern(f *facts.Title, form string) string {
	form = strings.NewReplacer("[", "[ ", "]", " ]", " | ", "|").Replace(form)
	var b strings.Builder
	for word := range strings.FieldsSeq(form) {
		switch word {
		case "[":
			b.WriteString("(?:")
		case "]":
			b.WriteString(")?")
		default:
			var any []string
			for one := range strings.SplitSeq(word, "|") {
				any = append(any, thing(f, one))
			}
			b.WriteString("(?:" + strings.Join(any, "|") + ") ")
		}
	}
	if form == "" {
		return " ?"
	}
	return b.String()
}

// thing is what may stand for a word of a form.
func thing(f *facts.Title, word string) string {
	var names []string
	switch word {
	case "COMPANY", "MINOR", "ACTOR", "OWNER":
		for _, c := range f.Companies {
			names = append(names, regexp.QuoteMeta(c.Sym))
		}
	case "PRIVATE", "HOLDER":
		for _, p := range f.Privates {
			names = append(names, regexp.QuoteMeta(p.Sym))
		}
		if word == "HOLDER" {
			names = append(names, `p[1-9][0-9]*`)
		}
	case "TRAIN":
		for _, tr := range f.Trains {
			names = append(names, regexp.QuoteMeta(tr.Name))
		}
	case "HEX":
		for _, h := range f.Map.Hexes {
			names = append(names, h.At)
		}
	case "TILE":
		for _, tile := range f.Map.Tiles {
			names = append(names, tile.ID)
		}
	case "PLAYER":
		return `p[0-9]+`
	case "NUMBER", "AMOUNT", "PRICE", "COUNT":
		return `[0-9]+`
	case "EXITS":
		return `[0-5]|city|[NESW]{1,2}(?:-[NESW]{1,2})*`
	case "TURN":
		return `[0-5]`
	default:
		return regexp.QuoteMeta(word)
	}
	return strings.Join(names, "|")
}

// Where more words follow the turn of a tile, edges may be said for it too.
func TestEdgesAreReadBeforeMoreWords(t *testing.T) {
	ti, _ := titles.Find("1817")
	read := 0
	for seed := int64(0); seed < 6 && read < 40; seed++ {
		setup, err := ti.Setup(engine.Started{Title: "1817", Seed: seed, Players: []string{"A", "B", "C"}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = enginetest.Play(ti.Rules, setup, uint64(seed), func(_ int, g *engine.Game) error {
			ctx := Context{Facts: ti.Facts, Verbs: ti.Verbs, Board: step.Table{S: g.State(), F: ti.Facts}.Board()}
			for _, ch := range g.Pending() {
				for _, o := range ch.List() {
					want, lays := ctx.laying(o.Args)
					if !lays || len(o.Args) < 4 {
						continue
					}
					c := engine.Command{By: ch.By, Verb: ch.Verb, Args: o.Args}
					said := Phrase(ctx, c)
					got, err := Match(ctx, g.Pending(), ch.By, said)
					l, ok := ctx.laying(got.Args)
					if err != nil || !ok || l.hex != want.hex || l.tile != want.tile || ctx.look(l) != ctx.look(want) || !slices.Equal(got.Args[3:], o.Args[3:]) {
						return fmt.Errorf("%q is said as %q and read as %q: %v", c, said, got, err)
					}
					read++
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 20 {
		t.Errorf("only %d were read", read)
	}
}
