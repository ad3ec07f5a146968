package replay_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// docs/timeline.md names exactly the fields that the timelines of all titles have.
func TestTimelineIsExplained(t *testing.T) {
	page := fieldsOfPage(t)
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			want := map[string]bool{}
			maps.Copy(want, page["Every title"])
			maps.Copy(want, page[ti.Facts.Name])
			seen := map[string]bool{}
			unseen := func() bool {
				return slices.ContainsFunc(slices.Collect(maps.Keys(want)), func(name string) bool { return !seen[name] })
			}
			for seed := uint64(0); seed < 6 && (seed < testsize.Of[uint64](1, 1, 2) || unseen()); seed++ {
				playThrough(t, ti, seed, func(line map[string]any) { note(seen, line) })
			}
			for _, name := range slices.Sorted(maps.Keys(seen)) {
				if !want[name] {
					t.Errorf("%q is written and not explained", name)
				}
			}
			for _, name := range slices.Sorted(maps.Keys(want)) {
				if !seen[name] {
					t.Errorf("%q is explained and never written", name)
				}
			}
		})
	}
}

// fieldsOfPage reads the tables of the page. Its keys are a section and fields such as
// "corps cash".
func fieldsOfPage(t *testing.T) map[string]map[string]bool {
	t.Helper()
	raw, err := os.ReadFile("../../docs/timeline.md")
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile("`([a-z_0-9]+)`")
	out, section := map[string]map[string]bool{}, ""
	for line := range strings.Lines(string(raw)) {
		if head, ok := strings.CutPrefix(line, "## "); ok {
			section = strings.TrimSpace(head)
			out[section] = map[string]bool{}
		}
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		for _, m := range name.FindAllStringSubmatch(cells[2], -1) {
			out[section][strings.TrimSpace(cells[1])+" "+m[1]] = true
		}
	}
	return out
}

// playThrough plays a game. It calls each with two of every twenty positions and with the
// last, as they are written.
func playThrough(t *testing.T, ti *title.Title, seed uint64, each func(map[string]any)) {
	t.Helper()
	show := func(m titletest.Moment) {
		raw, err := json.Marshal(replay.FromLog(ti, m.Game).After(m.Made[0], len(m.Log)))
		if err != nil {
			t.Fatal(err)
		}
		var line map[string]any
		if err := json.Unmarshal(raw, &line); err != nil {
			t.Fatal(err)
		}
		each(line)
	}
	for m := range titletest.Play(t, ti, titletest.Names(int64(seed), 3), walk.NewThrifty(seed, ti.Habits)) {
		if m.N%20 < 2 || m.Game.State().Result != nil {
			show(m)
		}
	}
}

// note collects the names of the fields of a position.
func note(seen map[string]bool, line map[string]any) {
	add := func(of string, object any) {
		fields, _ := object.(map[string]any)
		for name := range fields {
			seen[of+" "+name] = true
		}
	}
	add("position", line)
	add("depot", line["depot"])
	asked, _ := line["asked"].([]any)
	for _, q := range asked {
		add("asked", q)
	}
	for _, of := range []string{"players", "corps"} {
		all, _ := line[of].(map[string]any)
		for _, one := range all {
			add(of, one)
		}
	}
}

// A position says what led to it, whom the game waits for, and what it asks.
func TestTimelineTellsCauses(t *testing.T) {
	ti, _ := titles.Find("18newengland")
	g, log, err := titles.Start(ti, engine.Started{Seed: 1, Players: []string{"A", "B", "C"}})
	if err != nil {
		t.Fatal(err)
	}
	first := replay.FromLog(ti, g).After(log[0], len(log))
	if first.Act != "start" || first.By != "" || len(first.Next) != 1 || len(first.Asked) == 0 || first.Asked[0].By != first.Next[0] {
		t.Fatalf("the start is told as %+v, %+v", first.Cause, first.Asked)
	}
	c, _ := walk.NewPlayer(1).Pick(g.Pending())
	g, made, err := g.Decide(c)
	if err != nil {
		t.Fatal(err)
	}
	after := replay.FromLog(ti, g).After(made[0], len(log)+len(made))
	if after.By != first.Next[0] || after.Said != c.String() || after.Question != first.Asked[0].Question || after.Act != "" {
		t.Errorf("%q is told as %+v", c, after.Cause)
	}
	g, made, err = g.Undo(c.By, len(log))
	if err != nil {
		t.Fatal(err)
	}
	undone := replay.FromLog(ti, g).After(made[0], 0)
	if undone.Act != "undo" || undone.By != after.By || !slices.Equal(undone.Next, first.Next) {
		t.Errorf("an undo is told as %+v", undone.Cause)
	}
}

// A title cannot have a field of its own with the name of a field that every title has.
func TestTimelineFieldsAreToldOnce(t *testing.T) {
	ti, _ := titles.Find("18newengland")
	twice := *ti
	twice.Account = func(*engine.State, title.Namer) title.Account { return title.Account{Game: title.Fields{"bank": 1}} }
	g, _, err := titles.Start(ti, engine.Started{Seed: 1, Players: []string{"A", "B", "C"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(replay.FromLog(&twice, g).Checkpoint(1)); err == nil {
		t.Error("the bank is told twice")
	}
}
