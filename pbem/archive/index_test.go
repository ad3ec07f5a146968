package archive

import (
	"testing"
	"time"
)

// The page of all finished games is not written for each game that ends: the longer it takes, the longer it rests. A new
// one is written at once after a rest, and none if nothing has changed.
func TestIndexRests(t *testing.T) {
	var i indexing
	writes := 0
	slow := func() { writes++ }
	for range 3 {
		i.write(time.Now().Add(-time.Minute), slow) // it has taken a minute
	}
	if writes != 0 {
		t.Errorf("it was written %d times, and nothing has changed", writes)
	}
	i.stale = true
	i.write(time.Now().Add(-time.Minute), slow)
	if rest := time.Until(i.next); writes != 1 || i.stale || rest < 99*time.Minute || rest > 101*time.Minute {
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
	for range 2 {
		i.stale = true
		i.write(time.Now(), func() {})
		if i.rests() {
			t.Error("a quick one rests")
		}
	}
	p := &Pages{index: indexing{next: time.Now().Add(time.Hour)}} // it has no desk: to list is a panic
	if err := p.listAtRest(); err != nil {
		t.Error(err)
	}
}
