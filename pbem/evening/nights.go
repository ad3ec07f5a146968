package evening

import (
	"context"
	"errors"
	"fmt"
)

// Nights plays so many evenings, each from the seed after the one before, and tells what
// came of all of them. An evening that breaks off does not end the others, unless ctx is
// over; the error is of all that broke off. The report is never nil.
func Nights(ctx context.Context, set Settings, n int) (*Report, error) {
	all := newReport()
	var wrong error
	for range n {
		r, err := Run(ctx, set)
		if err != nil {
			wrong = errors.Join(wrong, fmt.Errorf("the evening from seed %d: %w", set.Seed, err))
		}
		if r != nil {
			r.from(set.Seed)
			all.Add(r)
		}
		if ctx.Err() != nil {
			break
		}
		set.Seed++
	}
	return all, wrong
}

// from adds to each complaint the seed of its evening.
func (r *Report) from(seed uint64) {
	for i, c := range r.Complaints {
		r.Complaints[i] = fmt.Sprintf("seed %d: %s", seed, c)
	}
}
