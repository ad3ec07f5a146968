package album_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/album"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

// notedRun finds what a company ran for in a note of the log.
var notedRun = regexp.MustCompile(`^ran .* for \D*(\d+)`)

// What companies earned in the mails' table adds up to what the notes of the log say of their runs, in every
// title.
func TestEarnings(t *testing.T) {
	for _, game := range []string{"1817/20758", "1820/walk-variants", "1828/23366", "1843/walk-plain", "18newengland/73885"} {
		slug, name := filepath.Split(game)
		log, err := replaytest.ReadLog(filepath.Join("../../titles", slug, "testdata/v1", name+".log.gz"))
		if err != nil {
			t.Fatal(err)
		}
		ti, _ := titles.Find(strings.TrimSuffix(slug, "/"))
		got := album.Earnings(ti, log)
		want := map[string]int{}
		for _, e := range engine.Effective(log) {
			if n, ok := e.(engine.Noted); ok {
				if m := notedRun.FindStringSubmatch(n.Text); m != nil {
					sum, _ := strconv.Atoi(m[1])
					want[n.By] += sum
				}
			}
		}
		if len(got.Earned) == 0 || len(want) == 0 || got.Ongoing {
			t.Errorf("%s: %d companies earned, notes tell of %d; ongoing %v", game, len(got.Earned), len(want), got.Ongoing)
		}
		for _, a := range got.Earned {
			if a.Sum() != want[a.Of] || len(a.Sums) != len(got.Rounds) {
				t.Errorf("%s: %s earned %d in %d of %d rounds, notes say %d", game, a.Of, a.Sum(), len(a.Sums), len(got.Rounds), want[a.Of])
			}
			delete(want, a.Of)
		}
		for of, n := range want {
			if n > 0 && ti.Facts.Company(of) != nil { // C&P of 1828 is a private company
				t.Errorf("%s: nothing of the %d of %s", game, n, of)
			}
		}
		for _, a := range got.Worth {
			if len(a.Sums) != len(got.Rounds) || slices.Max(a.Sums) <= 0 {
				t.Errorf("%s: %s is worth %v", game, a.Of, a.Sums)
			}
		}
	}
}

// Before the first run there is nothing to tell; in the round of the last run the table says that it goes on.
func TestEarningsSoFar(t *testing.T) {
	g := recorded(t, 0)
	if l := album.Earnings(g.Title, g.Log[:firstSaid(g.Log)]); len(l.Rounds) > 0 {
		t.Errorf("%v", l)
	}
	for i, e := range g.Log {
		if said, ok := e.(engine.Said); ok && said.Verb == "run" {
			if l := album.Earnings(g.Title, g.Log[:i+20]); len(l.Rounds) != 1 || !l.Ongoing {
				t.Errorf("%v", l)
			}
			break
		}
	}
}

// firstSaid returns how many events come before the first command of a player.
func firstSaid(log []engine.Event) int {
	return slices.IndexFunc(log, func(e engine.Event) bool { _, ok := e.(engine.Said); return ok })
}

// BenchmarkEarnings works out what was earned in a whole game, as the last mail of it does. Reading its rounds
// takes a third.
func BenchmarkEarnings(b *testing.B) {
	log, err := replaytest.ReadLog("../../titles/1828/testdata/v1/23366.log.gz")
	if err != nil {
		b.Fatal(err)
	}
	ti, _ := titles.Find("1828")
	for b.Loop() {
		album.Earnings(ti, log)
	}
}
