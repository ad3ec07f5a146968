package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/store"
	"pbem/titles"
)

// The log and timeline of a running game that the host can read hold no secret answers:
// the host may be a player. // 20-RU-48
func TestHostReadsNoSecrets(t *testing.T) {
	ti, _ := titles.Find("1820")
	g, log, err := titles.Start(ti, engine.Started{Players: []string{"Amy", "Brian", "Cat", "Dora"}, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	player, opened := walk.NewPlayer(3), 0
	var open []int // where the answers are that are not opened yet
	for n := 0; n < 900 && (opened == 0 || len(open) < 2); n++ {
		c, _ := player.Pick(g.Pending())
		next, events, err := g.Decide(c)
		if err != nil {
			t.Fatal(err)
		}
		if said := events[0].(engine.Said); slices.Contains(ti.Sealed, said.Question) {
			open = append(open, len(log))
		}
		if g, log = next, append(log, events...); len(events) > 1 && len(open) > 0 {
			open, opened = nil, opened+1
		}
	}
	if opened == 0 || len(open) < 2 {
		t.Fatalf("%d auctions, and %d answers that stand open", opened, len(open))
	}
	raw, err := plainLog(asStored(t, log))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(raw, []byte("\n")); n != open[0] {
		t.Errorf("the host reads %d events, want the %d before the answers in secret", n, open[0])
	}
	timeline, out := filepath.Join(t.TempDir(), "out.jsonl"), &strings.Builder{}
	if err := replayLog(bytes.NewReader(raw), timeline, out); err != nil {
		t.Fatal(err)
	}
	told, err := os.ReadFile(timeline)
	if err != nil {
		t.Fatal(err)
	}
	secret := 0
	for line := range strings.Lines(string(told)) {
		if _, after, ok := strings.Cut(line, `"by":`); ok && strings.Contains(strings.SplitN(after, `"round"`, 2)[0], `"question":"open cry"`) {
			if secret++; strings.Contains(line, `"said":`) {
				t.Errorf("the timeline tells: %.120s", line)
			}
		}
	}
	if secret == 0 || strings.Count(out.String(), "answered in secret") != secret {
		t.Errorf("%d answers in secret; the rounds tell of %d", secret, strings.Count(out.String(), "answered in secret"))
	}
}

func asStored(t *testing.T, log []engine.Event) (out []store.Event) {
	t.Helper()
	raws, err := engine.MarshalLog(log)
	if err != nil {
		t.Fatal(err)
	}
	for i, raw := range raws {
		out = append(out, store.Event{N: i, Data: raw})
	}
	return out
}
