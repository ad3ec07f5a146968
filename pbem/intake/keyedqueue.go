package intake

import (
	"context"
	"errors"
	"sync"

	"pbem/pbem/guard"
)

// keyedQueue works on mails in order if they are for the same game or from the
// same person, and on all others at the same time. It may be used from several
// goroutines.
type keyedQueue struct {
	mu   sync.Mutex
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
	before := l.join(keys, j)
	go func() {
		defer l.leave(keys, j)
		defer close(j.done)
		not := l.turn(before)
		if j.fault = guard.Do(func() error { return work(not) }); errors.Is(j.fault, ErrLater) {
			l.shut(j.fault)
		}
	}()
}

// join puts a job behind the last jobs with its keys, and returns those.
func (l *keyedQueue) join(keys []string, j *job) (before []chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range keys {
		if c := l.last[k]; c != nil && c != j.done {
			before = append(before, c)
		}
		l.last[k] = j.done
	}
	return before
}

// leave forgets the keys for which a job was the last.
func (l *keyedQueue) leave(keys []string, j *job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range keys {
		if l.last[k] == j.done {
			delete(l.last, k)
		}
	}
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

// A Line works on mails as they are handed over, those with a key in common one
// after the other.
type Line struct {
	queue *keyedQueue
	all   sync.WaitGroup
}

// NewLine returns a line in which nothing begins after the context has ended.
func NewLine(ctx context.Context) *Line { return &Line{queue: newKeyedQueue(ctx)} }

// Run starts work and does not wait for it. work is called once: with nil when it
// is its turn, else with the reason why it must not begin. A panic in it is
// passed to failed.
func (l *Line) Run(keys []string, work func(not error), failed func(error)) {
	j := newJob()
	l.queue.run(keys, j, func(not error) error { work(not); return nil })
	l.all.Go(func() {
		if <-j.done; j.fault != nil {
			failed(j.fault)
		}
	})
}

// Wait waits until all work is over. Nobody may call Run meanwhile.
func (l *Line) Wait() { l.all.Wait() }
