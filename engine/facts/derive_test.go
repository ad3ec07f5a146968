package facts_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine/facts"
)

// without is a data file without some words.
func without(t *testing.T, data []byte, words ...string) []byte {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, w := range words {
		delete(all, w)
	}
	out, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What is worked out from the tiles is what the files of titles list, but for the differences that a title
// explains in testdata/upgrades/differ.txt: "57 + 14: reason" is only in its list, "57 - 14: reason" is only
// worked out.
func TestUpgradesAreWorkedOut(t *testing.T) {
	files, err := filepath.Glob("../../titles/*/data.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no title has a data file")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var words map[string]json.RawMessage
		if err := json.Unmarshal(data, &words); err != nil {
			t.Fatal(err)
		}
		if words["upgrades"] == nil {
			continue
		}
		listed := facts.MustLoad(data)
		worked, _ := facts.Check(without(t, data, "upgrades")) // a tile that only a special upgrade leads to is a fault now
		explained(t, filepath.Dir(file), differences(listed, worked))
	}
}

// differences lists upgrades that only one of two titles has.
func differences(listed, worked *facts.Title) (out []string) {
	for i := range listed.Map.Tiles {
		id := listed.Map.Tiles[i].ID
		for _, to := range listed.Upgrades[id] {
			if !slices.Contains(worked.Upgrades[id], to) {
				out = append(out, fmt.Sprintf("%s + %s", id, to))
			}
		}
		for _, to := range worked.Upgrades[id] {
			if !slices.Contains(listed.Upgrades[id], to) {
				out = append(out, fmt.Sprintf("%s - %s", id, to))
			}
		}
	}
	return out
}

// explained compares the differences with those that the folder of a title explains.
func explained(t *testing.T, folder string, differ []string) {
	t.Helper()
	name := filepath.Join(folder, "testdata", "upgrades", "differ.txt")
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var known []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		what, reason, _ := strings.Cut(line, ":")
		if strings.TrimSpace(reason) == "" {
			t.Errorf("%s: %q has no reason", name, line)
		}
		known = append(known, what)
		if !slices.Contains(differ, what) {
			t.Errorf("%s: %q is no difference", name, what)
		}
	}
	for _, d := range differ {
		if !slices.Contains(known, d) {
			t.Errorf("%s: the list of upgrades differs from what the tiles say, %q; mend one of them, or explain it in %s", folder, d, name)
		}
	}
}

// A file without upgrades is right, and a slip in a tile is told as one with them.
func TestUpgradesOfAFileWithoutThem(t *testing.T) {
	data := without(t, []byte(coast(t)), "upgrades")
	f, err := facts.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"7": "[]", "8": "[19]", "9": "[19]", "57": "[14]", "58": "[]", "X1": "[X2]", "14": "[63]", "19": "[]", "X2": "[]", "Y2": "[]", "63": "[]"} {
		if got := fmt.Sprint(f.Upgrades[id]); got != want {
			t.Errorf("tile %s becomes %s, want %s", id, got, want)
		}
	}
	for _, c := range []struct{ old, new, want string }{
		{`"color":"brown","count":2,"stops":[{"kind":"city"`, `"color":"brown","count":2,"stops":[{"kind":"town"`, "tile 63: it is brown, and no upgrade of any tile or hex"},
		{`"id":"57","color":"yellow"`, `"id":"57","color":"yelow"`, `tile 57: no colour "yelow"; did you mean "yellow"?`},
	} {
		if !strings.Contains(string(data), c.old) {
			t.Fatalf("no %s in %s", c.old, data)
		}
		_, faults := facts.Check([]byte(strings.Replace(string(data), c.old, c.new, 1)))
		if len(faults.List) != 1 || !strings.HasSuffix(faults.List[0].String(), c.want) {
			t.Errorf("%s: %v", c.want, faults)
		}
	}
}

// Tiles with labels may grow together, and hexes with tiles of their own take no others of that colour.
func TestUpgradesByLabelAndHex(t *testing.T) {
	text := string(without(t, []byte(coast(t)), "upgrades"))
	for what, c := range map[string][3]string{
		"a label with two cities grows into one": {`"id":"63","color":"brown","count":2,"stops":[{"kind":"city","revenue":40,"slots":2}]`,
			`"id":"63","color":"brown","count":2,"label":"OO","stops":[{"kind":"city","revenue":40,"slots":2}]`, "X2 [63]"},
		"a tile for another hex does not follow": {`"id":"X2",`, `"id":"X2","only":["B3"],`, "X1 []"},
		"nor one for any hex where the hex has its own": {`"id":"X2",`, `"id":"X9","color":"green","count":1,"only":["B5"],"stops":[{"kind":"city","revenue":40,"slots":1},{"kind":"city","revenue":40,"slots":1}],"track":["0-s0","1-s0","3-s1","4-s1"],"label":"OO"},{"id":"X2",`,
			"X1 [X9]"},
	} {
		if !strings.Contains(text, c[0]) {
			t.Fatalf("%s: no %s", what, c[0])
		}
		f, _ := facts.Check([]byte(strings.Replace(text, c[0], c[1], 1)))
		id, _, _ := strings.Cut(c[2], " ")
		if got := fmt.Sprint(id, " ", f.Upgrades[id]); got != c[2] {
			t.Errorf("%s: %s, want %s", what, got, c[2])
		}
	}
}
