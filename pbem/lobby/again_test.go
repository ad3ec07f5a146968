package lobby

import (
	"testing"

	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/pbem/table"
)

// What is different in a rematch stands behind the word; all else is as it was.
func TestReadAgain(t *testing.T) {
	slow, err := pace.Parse("3 days", pace.Pace{})
	if err != nil {
		t.Fatal(err)
	}
	people := Gathering{Title: "1817", Name: "Bay 2", Least: 4, Most: 4, Options: map[string]string{"short squeeze": "yes"}, Pace: &slow, Talk: table.PrivateTalk, Private: true}
	robots := Gathering{Title: "1817", Name: "1817 2", Least: 5, Most: 5, Robots: &Robots{N: 3, Level: table.EasyRobot}, Private: true}
	for _, c := range []struct {
		like       Gathering
		rest, want string
	}{
		{people, "", "1817 4-4 Bay 2 +short squeeze pace 3 days private"},
		{people, "for 3-5 players called Harbour", "1817 3-5 Harbour +short squeeze pace 3 days private"},
		{people, "without short squeeze, modern trains", "1817 4-4 Bay 2 +modern trains pace 3 days private"},
		{people, "pace 1 day seed 7", "1817 4-4 Bay 2 +short squeeze seed 7 pace 1 day private"},
		{people, "with a robot", "1817 5-5 Bay 2 +short squeeze pace 3 days private 1 steady robots"},
		{people, "1817 for two to four", ""},
		{people, "of 18 New England", "18newengland 4-4 Bay 2 pace 3 days private"},
		{people, "18newengalnd players 2", "18newengland 2-2 Bay 2 pace 3 days private"},
		{people, "18newengland short squeeze", ""}, // a variant of the old title
		{people, "players 9", ""},
		{people, "soon", ""},
		{robots, "", "1817 5-5 1817 2 private 3 easy robots"},
		{robots, "1828", "1828 5-5 1828 private 3 easy robots"},
		{robots, "with 2 robots", "1817 4-4 1817 2 private 2 steady robots"},
		{robots, "no robots players 3", "1817 3-3 1817 2 private"},
		{robots, "players 3", ""}, // no seat for a person
	} {
		g, err := ReadAgain(c.like, c.rest, pace.Pace{})
		got := ""
		if err == nil {
			got = said(g)
		} else if _, ok := err.(*engine.Refusal); !ok {
			t.Errorf("%s: the fault is taken for ours: %v", c.rest, err)
		}
		if got != c.want {
			t.Errorf("rematch %s\n got %q, %v\nwant %q", c.rest, got, err, c.want)
		}
	}
	if people.Options["short squeeze"] == "" || robots.Robots.N != 3 {
		t.Error("the game before is changed")
	}
}

// A game that is played again is numbered, if its name leaves room.
func TestNextName(t *testing.T) {
	for name, want := range map[string]string{
		"Shoreline": "Shoreline 2", "Shoreline 2": "Shoreline 3", "Bay 99": "Bay 100", "Bay 100": "Bay 100 2", "1817": "1817 2",
		"Winter 2026": "Winter 2026 2", "A name of 22 characters": "A name of 22 characters",
	} {
		if got := nextName(name); got != want {
			t.Errorf("after %q comes %q, want %q", name, got, want)
		}
	}
}
