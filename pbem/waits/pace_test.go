package waits

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

var update = flag.Bool("update", false, "write the tables in testdata anew")

// The goals: the most percent of the answers for which a game that people have played may wait, and the most in the
// mean of these games.
const (
	mostOfOne  = 38
	mostOfMean = 30
)

const (
	paceTable = "testdata/pace.txt"
	mailsOf   = "testdata/mails" // of games that people have played
)

// The table in testdata tells for how many answers each recorded game waits, without and with plans. Whole tests derive
// half of the games that programs have played. The mails of those of people are stored: TestGamesWithPlansWaitLess of package pbem plays
// them, and large tests derive them anew.
func TestPace(t *testing.T) {
	if !testsize.Whole() && !*update {
		t.Skip("it derives plans for whole games; TESTSIZE=whole asks for it")
	}
	var games []replaytest.Stored
	for i, g := range recorded(t) {
		if *update || testsize.Large() || !byPeople(nameOf(g)) && i%2 == 0 {
			games = append(games, g)
		}
	}
	rows := make([]string, len(games))
	t.Run("games", func(t *testing.T) {
		for i, g := range games {
			t.Run(nameOf(g), func(t *testing.T) {
				t.Parallel()
				rows[i] = rowOf(t, g)
			})
		}
	})
	if *update {
		head := fmt.Sprintf("%-30s %6s %6s %4s\n", "", "none", "plans", "%")
		if err := os.WriteFile(paceTable, []byte(head+strings.Join(rows, "")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	table, err := os.ReadFile(paceTable)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if !strings.Contains(string(table), row) {
			t.Errorf("%s does not have the row\n%s\ngo test ./pbem/waits -run Pace -update", paceTable, row)
		}
	}
}

// Every recorded game is in the table, and the games of people reach the goals.
func TestPaceGoals(t *testing.T) {
	table, err := os.ReadFile(paceTable)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range recorded(t) {
		if !strings.Contains(string(table), nameOf(g)+" ") {
			t.Errorf("%s is not in %s: go test ./pbem/waits -run Pace -update", nameOf(g), paceTable)
		}
	}
	sum, people := 0, 0
	for line := range strings.Lines(string(table)) {
		f := strings.Fields(line)
		if len(f) != 4 || !byPeople(f[0]) {
			continue
		}
		percent, err := strconv.Atoi(f[3])
		if err != nil || percent > mostOfOne {
			t.Errorf("%q: the goal is %d %% (%v)", line, mostOfOne, err)
		}
		sum, people = sum+percent, people+1
	}
	if people == 0 || sum > mostOfMean*people {
		t.Errorf("%d games of people wait for %d %% in all, the goal is %d in the mean", people, sum, mostOfMean)
	}
}

// recorded returns the stored games that were played elsewhere, by people or by programs.
func recorded(t *testing.T) (all []replaytest.Stored) {
	t.Helper()
	for _, ti := range titles.All() {
		for _, g := range replaytest.StoredIn(t, ti, "../../titles/"+ti.Facts.Slug) {
			again := slices.ContainsFunc(all, func(old replaytest.Stored) bool { return nameOf(old) == nameOf(g) })
			if !strings.HasPrefix(filepath.Base(g.Name), "walk") && !again { // some are kept as two versions wrote them
				all = append(all, g)
			}
		}
	}
	return all
}

// nameOf returns the title and the name of a game: "1817/15528".
func nameOf(g replaytest.Stored) string { return g.Title.Facts.Slug + "/" + filepath.Base(g.Name) }

// byPeople reports whether people have played a game: it has the number that it has at 18xx.games.
func byPeople(name string) bool {
	_, err := strconv.Atoi(filepath.Base(name))
	return err == nil
}

// compareMails compares the mails of a game with those that are stored, or stores them.
func compareMails(t *testing.T, game string, mails []Mail) {
	t.Helper()
	file := filepath.Join(mailsOf, game+".jsonl.gz")
	if *update {
		if err := errors.Join(os.RemoveAll(file), os.MkdirAll(filepath.Dir(file), 0o755), replaytest.WriteLines(file, mails)); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := replaytest.ReadLines[Mail](file); err != nil || !reflect.DeepEqual(old, mails) {
		t.Errorf("%s has %d other mails, of %d (%v): go test ./pbem/waits -run Pace -update", file, len(old), len(mails), err)
	}
}

// rowOf derives the plans for a game.
func rowOf(t *testing.T, g replaytest.Stored) string {
	t.Helper()
	r, err := Read(g.Title, g.Log)
	if err != nil {
		t.Fatal(g.Name, err)
	}
	none, err := Derive(r, Nothing)
	if err != nil {
		t.Fatal(g.Name, err)
	}
	plans, err := Derive(r, Several)
	if err != nil {
		t.Fatal(g.Name, err)
	}
	if byPeople(nameOf(g)) {
		compareMails(t, nameOf(g), plans)
	}
	n, m := Waits(none), Waits(plans)
	return fmt.Sprintf("%-30s %6d %6d %4d\n", nameOf(g), n, m, (100*m+n/2)/max(1, n))
}
