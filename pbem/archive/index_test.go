package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pbem/pbem/album"
)

// The page of all finished games is not written for each game that ends: the longer it takes, the longer it rests. A new
// one is written at once after a rest, and none if nothing has changed.
func TestIndexRests(t *testing.T) {
	var i indexing
	writes, took := 0, time.Duration(0)
	clock := func() time.Time { return time.Now().Add(took) }
	slow := func() error { writes, took = writes+1, took+time.Minute; return nil } // it takes a minute
	for range 3 {
		if err := i.write(clock, slow); err != nil {
			t.Fatal(err)
		}
	}
	if writes != 0 {
		t.Errorf("it was written %d times, and nothing has changed", writes)
	}
	i.stale = true
	if err := i.write(clock, slow); err != nil {
		t.Fatal(err)
	}
	if rest := i.next.Sub(clock()); writes != 1 || i.stale || rest < 99*time.Minute || rest > 101*time.Minute {
		t.Errorf("it was written %d times, and rests for %v", writes, rest)
	}
	k := &Keeper{root: t.TempDir(), index: i}
	for range 3 {
		k.wake = make(chan struct{}, 1)
		k.changed()
	}
	if again := k.indexAtRest(); again == nil || !k.index.stale {
		t.Error("it is written while it rests")
	}
}

// A list of few games is quick, and never rests; one that takes long is left out until its rest is over.
func TestListRests(t *testing.T) {
	var i indexing
	now := time.Now()
	for range 2 {
		i.stale = true
		quick := func() error { now = now.Add(indexQuick - 1); return nil }
		if err := i.write(func() time.Time { return now }, quick); err != nil {
			t.Fatal(err)
		}
		if i.rests() {
			t.Error("a quick one rests")
		}
	}
	p := &Pages{index: indexing{next: time.Now().Add(time.Hour)}} // it has no desk: to list is a panic
	if err := p.listAtRest(); err != nil {
		t.Error(err)
	}
}

// A page that cannot be written stays stale, and is tried again after a minute.
func TestIndexThatCannotBeWritten(t *testing.T) {
	i, now, full := indexing{stale: true}, time.Now(), errors.New("the disk is full")
	clock := func() time.Time { return now }
	if err := i.write(clock, func() error { return full }); !errors.Is(err, full) || !i.stale || !i.next.Equal(now.Add(indexAgain)) {
		t.Errorf("%v; stale: %v, rests for %v", err, i.stale, i.next.Sub(now))
	}
	if err := i.write(clock, func() error { return nil }); err != nil || i.stale {
		t.Errorf("%v; stale: %v", err, i.stale)
	}
}

// The pages of months that have no games any more go; whatever else lies there stays.
func TestMonthsInTheFolder(t *testing.T) {
	root := t.TempDir()
	put := func(name string, data []byte) {
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755), os.WriteFile(filepath.Join(root, name), data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	const games = 201
	for i := range games {
		id := fmt.Sprint("g", i+1)
		sum, err := json.Marshal(album.Summary{Game: id, Over: true, Last: time.Date(2026, 2+time.Month(i%2), 3, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Fatal(err)
		}
		put(filepath.Join(id, album.SummaryFile), sum)
	}
	put("2026-01.html", []byte("there were games"))
	put("notes.html", []byte("the host's"))
	pages := func() (names []string) {
		found, err := filepath.Glob(filepath.Join(root, "*.html"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			names = append(names, filepath.Base(name))
		}
		return names
	}
	if err := writeIndex(root, time.UTC); err != nil {
		t.Fatal(err)
	}
	if want := []string{"2026-02.html", "2026-03.html", "index.html", "notes.html"}; !slices.Equal(pages(), want) {
		t.Errorf("there are %q, want %q", pages(), want)
	}
	if err := errors.Join(os.RemoveAll(filepath.Join(root, "g1")), writeIndex(root, time.UTC)); err != nil {
		t.Fatal(err)
	}
	if want := []string{"index.html", "notes.html"}; !slices.Equal(pages(), want) {
		t.Errorf("with few games there are %q, want %q", pages(), want)
	}
}
