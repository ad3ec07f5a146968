package intake

import (
	"context"
	"errors"

	"pbem/pbem/guard"
)

// keyedQueue works on mails in order if they are for the same game or from the
// same person, and on all others at the same time.
type keyedQueue struct {
	last map[string]chan struct{} // by key; closed when the last job with the key is done
	open context.Context          // when it ends nothing more is begun; its cause is why
	shut context.CancelCauseFunc
}

func newKeyedQueue(ctx context.Context) *keyedQueue {
	l := &keyedQueue{last: map[string]chan struct{}{}}
	l.open, l.shut = context.WithCancelCause(ctx)
	return l
}

// A job is one piece of work in the queue.
type job struct {
	done  chan struct{} // closed when it is over
	fault error         // why it failed, or panicked; to be read then
}

func newJob() *job { return &job{done: make(chan struct{})} }

// run starts a job. It waits for the earlier jobs that have one of its keys. If
// a job finds that the store does not work, nothing more begins. The keys are a
// set: a key that is given twice does not make the job wait for itself.
//
// work is called exactly once, whatever happens: with nil when it is its turn,
// else with the reason why it must not begin. After the queue's context has
// ended, no job waits for another.
func (l *keyedQueue) run(keys []string, j *job, work func(not error) error) {
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

// turn waits for the earlier jobs. It returns nil, or why nothing more may
// begin.
func (l *keyedQueue) turn(before []chan struct{}) error {
	for _, c := range before {
		select {
		case <-c:
		case <-l.open.Done():
		}
	}
	return context.Cause(l.open)
}
