package picture

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pbem/engine/walk"
	"pbem/titles"
	"pbem/titles/title/titletest"
)

// Each frame of a film shows just the shapes of its drawing, in their order.
func TestFilmShowsItsFrames(t *testing.T) {
	for _, slug := range []string{"18newengland", "1817"} {
		ti, ok := titles.Find(slug)
		if !ok {
			t.Fatal(slug)
		}
		var frames []Frame
		for m := range titletest.Play(t, ti, titletest.Names(5, 3), walk.NewThrifty(5, ti.Habits)) {
			if m.N%20 == 0 {
				frames = append(frames, Frame{Map: Of(ti, m.Game.State())})
			}
			if len(frames) == 12 {
				break
			}
		}
		frames = append(frames, frames[3], frames[11], frames[0]) // what was gone comes again
		film := string(Film(frames, "a map"))
		changes := 0
		for n, f := range frames {
			if got, want := shownIn(t, film, n), strings.Join(f.Map.lines(), ""); got != want {
				t.Errorf("%s: frame %d shows %d bytes of shapes, its map has %d", slug, n, len(got), len(want))
			}
			if n > 0 && strings.Join(f.Map.lines(), "") != strings.Join(frames[n-1].Map.lines(), "") {
				changes++
			}
		}
		if changes < 5 {
			t.Errorf("%s: only %d frames differ from the one before", slug, changes)
		}
		if alone := len(strings.Join(frames[0].Map.lines(), "")); len(film) > len(frames)*alone/2 {
			t.Errorf("%s: %d frames of some %d bytes take %d", slug, len(frames), alone, len(film))
		}
	}
}

var groupStart = regexp.MustCompile(`<g style="--f:(\d+);--t:(\d+)">\n`)

// shownIn returns the shapes of the groups that a film shows in frame n.
func shownIn(t *testing.T, film string, n int) string {
	t.Helper()
	var out strings.Builder
	for _, m := range groupStart.FindAllStringSubmatchIndex(film, -1) {
		from, err1 := strconv.Atoi(film[m[2]:m[3]])
		to, err2 := strconv.Atoi(film[m[4]:m[5]])
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if from <= n && n <= to {
			shapes, _, _ := strings.Cut(film[m[1]:], "</g>\n")
			out.WriteString(shapes)
		}
	}
	return out.String()
}
