package pg

import (
	"fmt"
	"testing"
	"time"
)

// A doubt that nobody asks about again ends with a later commit, so that an outage leaves nothing behind.
func TestDoubtsEnd(t *testing.T) {
	var d doubts
	now := time.Now()
	for i := range 1000 {
		d.add(fmt.Sprint("of others ", i), now.Add(time.Duration(i)*time.Millisecond))
	}
	d.over("unknown", now.Add(time.Second))
	if len(d.since) != 1000 || !d.has("of others 7") {
		t.Errorf("after a second %d are left", len(d.since))
	}
	d.add("young", now.Add(longestDoubt))
	d.over("of others 999", now.Add(2*longestDoubt))
	if len(d.since) != 1 || !d.has("young") {
		t.Errorf("later %v are left", d.since)
	}
	d.over("young", now.Add(2*longestDoubt))
	if d.has("young") {
		t.Error("a doubt does not end")
	}
}
