package pg

import (
	"maps"
	"sync"
	"time"
)

// doubts are the causes of commits whose replies were lost, with when: the database may have them, and may still lose them.
type doubts struct {
	mu     sync.Mutex
	since  map[string]time.Time
	looked time.Time // when the old ones were last looked for
}

// longestDoubt is longer than a statement and an idle transaction last (see settings): a commit without a reply was written by
// then, or never. So one that succeeds later makes it safe, and nobody has to repeat it.
const longestDoubt = 10 * time.Minute

func (d *doubts) add(cause string, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.since == nil {
		d.since = map[string]time.Time{}
	}
	d.since[cause] = now
}

func (d *doubts) has(cause string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, ok := d.since[cause]
	return ok
}

// over ends the doubts about one cause, and about old ones: a commit has just succeeded.
func (d *doubts) over(cause string, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.since, cause)
	if now.Sub(d.looked) > longestDoubt {
		d.looked = now
		maps.DeleteFunc(d.since, func(_ string, at time.Time) bool { return now.Sub(at) > longestDoubt })
	}
}
