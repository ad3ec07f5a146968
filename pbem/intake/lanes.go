package intake

import (
	"errors"
	"sync/atomic"
)

// lanes keep the order of mails that are for the same game or from the same
// person; others are worked on side by side.
type lanes struct {
	last   map[string]chan struct{} // closed when the last of a lane is done
	broken atomic.Pointer[error]    // why nothing more is begun
}

func newLanes() *lanes { return &lanes{last: map[string]chan struct{}{}} }

// run has a piece of work done when those before it in its lanes are; done is
// closed then. Work that finds the store not working is the last. The keys are a
// set: one that stands twice does not make the work wait for itself.
func (l *lanes) run(keys []string, done chan struct{}, work func() error, fail func(error)) {
	var before []chan struct{}
	for _, k := range keys {
		if c := l.last[k]; c != nil && c != done {
			before = append(before, c)
		}
		l.last[k] = done
	}
	go func() {
		defer close(done)
		for _, c := range before {
			<-c
		}
		if why := l.broken.Load(); why != nil {
			fail(*why)
			return
		}
		if err := work(); errors.Is(err, ErrLater) {
			l.broken.Store(&err)
		}
	}()
}
