package waits

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles/replay/replaytest"
)

const habitsTable = "testdata/habits.txt"

// The table in testdata tells for how many mails some parts of games of people wait, with each of the habits. A part begins
// after so many hundredths of the commands: the game is adopted there.
func TestHabits(t *testing.T) {
	var out strings.Builder
	parts := map[string][]int{"1817/15528": {60}, "1817/20758": {20, 60, 91}, "1828/23366": {20}, "18newengland/73885": {60}}
	for _, g := range recorded(t) {
		for _, from := range parts[nameOf(g)] {
			r, err := Read(g.Title, partOf(t, g, from, 40))
			if err != nil {
				t.Fatal(g.Name, err)
			}
			counts, err := Counts(r)
			if err != nil {
				t.Fatal(g.Name, err)
			}
			fmt.Fprintf(&out, "%s from %d %%, %d commands\n", nameOf(g), from, len(r.Said))
			for _, c := range counts {
				fmt.Fprintf(&out, "    %-42s %3d of %3d mails are waited for, it takes %d days\n", c.Habits, c.Waits, c.Mails, c.Days)
			}
		}
	}
	if *update {
		if err := os.WriteFile(habitsTable, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	table, err := os.ReadFile(habitsTable)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(table) {
		t.Errorf("%s differs from\n%s\ngo test ./pbem/waits -run Habits -update", habitsTable, out.String())
	}
}

// partOf returns the log of a game that was adopted after so many hundredths of its commands, with at most n commands
// after that.
func partOf(t *testing.T, g replaytest.Stored, hundredths, n int) []engine.Event {
	t.Helper()
	places := g.Commands()
	first := len(places) * hundredths / 100
	log := engine.Effective(g.Log[:places[first]])
	at, made := engine.Open(g.Title.Rules, log).Host("", engine.Adopted, "It goes on here.")
	log = append(log, made...)
	for _, place := range places[first:min(len(places), first+n)] {
		next, events, err := at.Decide(g.Log[place].(engine.Said).Command)
		if err != nil {
			break // the rules in force now do not allow it
		}
		at, log = next, append(log, events...)
	}
	return log
}
