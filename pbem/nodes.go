package pbem

import (
	"context"
	"os"
	"strings"
	"sync"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/watch"
	"pbem/store"
)

// A clocked store has a clock of its own, by which services can compare theirs.
type clocked interface {
	Clock() (ahead time.Duration, err error)
}

// attendNodes says that the service is there until the context ends. When it has stopped it says that it is gone, see sayGone.
func attendNodes(ctx context.Context, s *Service) {
	began := s.Now()
	clock, quick := time.NewTicker(desk.NodeEvery(s.Config)), time.NewTicker(takeUpEvery)
	defer clock.Stop()
	defer quick.Stop()
	var a attendance
	var work sync.WaitGroup // beside the words of this service: it must not seem dead itself
	defer work.Wait()
	for {
		turned := desk.Turned(s.Desk)
		if a.say(s, began) {
			work.Go(func() { inherit(ctx, s) })
		}
		for waits := true; waits; {
			select {
			case <-ctx.Done():
				return
			case <-clock.C:
				waits = false
			case <-turned:
				waits = false
			case <-quick.C:
				if a.others {
					work.Go(func() { takeUp(ctx, s) })
				}
			}
		}
	}
}

// An attendance is what a service remembers of the others from one word of its own to the next.
type attendance struct {
	told   string // what was wrong with them
	dead   relief
	vacant vacancy
	others bool // there are others
}

// say says that the service is there, and looks after the others. It reports whether there is work of one that has died.
func (a *attendance) say(s *Service, began time.Time) (left bool) {
	if err := sayNode(s, began); err != nil {
		s.Log.Warn("node.unsaid", "error", err)
		a.dead.since, a.vacant.since = time.Time{}, time.Time{}
		return false
	}
	a.told, a.others = tellNodes(s, a.told), beside(s, func(watch.Node) bool { return true })
	a.vacant.look(s)
	return a.dead.ends(s)
}

// sayGone says that the service is gone. It comes when its claims have ended: a service that breaks off before is silent, and
// others take over its work.
func sayGone(s *Service) {
	marks := store.Marks{}
	desk.Nodes.Clear(marks, s.Owner)
	if err := s.Store.SetMarks(marks); err != nil {
		s.Log.Warn("node.unsaid", "error", err)
	}
}

// sayNode finds out whether the service decides, and stores what it is and how its clock goes.
func sayNode(s *Service, began time.Time) error {
	if err := desk.LookAtRules(s.Desk); err != nil {
		return err
	}
	n := desk.Node{PID: os.Getpid(), Program: s.Config.Program, Began: began.UTC(), Seen: s.Now().UTC(), Mailbox: s.Config.IMAP.Addr != "",
		Handed: s.Config.LMTP.Listen != "", Settings: desk.NodeSettings(s.Config)}
	n.Host, _ = os.Hostname()
	if s.clock != nil {
		ahead, err := s.clock.Clock()
		if err != nil {
			return err
		}
		n.Ahead = ahead.Round(time.Millisecond)
	}
	return s.SetNode(n)
}

// tellNodes logs what is wrong with the services on the store, once for each change. It returns what is wrong now.
func tellNodes(s *Service, told string) string {
	list, err := s.NodesThere()
	if err != nil {
		s.Log.Warn("node.unsaid", "error", err)
		return told
	}
	var all []string
	for _, n := range list {
		if why := n.Wrong(); why != "" {
			all = append(all, why)
		}
	}
	wrong := strings.Join(all, "; ")
	if wrong != told && wrong != "" {
		s.Log.Warn("node.differs", "what", wrong)
	}
	return wrong
}

// countNodes adds the services on the store to the figures, if there may be several.
func countNodes(s *Service, f *watch.Figures) (err error) {
	if s.Config.Store == "" {
		return nil
	}
	f.Nodes, err = s.NodesThere()
	return err
}

// A relief takes over the work of services that have died. A service that only cannot reach the store loses its claims, too;
// what it still does with them is refused, because somebody else has done it.
type relief struct {
	since    time.Time            // since when this service has reached the store
	relieved map[string]time.Time // the services whose claims were ended, with when they were last seen
}

// ends ends the claims of services that have been silent, and reports whether there were any. It does so only if this
// service itself could say something all the time: else the store was away, and all are silent.
func (r *relief) ends(s *Service) (found bool) {
	now := s.Now()
	if r.since.IsZero() {
		r.since, r.relieved = now, map[string]time.Time{}
	}
	if s.Config.Store == "" || now.Sub(r.since) <= desk.SilentAfter(s.Config) {
		return false
	}
	list, err := s.NodesThere()
	if err != nil {
		s.Log.Warn("node.unsaid", "error", err)
		return false
	}
	for _, n := range list {
		if n.Self || !n.Silent || r.relieved[n.Name].Equal(n.Seen) {
			continue
		}
		if err := s.Store.Release(n.Name, now); err != nil {
			s.Log.Warn("node.unrelieved", "node", n.Name, "error", err)
			continue
		}
		r.relieved[n.Name], found = n.Seen, true
		s.Log.Warn("node.dead", "node", n.Name, "seen", n.Seen)
	}
	if found {
		s.Outbox.Wake()
	}
	return found
}
