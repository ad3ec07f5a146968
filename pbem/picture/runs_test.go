package picture

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles/title"
)

// The last runs are drawn on the map: each train leaves lines of its company's colour in every hex
// that it passes, and nothing that can be read is covered by them.
func TestRunsAreDrawn(t *testing.T) {
	testsize.SkipRace(t)
	ran := 0
	for _, at := range stands(t) {
		runs := at.title.LastCourses(at.log)
		if len(runs) == 0 {
			continue
		}
		ran++
		c := OfRuns(at.title, at.state, runs).c
		plain := string(SVG(at.title, at.state))
		for _, r := range runs {
			if len(r.Legs) == 0 {
				t.Errorf("%s: %s ran %s nowhere", at.name, r.Company, r.Train)
			}
			drawn := strings.Count(string(c.svg()), fmt.Sprintf(`fill="none" stroke="%s"`, at.title.Facts.Company(r.Company).Color))
			if before := strings.Count(plain, fmt.Sprintf(`fill="none" stroke="%s"`, at.title.Facts.Company(r.Company).Color)); drawn < before+2 {
				t.Errorf("%s: the run of %s, %s, has %d lines", at.name, r.Company, r.Way, drawn-before)
			}
		}
		if dir := os.Getenv("PICTURES"); dir != "" {
			png, err := (Drawing{c}).PNG()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(dir+"/"+strings.ReplaceAll(at.name, "/", "-")+".png", png, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if ran < 10 {
		t.Errorf("only %d positions with runs", ran)
	}
}

// On a page the runs lie on the track, and under the markers and the words.
func TestRunsHideNoMarkers(t *testing.T) {
	testsize.SkipRace(t)
	ran, shown := 0, 0
	for _, at := range stands(t) {
		runs := at.title.LastCourses(at.log)
		if len(runs) == 0 {
			if film := string(Film([]Frame{{Map: Of(at.title, at.state), Over: RunsOver(at.title, at.state, nil)}}, "a map")); strings.Contains(film, `class="over"`) {
				t.Errorf("%s: no run lies on the map in a group of its own", at.name)
			}
			continue
		}
		ran++
		film := string(Film([]Frame{{Map: Of(at.title, at.state), Over: RunsOver(at.title, at.state, runs)}}, "a map"))
		below, above, ok := strings.Cut(film, `class="over"`)
		if !ok {
			t.Fatalf("%s: no runs", at.name)
		}
		if track := fmt.Sprintf(`stroke="%s"`, rail); !strings.Contains(below, track) {
			t.Errorf("%s: no track lies under the runs", at.name)
		}
		for _, r := range runs {
			if len(r.Company) < 2 || len(r.Company) > 4 { // a row of the map may have that letter; or it is on two lines
				continue
			}
			symbol := ">" + escaped(r.Company) + "</text>"
			if strings.Contains(below, symbol) {
				t.Errorf("%s: the runs lie on the marker of %s", at.name, r.Company)
			}
			if strings.Contains(above, symbol) {
				shown++
			}
		}
	}
	if ran < 10 || shown < ran {
		t.Errorf("only %d positions with runs, and %d markers", ran, shown)
	}
}

// What was taken back is no run, and the last run is among the last runs.
func TestLastCourses(t *testing.T) {
	for _, at := range stands(t) {
		log := engine.Effective(at.log)
		i := lastRun(at.title, log)
		if i < 0 {
			continue
		}
		last := fmt.Sprint(at.title.CoursesSince(log[:i+1], i))
		if all := fmt.Sprint(at.title.LastCourses(log[:i+1])); !strings.HasSuffix(all, last[1:]) {
			t.Errorf("%s: the last runs are %s, want %s at the end", at.name, all, last)
		}
		undone := append(slices.Clone(log), engine.Undone{To: i})
		if is, want := at.title.LastCourses(undone), at.title.LastCourses(log[:i]); fmt.Sprint(is) != fmt.Sprint(want) {
			t.Errorf("%s: after the last was taken back the runs are %v, want %v", at.name, is, want)
		}
	}
}

// lastRun returns the place of the last run that was on track, -1 if there is none.
func lastRun(ti *title.Title, log []engine.Event) int {
	for i := len(log) - 1; i >= 0; i-- {
		if said, ok := log[i].(engine.Said); ok && said.Verb == "run" && len(ti.CoursesSince(log[:i+1], i)) > 0 {
			return i
		}
	}
	return -1
}
