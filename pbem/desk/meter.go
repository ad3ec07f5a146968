package desk

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"
)

// A Meter counts mails by the hour in which they arrived. So mails that are read late,
// for instance after a restore, do not all count in the same hour. It is kept in memory
// only: after a restart all counts are zero. Services on one store tell each other now and then
// what they have counted.
type Meter struct {
	Mu     sync.Mutex
	Latest time.Time                 // the latest hour of any name
	begun  []time.Time               // the hours that are counted, in the order in which they began
	Hours  map[Window]map[string]int // the number of each mail within its hour
	shared map[Window]bool           // counted by CountAll
	others map[Window]int            // how many other services on the store have counted
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

// CountAll is Count with the mails that other services on the store have counted in that hour, as far as
// they have told: see Elsewhere.
func (m *Meter) CountAll(name, mail string, at time.Time) (n int, until time.Time) {
	n, until = m.Count(name, mail, at)
	m.Mu.Lock()
	defer m.Mu.Unlock()
	w := Window{Name: name, Hour: until.Add(-time.Hour)}
	m.shared[w] = true
	return n + m.others[w], until
}

// Counts is how many mails a service has counted in an hour, by the name under which they count. It has the
// names with the most mails.
type Counts struct {
	Hour  time.Time      `json:"hour,omitzero"`
	Mails map[string]int `json:"mails,omitempty"`
}

// Limits of Counts.
const (
	mostTold  = 200 // names
	leastTold = 10  // mails of a name
)

// Counts returns what CountAll has counted here in the latest hour.
func (m *Meter) Counts() Counts {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	t := Counts{Hour: m.Latest, Mails: map[string]int{}}
	for w, mails := range m.Hours {
		if m.shared[w] && w.Hour.Equal(m.Latest) && len(mails) >= leastTold {
			t.Mails[w.Name] = len(mails)
		}
	}
	names := slices.SortedFunc(maps.Keys(t.Mails), func(a, b string) int {
		return cmp.Or(t.Mails[b]-t.Mails[a], cmp.Compare(a, b))
	})
	for _, name := range names[min(mostTold, len(names)):] {
		delete(t.Mails, name)
	}
	return t
}

// Elsewhere notes what all other services have counted. It replaces what was noted before.
func (m *Meter) Elsewhere(all []Counts) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	m.others = map[Window]int{}
	for _, t := range all {
		for name, n := range t.Mails {
			m.others[Window{Name: name, Hour: t.Hour.UTC()}] += n
		}
	}
}

// mostHours is how many hours are counted at a time. When it is reached, the one that began first is forgotten, even if it is
// the latest: a clock was ahead.
const mostHours = 48

// begin starts counting an hour for a name. Once an hour it deletes old hours.
func (m *Meter) begin(w Window) {
	if m.Hours == nil {
		m.Hours, m.shared = map[Window]map[string]int{}, map[Window]bool{}
	}
	if !slices.ContainsFunc(m.begun, w.Hour.Equal) {
		if w.Hour.After(m.Latest) {
			m.forget(func(old time.Time) bool { return old.Before(w.Hour) })
		}
		if len(m.begun) == mostHours {
			m.forget(m.begun[0].Equal)
		}
		m.begun = append(m.begun, w.Hour)
		m.Latest = slices.MaxFunc(m.begun, time.Time.Compare)
	}
	m.Hours[w] = map[string]int{}
}

// forget deletes hours.
func (m *Meter) forget(gone func(hour time.Time) bool) {
	maps.DeleteFunc(m.Hours, func(w Window, _ map[string]int) bool { return gone(w.Hour) })
	maps.DeleteFunc(m.shared, func(w Window, _ bool) bool { return gone(w.Hour) })
	m.begun = slices.DeleteFunc(m.begun, gone)
}
