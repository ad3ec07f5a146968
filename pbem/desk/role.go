package desk

import (
	"context"
	"sync"

	"pbem/store"
)

// A Role says whether a service decides, as it last found out.
type Role struct {
	looking sync.Mutex // held while it finds out

	mu     sync.Mutex // guards the fields below
	known  bool
	why    string // why it does not decide; "" if it does
	seen   store.Rev
	behind bool // newer rules have decided
	serves bool // it is a service that runs, and no single command

	turned chan struct{} // closed when it changes
}

// now returns what is known: why the service does not decide, and the revision of the ruling that says so.
func (r *Role) now() (known bool, why string, seen store.Rev) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known, r.why, r.seen
}

func (r *Role) isBehind() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.behind
}

func (r *Role) serving() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.serves
}

// set notes what was found. decided is whether it decided until now.
func (r *Role) set(why string, seen store.Rev, behind bool) (decided, changed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	decided = r.known && r.why == ""
	changed = !r.known || (r.why == "") != (why == "")
	r.known, r.why, r.seen, r.behind = true, why, seen, behind
	if changed && r.turned != nil {
		close(r.turned)
		r.turned = nil
	}
	return decided, changed
}

// next returns a channel that is closed when the role changes.
func (r *Role) next() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turned == nil {
		r.turned = make(chan struct{})
	}
	return r.turned
}

// Serve marks the desk as that of a running service, not of a single command. A running service whose rules are newer
// takes over from the others.
func Serve(s *Desk) {
	s.role.mu.Lock()
	defer s.role.mu.Unlock()
	s.role.serves = true
}

// Turned returns a channel that is closed when the service begins or ends to decide.
func Turned(s *Desk) <-chan struct{} { return s.role.next() }

// WhileDeciding calls work whenever the service begins to decide, until the context ends. The context of work is cancelled
// when the service ceases to decide.
func WhileDeciding(ctx context.Context, s *Desk, work func(context.Context)) {
	for ctx.Err() == nil {
		turned := s.role.next()
		if !Decides(s) {
			select {
			case <-ctx.Done():
			case <-turned:
			}
			continue
		}
		during, stop := context.WithCancel(ctx)
		go func() {
			select {
			case <-during.Done():
			case <-turned:
				stop()
			}
		}()
		work(during)
		<-during.Done() // some work is done once
		stop()
	}
}
