package titles

import (
	"regexp"
	"strconv"
	"sync/atomic"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles/title/titletest"
)

// atMost matches the end of a refusal of too many shares.
var atMost = regexp.MustCompile(`: (sell|issue) (\d+) shares? at most`)

// A refusal that says how many shares are possible keeps its word: so many are accepted. In an emergency that is not what the
// stock round allows.
func TestAtMostIsAccepted(t *testing.T) {
	testsize.SkipRace(t)
	var seen atomic.Int64
	t.Cleanup(func() {
		if seen.Load() == 0 {
			t.Error("no refusal says how many shares are possible")
		}
	})
	for _, ti := range All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			for n := range int64(testsize.More(2, 2, 8)) {
				w := titletest.Walked(t, ti, ti.Facts.Seats[0], n)
				g, _ := engine.Start(ti.Rules, w.Setup)
				for i, c := range w.Commands {
					seen.Add(int64(promises(t, g.Pending())))
					if t.Failed() {
						t.Fatalf("seed %d, before decision %d", n, i+1)
					}
					var err error
					if g, _, err = g.Decide(c); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// promises says all numbers of shares to the choices, and returns how many refusals name a number.
func promises(t *testing.T, choices []engine.Choice) (seen int) {
	for _, c := range choices {
		if c.Verb != "sell" && c.Verb != "issue" || c.Free == nil && c.Has == nil {
			continue
		}
		for _, o := range c.List() {
			at := -1
			for i, word := range o.Args {
				if _, err := strconv.Atoi(word); err == nil && at < 0 {
					at = i
				}
			}
			if at < 0 {
				continue
			}
			try := func(n int) error {
				words := append([]string{}, o.Args...)
				words[at] = strconv.Itoa(n)
				_, err := engine.Accept(choices, engine.Command{By: c.By, Verb: c.Verb, Args: words})
				return err
			}
			for n := 1; n <= 10; n++ {
				err := try(n)
				if err == nil {
					continue
				}
				m := atMost.FindStringSubmatch(err.Error())
				if m == nil {
					continue
				}
				seen++
				most, _ := strconv.Atoi(m[2])
				if most >= n || m[1] != c.Verb {
					t.Errorf("%s %s %v with %d: %v", c.By, c.Verb, o.Args, n, err)
				}
				if again := try(most); again != nil {
					t.Errorf("%s %s %v with %d: %v; with %d: %v", c.By, c.Verb, o.Args, n, err, most, again)
				}
			}
		}
	}
	return seen
}
