package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/picture"
	"pbem/titles"
)

// coast writes the facts of the small title that the tests of engine/facts use.
func coast(ts *testscript.TestScript, _ bool, args []string) {
	raw, err := os.ReadFile(filepath.Join(root, "engine", "facts", "testdata", "coast.json"))
	ts.Check(err)
	text := string(raw)
	for i := 1; i+1 < len(args); i += 2 {
		if !strings.Contains(text, args[i]) {
			ts.Fatalf("the facts have no %q", args[i])
		}
		text = strings.Replace(text, args[i], args[i+1], 1)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// What is wrong with the rules of a title is reported: a step that nothing runs, and a
// setup that fails or sends pieces to a place that is not declared.
func TestTitleCheckTellsRules(t *testing.T) {
	for want, breaks := range map[string]func(*engine.Rules, *[]engine.Event){
		`the step "spare" is declared, but nothing`: func(r *engine.Rules, _ *[]engine.Event) {
			flow := engine.Flow{"spare": engine.Do(func(*engine.Turn) {})}
			for name, step := range r.Flow {
				flow[name] = step
			}
			r.Flow = flow
		},
		`a game for 3: setup: {"moved":{"piece":"train:2:0","to":"poool"}}: "poool" is not declared as a place; the nearest that is declared is "pool"`: func(_ *engine.Rules, log *[]engine.Event) {
			*log = append(*log, engine.Moved{Piece: "train:2:0", To: "poool"})
		},
	} {
		known, _ := titles.Find("1817")
		ti := *known
		ti.Rules = known.Rules
		ti.Setup = func(s engine.Started) ([]engine.Event, error) {
			log, err := known.Setup(s)
			breaks(&engine.Rules{Flow: engine.Flow{}}, &log)
			return log, err
		}
		breaks(&ti.Rules, &[]engine.Event{})
		var out bytes.Buffer
		if err := checkTitle(&ti, &out); err == nil || !strings.Contains(out.String(), want) {
			t.Errorf("%v: %s\nwant %s", err, out.String(), want)
		}
	}
}

// Whatever is wrong in a data file, its map is drawn or refused. Nothing panics.
func TestSpoiltFactsAreDrawnOrRefused(t *testing.T) {
	testsize.SkipRace(t)
	raw, err := os.ReadFile(filepath.Join(root, "engine", "facts", "testdata", "coast.json"))
	if err != nil {
		t.Fatal(err)
	}
	right := string(raw)
	var spoilt []string
	for i, at := range regexp.MustCompile(`"[^"]*"|-?\d+|true`).FindAllStringIndex(right, -1) {
		instead := []string{"0", `"A4"`, "[]", "null", `"x"`, "7"}[i%6]
		spoilt = append(spoilt, right[:at[0]]+instead+right[at[1]:])
	}
	lines := strings.SplitAfter(right, "\n")
	for i := range lines {
		spoilt = append(spoilt, strings.Join(lines[:i], "")+strings.Join(lines[i+1:], ""))
	}
	drawn, refused := 0, 0
	for _, text := range spoilt {
		f, err := drawable("spoilt.json", []byte(text))
		if err != nil {
			refused++
			continue
		}
		drawn++
		if svg := picture.OfFacts(f).SVG(); len(svg) == 0 {
			t.Error("an empty picture")
		}
		if _, err := picture.TilesOf(f); err != nil && len(f.Map.Tiles) > 0 {
			t.Error(err)
		}
	}
	if drawn < 100 || refused < 100 {
		t.Errorf("%d are drawn, %d refused", drawn, refused)
	}
}
