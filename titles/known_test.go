package titles_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
)

// Every recorded game is known whole, as it is stored and packed anew. An event that has a field more is not. Usual tests
// try the first game of every title and version.
func TestStoredGamesAreKnown(t *testing.T) {
	names, err := filepath.Glob("*/testdata/v*/*.log.gz")
	if err != nil || len(names) == 0 {
		t.Fatal("no recorded games", err)
	}
	begun := map[string]bool{}
	for _, name := range names {
		if dir := filepath.Dir(name); begun[dir] && !testsize.Whole() {
			continue
		} else {
			begun[dir] = true
		}
		raws := rawLog(t, name)
		log, err := engine.UnmarshalLog(raws)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := engine.PackLog(log, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range [][]json.RawMessage{raws, packed} {
			if err := engine.Known(form); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, i := range []int{0, len(packed) / 2, len(packed) - 1} {
			more := slices.Clone(packed)
			more[i] = json.RawMessage(string(more[i][:len(more[i])-2]) + `,"colour":"red"}}`)
			if !json.Valid(more[i]) { // it has no fields
				more[i] = json.RawMessage(`{"paid":{"colour":"red"}}`)
			}
			if err := engine.Known(more); !errors.Is(err, engine.ErrNewer) {
				t.Errorf("%s: %s is known: %v", name, more[i], err)
			}
		}
	}
}

// rawLog reads a recorded game as it is stored, an event a line.
func rawLog(t *testing.T, name string) (raws []json.RawMessage) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		raws = append(raws, slices.Clone(lines.Bytes()))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return raws
}
