package pbem

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
)

// storedGames reads the stored games of all titles, by file.
func storedGames(t testing.TB) map[string][]engine.Event {
	t.Helper()
	names, err := filepath.Glob("../titles/*/testdata/v1/*.log.gz")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	out := map[string][]engine.Event{}
	for _, name := range names {
		out[name] = storedGame(t, name)
	}
	return out
}

// storedGame reads a stored log.
func storedGame(t testing.TB, name string) []engine.Event {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	var raws []json.RawMessage
	for lines := bufio.NewReader(bytes.NewReader(text)); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		raws = append(raws, bytes.TrimSpace(line))
	}
	log, err := engine.UnmarshalLog(raws)
	if err != nil {
		t.Fatal(name, err)
	}
	return log
}

// A stored log tells only what is new about a place, however the log was cut into
// commits. It reads as if it told everything, and is at least a fifth smaller.
func TestLogsArePacked(t *testing.T) {
	testsize.SkipRace(t)
	for name, log := range storedGames(t) {
		whole, err := engine.MarshalLog(log)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []int{1, 7, len(log)} {
			if step == 1 && len(log) > 2500 {
				continue // too slow: each commit searches the log for the place before it
			}
			var packed []json.RawMessage
			for from := 0; from < len(log); from += step {
				some, err := engine.PackLog(log[:min(from+step, len(log))], from)
				if err != nil {
					t.Fatal(err)
				}
				packed = append(packed, some...)
			}
			back, err := engine.UnmarshalLog(packed)
			if err != nil || !reflect.DeepEqual(back, log) {
				t.Errorf("%s in steps of %d is not the same: %v", name, step, err)
			}
			if is, was := size(packed), size(whole); is > was*17/20 { // in some titles places change more than in others
				t.Errorf("%s in steps of %d has %d bytes of %d", name, step, is, was)
			}
		}
	}
}

func size(raws []json.RawMessage) (n int) {
	for _, r := range raws {
		n += len(r)
	}
	return n
}

// A log that keeps more of a place than there is, is damaged.
func TestPackedLogAtFault(t *testing.T) {
	for _, text := range []string{`{"flow":{"keep":1}}`, `{"flow":{"keep":-1}}`, `{"flow":{"keep":0,"stack":[]}}`, `{"flow":{"keep":x}}`} {
		if _, err := engine.UnmarshalLog([]json.RawMessage{[]byte(text)}); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
