package desk

import (
	"maps"
	"sync"
	"time"
)

// A Meter counts mails by the hour in which they arrived. So mails that are read late,
// for instance after a restore, do not all count in the same hour. It is kept in memory
// only: after a restart all counts are zero.
type Meter struct {
	Mu     sync.Mutex
	Latest time.Time                 // the latest hour of any name
	Hours  map[Window]map[string]int // the number of each mail within its hour
}

// A Window is an hour in which the mails of one name are counted.
type Window struct {
	Name string
	Hour time.Time
}

// Count counts a mail under a name. A mail counts once, however often it is tried. Count
// returns the mail's number within its hour, and when that hour ends.
func (m *Meter) Count(name, mail string, at time.Time) (n int, until time.Time) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	w := Window{Name: name, Hour: at.UTC().Truncate(time.Hour)}
	if m.Hours[w] == nil {
		m.begin(w)
	}
	if m.Hours[w][mail] == 0 {
		m.Hours[w][mail] = len(m.Hours[w]) + 1
	}
	return m.Hours[w][mail], w.Hour.Add(time.Hour)
}

// begin starts counting an hour for a name. Once an hour it deletes old hours.
func (m *Meter) begin(w Window) {
	if w.Hour.After(m.Latest) {
		maps.DeleteFunc(m.Hours, func(old Window, _ map[string]int) bool { return old.Hour.Before(w.Hour) })
		m.Latest = w.Hour
	}
	if m.Hours == nil {
		m.Hours = map[Window]map[string]int{}
	}
	m.Hours[w] = map[string]int{}
}
