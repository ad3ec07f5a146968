package titles_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// written is how many titles docs/questions.md had at first. A new one need not be in it at once.
const written = 5

// A question is a row of docs/questions.md.
type question struct{ asked, why string }

// docs/questions.md has a row for every question of every title. It says how it is asked, with rules that the title's
// RULES.md has; nothing that is asked of one player is ever asked of two, and nothing is in the tables that no title asks.
func TestQuestions(t *testing.T) {
	page, err := os.ReadFile("../docs/questions.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(page), "\n## ")
	if len(parts) <= written {
		t.Errorf("docs/questions.md has %d parts, and %d titles were there when it was written", len(parts)-1, written)
	}
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			i := slices.IndexFunc(parts, func(p string) bool { return strings.HasPrefix(p, ti.Facts.Name+"\n") })
			if i < 0 {
				t.Skipf("docs/questions.md has no part %q yet", ti.Facts.Name)
			}
			rows := questionsIn(parts[i])
			rulesOf(t, ti, rows)
			seen := asked(t, ti, rows)
			code := literals(t, ti.Facts.Slug, "../engine/step", "../engine/step/classic")
			for name := range rows {
				if !seen[name] && !strings.Contains(code, `"`+name+`"`) {
					t.Errorf("%q is in the table, and nobody asks it", name)
				}
			}
		})
	}
}

func questionsIn(part string) map[string]question {
	rows := map[string]question{}
	for line := range strings.Lines(part) {
		if f := strings.Split(line, "|"); len(f) == 5 && !strings.Contains(line, "---") && !strings.HasPrefix(line, "| question") {
			rows[strings.TrimSpace(f[1])] = question{strings.TrimSpace(f[2]), f[3]}
		}
	}
	return rows
}

// ruleID matches the id of a rule or a ruling.
var ruleID = regexp.MustCompile(`\b(?:[A-Z0-9]{2}-)?[A-Z]{1,3}-\d+\b`)

func rulesOf(t *testing.T, ti *title.Title, rows map[string]question) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(ti.Facts.Slug, "RULES.md"))
	if err != nil {
		t.Fatal(err)
	}
	rules := string(text)
	for name, q := range rows {
		if !slices.Contains([]string{"one", "at once", "in turn"}, q.asked) {
			t.Errorf("%q is asked %q", name, q.asked)
		}
		ids := ruleID.FindAllString(q.why, -1)
		if len(ids) == 0 && !strings.Contains(q.why, "recorded games") {
			t.Errorf("%q has no rule: %s", name, q.why)
		}
		for _, id := range ids {
			if !strings.Contains(rules, "- "+id+" ") {
				t.Errorf("%q: RULES.md has no %s", name, id)
			}
		}
	}
}

// asked returns the questions of the stored games and of random ones. Each must have a row, and be asked as that says.
func asked(t *testing.T, ti *title.Title, rows map[string]question) map[string]bool {
	t.Helper()
	seen := map[string]bool{}
	saw := func(name string, by int) {
		if q, ok := rows[name]; !seen[name] && !ok {
			t.Errorf("%q is not in the table", name)
		} else if by > 1 && q.asked != "at once" {
			t.Errorf("%q is asked of %d players, and the table says %q", name, by, q.asked)
		}
		seen[name] = true
	}
	for _, g := range replaytest.StoredIn(t, ti, ti.Facts.Slug) {
		for _, e := range g.Log {
			if said, ok := e.(engine.Said); ok && said.Question != "" {
				saw(said.Question, 1)
			}
		}
	}
	for seed := range testsize.More(int64(1), 1, 2) {
		for m := range titletest.Play(t, ti, titletest.Names(seed, 4), walk.NewThrifty(uint64(seed), ti.Habits)) {
			by := map[string][]string{}
			for _, ch := range m.Game.Pending() {
				if !ch.Unawaited && !slices.Contains(by[ch.Question], ch.By) {
					by[ch.Question] = append(by[ch.Question], ch.By)
				}
			}
			for name, players := range by {
				saw(name, len(players))
			}
			if m.N == testsize.More(300, 300, 1000) {
				break
			}
		}
	}
	return seen
}

// literals returns the code in some folders.
func literals(t *testing.T, folders ...string) string {
	t.Helper()
	var out strings.Builder
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			out.Write(text)
		}
	}
	return out.String()
}
