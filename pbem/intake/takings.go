package intake

import (
	"context"
	"errors"
	"maps"
	"slices"

	"pbem/pbem/postbox"
)

// A taking is a message that was asked for, with its result.
type taking struct {
	postbox.Fetched
	*job
	place postbox.Place
}

// takings are messages that are worked on at the same time if they are for different
// games and from different people.
type takings struct {
	queue *keyedQueue
	all   []*taking
	done  chan struct{} // closed when all work is over
}

// begin reads some messages and starts to work on them.
func (r *Reader) begin(ctx context.Context, inbox *postbox.Inbox, items []postbox.Item) *takings {
	b := &takings{queue: newKeyedQueue(ctx), done: make(chan struct{})}
	for _, m := range inbox.FetchAll(ctx, items) {
		t := &taking{Fetched: m, job: newJob()}
		if b.all = append(b.all, t); t.Err != nil {
			close(t.done)
			continue
		}
		keys, work := r.Desk.Receive(t.Raw)
		b.queue.run(keys, t.job, func(not error) (err error) {
			t.place, err = work(ctx, not)
			return err
		})
	}
	go func() {
		defer close(b.done)
		for _, t := range b.all {
			<-t.done
		}
		b.queue.shut(nil)
	}()
	return b
}

// finish waits for the work on some messages and files them, those for one place
// together. It returns how many were taken.
func (r *Reader) finish(ctx context.Context, inbox *postbox.Inbox, b *takings) (taken int, err error) {
	<-b.done
	piles := map[postbox.Place][]uint32{}
	for _, t := range b.all {
		if err = r.taken(ctx, inbox, t, piles); err != nil {
			break
		}
		taken++
	}
	for _, place := range slices.Sorted(maps.Keys(piles)) {
		err = errors.Join(err, r.file(ctx, inbox, place, piles[place]...))
	}
	return taken, err
}

// takeAll works on some messages until all are done.
func (r *Reader) takeAll(ctx context.Context, inbox *postbox.Inbox, items []postbox.Item) (taken int, err error) {
	return r.finish(ctx, inbox, r.begin(ctx, inbox, items))
}
