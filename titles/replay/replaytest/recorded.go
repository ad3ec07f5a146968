package replaytest

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"pbem/titles/replay"
)

// Open sets up the recorded game of a file exported from 18xx.games; where it is absent
// the test is skipped.
func Open(tb testing.TB, name string) *replay.Replay {
	tb.Helper()
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		tb.Skipf("the recorded games are not here: %v", err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	r, err := replay.Read(file)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// DoTo plays the actions of a recorded game up to and with the one of an id.
func DoTo(tb testing.TB, r *replay.Replay, id int) {
	tb.Helper()
	if err := r.DoTo(id); err != nil {
		tb.Fatal(err)
	}
}
