package intake

import (
	"context"
	"errors"

	"pbem/pbem/guard"
)

// lanes keep the order of mails that are for the same game or from the same
// person; others are worked on side by side.
type lanes struct {
	last map[string]chan struct{} // closed when the last of a lane is done
	open context.Context          // when it ends nothing more is begun; its cause is why
	shut context.CancelCauseFunc
}

func newLanes(ctx context.Context) *lanes {
	l := &lanes{last: map[string]chan struct{}{}}
	l.open, l.shut = context.WithCancelCause(ctx)
	return l
}

// A job is a piece of work in its lanes.
type job struct {
	done  chan struct{} // closed when it is over
	fault error         // why it failed, or panicked; to be read then
}

func newJob() *job { return &job{done: make(chan struct{})} }

// run has a job done when those before it in its lanes are. One that finds the
// store not working is the last. The keys are a set: one that stands twice does not
// make the job wait for itself.
//
// The work is called in any case, once: with nil when it is its turn, and with the
// reason when it is not to begin. No work waits for others once the context of the
// lanes has ended.
func (l *lanes) run(keys []string, j *job, work func(not error) error) {
	var before []chan struct{}
	for _, k := range keys {
		if c := l.last[k]; c != nil && c != j.done {
			before = append(before, c)
		}
		l.last[k] = j.done
	}
	go func() {
		defer close(j.done)
		not := l.turn(before)
		if j.fault = guard.Do(func() error { return work(not) }); errors.Is(j.fault, ErrLater) {
			l.shut(j.fault)
		}
	}()
}

// turn waits for others and returns nil, or why nothing more is begun.
func (l *lanes) turn(before []chan struct{}) error {
	for _, c := range before {
		select {
		case <-c:
		case <-l.open.Done():
		}
	}
	return context.Cause(l.open)
}
