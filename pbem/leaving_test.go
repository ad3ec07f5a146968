package pbem

import (
	"slices"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/store"
)

// leaving is a store that notes in which order a service that stops leaves it.
type leaving struct {
	*store.DB
	name string
	did  []string
}

func (l *leaving) Release(owner string, now time.Time) error {
	l.did = append(l.did, "released")
	return l.DB.Release(owner, now)
}

func (l *leaving) SetMarks(m store.Marks) error {
	if s, ok := m[desk.Nodes.Name(l.name)]; ok {
		if _, cleared := s.Text(); cleared {
			l.did = append(l.did, "gone")
		}
	}
	return l.DB.SetMarks(m)
}

// A service that stops says that it is gone after its claims have ended. If it is killed in between, it is silent, and others
// take over its work.
func TestGoneAfterItsClaims(t *testing.T) {
	d := newSharedService(t)
	d.socket()
	l := &leaving{DB: d.db, name: d.service.Owner}
	d.restart(l)
	d.serving()()
	if want := []string{"released", "gone"}; !slices.Equal(l.did, want) {
		t.Errorf("the service has %v, want %v", l.did, want)
	}
}
