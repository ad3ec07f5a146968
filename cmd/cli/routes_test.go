package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles/replay"
	"pbem/titles/replay/replaytest"
)

// The best runs are the same from an export and from the log of its events.
func TestRoutesOfExportAndLog(t *testing.T) {
	testsize.SkipRace(t)
	export := filepath.Join("..", "..", "..", "shared", "games", "18newengland", "73885.json")
	r := replaytest.Open(t, export)
	replaytest.DoTo(t, r, replay.All)
	raws, err := engine.MarshalLog(r.Log)
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "events.jsonl")
	if err := os.WriteFile(log, bytes.Join(toBytes(raws), []byte("\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	want := routesOf(t, export, "nyc")
	if !strings.HasPrefix(want, "NYC  $") || !strings.Contains(want, "the best there is") {
		t.Errorf("best runs are\n%s", want)
	}
	if got := routesOf(t, log, "nyc"); got != want {
		t.Errorf("from the log\n%s\nfrom the export\n%s", got, want)
	}
}

// A company that there is not, and an action after the last, are refused.
func TestNotInTheGame(t *testing.T) {
	export := filepath.Join("..", "..", "..", "shared", "games", "18newengland", "73885.json")
	picture := filepath.Join(t.TempDir(), "map.svg")
	for _, c := range []struct {
		want string
		args []string
	}{
		{`"PRR" is no company in play. In play are `, []string{"routes", export, "PRR"}},
		{"and has no action 99999", []string{"replay", export, "--at", "99999"}},
		{"and has no action 99999", []string{"map", export, "--after", "99999", "--output", picture}},
	} {
		if err := dispatch(c.args, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.args, err, c.want)
		}
	}
}

func toBytes[T ~[]byte](list []T) [][]byte {
	var out [][]byte
	for _, x := range list {
		out = append(out, x)
	}
	return out
}

func routesOf(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := dispatch(append([]string{"routes"}, args...), &out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if len(strings.TrimRight(line, "\n")) > 76 {
			t.Errorf("too wide: %q", line)
		}
	}
	return out.String()
}

func TestRoutesOfNothing(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{nil, {"no such file"}, {empty}} {
		if err := dispatch(append([]string{"routes"}, args...), &bytes.Buffer{}); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
