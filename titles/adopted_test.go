package titles_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/title"
)

// records calls a test with every stored game that was read with switches.
func records(t *testing.T, test func(t *testing.T, g stored)) {
	t.Helper()
	someGames(t, func(t *testing.T, g stored) {
		s := engine.Fold(g.Log[:1])
		if g.Title.Import == nil || !slices.ContainsFunc(g.Title.Import.Switches, func(sw title.Switch) bool { return s.Option(sw.Key) != "" }) {
			t.Skip("played by the written rules from the start")
		}
		test(t, g)
	})
}

// places returns some of the places between a game's commands. It leaves out those in the
// middle of a step that is played differently by now.
func (g stored) places() []int {
	var out []int
	for n, at := range g.Commands() {
		if n%stride(10) == 0 && (len(g.Changed) == 0 || !g.ChangedSince(engine.Open(g.Title.Rules, g.Log[:at]), at)) {
			out = append(out, at)
		}
	}
	return out
}

// A recorded game that is adopted at any place goes on by the written rules. It is not
// frozen and opens again in the same position. A player who takes another's train or
// company asks first.
func TestAdoptedGamesGoOnByTheRules(t *testing.T) {
	records(t, func(t *testing.T, g stored) {
		deals := 0
		for _, at := range g.places() {
			game, more := engine.Open(g.Title.Rules, g.Log[:at]).Host("", engine.Adopted, "It goes on here.")
			if game.Frozen() != nil {
				t.Fatalf("position %d: %v", at, game.Frozen())
			}
			log := slices.Concat(g.Log[:at], more)
			again := engine.Open(g.Title.Rules, log)
			if again.Frozen() != nil || !again.State().SameTable(game.State()) || offered(again) != offered(game) {
				t.Fatalf("position %d: opened again it is another game: %v\n%s\n%s", at, again.Frozen(), offered(game), offered(again))
			}
			for _, c := range g.dealsOf(game) {
				deals++
				if err := asksFirst(game, c); err != nil {
					t.Errorf("position %d: %s of %s: %v", at, c, c.By, err)
				}
			}
		}
		t.Logf("%d deals with others were proposed", deals)
	})
}

// offered returns what a game offers, as text.
func offered(g *engine.Game) string {
	var out []string
	for _, ch := range g.Pending() {
		out = append(out, fmt.Sprintf("%s %s %s %s %v", ch.Question, ch.By, ch.For, ch.Verb, ch.List()))
	}
	return strings.Join(out, "\n")
}

// dealsOf returns commands by which a company of another player would give a train or be
// merged, a few of each kind.
func (g stored) dealsOf(game *engine.Game) []engine.Command {
	table := g.Title.Table(game.State())
	var out []engine.Command
	for _, ch := range game.Pending() {
		if ch.Verb != "merge" && ch.Verb != "buy" {
			continue
		}
		for _, o := range ch.List() {
			if len(out) >= 4 {
				return out
			}
			if ch.Verb == "buy" && (len(o.Args) < 4 || o.Args[0] != "train" && o.Args[0] != "private") {
				continue
			}
			if other := otherParty(table, ch.By, o.Args); other != "" {
				c := engine.Command{By: ch.By, Verb: ch.Verb, Args: slices.Clone(o.Args)}
				if o.Range != nil {
					c.Args = append(c.Args, fmt.Sprint(o.Range.Min))
				}
				out = append(out, c)
			}
		}
	}
	return out
}

// otherParty returns another player who directs a company, or owns a private company,
// that is named.
func otherParty(t step.Table, by string, words []string) string {
	for _, w := range words {
		who := ""
		switch {
		case t.F.Company(w) != nil:
			who = t.President(w)
		case t.F.Private(w) != nil:
			who = t.S.Where(step.Private(w))
		}
		if who != by && t.S.Seat(who) >= 0 {
			return who
		}
	}
	return ""
}

// asksFirst reports an error if a deal is made without asking the other party.
func asksFirst(g *engine.Game, c engine.Command) error {
	next, _, err := g.Decide(c)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(next.Pending(), func(ch engine.Choice) bool { return ch.Question == step.Consent && ch.By != c.By }) {
		return fmt.Errorf("it is done unasked; then %s", offered(next))
	}
	return nil
}

// Games that were adopted, and went on under the record's rules, open at every place and
// go on by the written rules.
func TestGamesAdoptedBeforeGoOn(t *testing.T) {
	const since = 9 // commands after the adoption
	records(t, func(t *testing.T, g stored) {
		places := g.Commands()
		for _, at := range g.places() {
			game, log := engine.Open(g.Title.Rules, g.Log[:at]), slices.Clip(g.Log[:at])
			game, more := game.Host("", "taken over", "It goes on here.") // at that time these words meant nothing special
			log = append(log, more...)
			i, _ := slices.BinarySearch(places, at)
			for n, place := range places[i:min(i+since, len(places))] {
				if g.Changed[place] != "" {
					break
				}
				next, made, err := game.Decide(g.Log[place].(engine.Said).Command)
				if err != nil {
					t.Fatalf("position %d: %v", place, err)
				}
				if game, log = next, append(log, made...); n%4 > 0 {
					continue
				}
				if err := g.opensAdopted(log, at); err != nil {
					t.Fatalf("adopted at %d, after %d: %v", at, place, err)
				}
			}
		}
	})
}

// opensAdopted opens a log in which the host's act at a place is the adoption.
func (g stored) opensAdopted(log []engine.Event, at int) error {
	log = slices.Clone(log)
	log[at] = engine.Hosted{Act: engine.Adopted, Text: "It goes on here."}
	game := engine.Open(g.Title.Rules, log)
	if game.Frozen() != nil || game.State().Result != nil {
		return game.Frozen()
	}
	if !game.State().SameTable(engine.Fold(log)) {
		return fmt.Errorf("it lost its position")
	}
	c, ok := walk.NewPlayer(uint64(len(log))).Pick(game.Pending())
	if !ok {
		return fmt.Errorf("nothing is offered")
	}
	next, made, err := game.Decide(c)
	if err != nil {
		return fmt.Errorf("%s of %s: %w", c, c.By, err)
	}
	again := engine.Open(g.Title.Rules, slices.Concat(log, made))
	if again.Frozen() != nil || offered(again) != offered(next) {
		return fmt.Errorf("after %s of %s it opens otherwise: %v\n%s\n%s", c, c.By, again.Frozen(), offered(next), offered(again))
	}
	return nil
}

// From any place of a record, random players reach an end by the written rules.
func TestAdoptedGamesCanBeFinished(t *testing.T) {
	records(t, func(t *testing.T, g stored) {
		places := g.places()
		tries := testsize.Of(1, 1, testsize.More(2, 2, 4))
		for i := range tries {
			at := places[(2*i+1)*len(places)/(2*tries)]
			_, more := engine.Open(g.Title.Rules, g.Log[:at]).Host("", engine.Adopted, "It goes on here.")
			w := walk.Walk{
				Rules: g.Title.Rules, From: slices.Concat(g.Log[:at], more), Seed: uint64(at), Manner: walk.MannerOf(int64(i)), Habits: g.Title.Habits,
			}
			if err := w.Run(); err != nil {
				t.Errorf("from position %d: %v", at, err)
			}
		}
	})
}

// The README of a title says for each switch until when it is in force.
func TestSwitchesAreListed(t *testing.T) {
	for _, ti := range titles.All() {
		if ti.Import == nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join(ti.Facts.Slug, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		told := map[string]string{}
		for line := range strings.Lines(string(text)) {
			if cells := strings.Split(line, "|"); len(cells) == 5 {
				for key := range strings.SplitSeq(cells[1], ",") {
					told[strings.TrimSpace(key)] = strings.TrimSpace(cells[3])
				}
			}
		}
		for _, sw := range ti.Import.Switches {
			want := "the record"
			if sw.Rest != "" {
				want = "the rest of the game: "
			}
			if !strings.HasPrefix(told[sw.Key], want) {
				t.Errorf("%s: README.md says of %q that it holds for %q", ti.Facts.Slug, sw.Key, told[sw.Key])
			}
			if sw.Text == "" || sw.Told != "" && sw.Rest == "" {
				t.Errorf("%s: the switch %q is not told", ti.Facts.Slug, sw.Key)
			}
		}
	}
}
