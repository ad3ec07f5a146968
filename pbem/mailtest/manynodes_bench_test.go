package mailtest

import (
	"fmt"
	"slices"
	"time"
)

// together measures how many moves a second several services decide, from the first mail to the last answer. They are
// shared out evenly.
func (h *hall) together(nodes int) {
	h.b.Helper()
	for range nodes {
		h.start()
	}
	var rates []float64
	rounds, many := bursts+1, 2*tables
	if h.pictures { // they take long
		rounds, many = 2, tables/2
	}
	for round := range rounds {
		var games []int
		for range many {
			games = append(games, h.g.take())
		}
		came, began := h.came.Load(), time.Now()
		for i, game := range games {
			from, raw := h.next(game)
			if err := h.post.Deliver(from, boxOf(i%nodes), raw); err != nil {
				h.b.Fatal(err)
			}
		}
		h.quiet(came + 3*int64(len(games)))
		if round > 0 {
			rates = append(rates, float64(len(games))/time.Since(began).Seconds())
		}
	}
	slices.Sort(rates)
	with := ""
	if h.pictures {
		with = ", with pictures"
	}
	tell(fmt.Sprintf("moves a second, %d services%s", nodes, with), "%.0f to %.0f, median %.0f", rates[0], rates[len(rates)-1], (rates[(len(rates)-1)/2]+rates[len(rates)/2])/2)
	h.stop()
}

// failover measures how long it takes until a service has done what another one had in hand that has lost the store, as
// if its machine were lost.
func (h *hall) failover() {
	h.b.Helper()
	h.start()
	h.start()
	lost, left := h.nodes[0], h.nodes[1]
	came := h.came.Load()
	for range 2 * tables {
		from, raw := h.next(h.g.take())
		if err := h.post.Deliver(from, lost.box, raw); err != nil {
			h.b.Fatal(err)
		}
	}
	h.quiet(came + 30)
	lost.db.Close()
	began := time.Now()
	lost.stop()
	stats := func() (unsettled, queued int) {
		st, err := left.db.Stats()
		if err != nil {
			h.b.Fatal(err)
		}
		return st.Unsettled, st.Queued
	}
	unsettled, queued := stats()
	for u, q := unsettled, queued; u+q > 0; u, q = stats() {
		if time.Since(began) > patience {
			h.b.Fatalf("%d mails are not settled, and %d not sent", u, q)
		}
		time.Sleep(100 * time.Millisecond)
	}
	tell("failover", "%.0f s; left were %d mails that came and %d to be sent", time.Since(began).Seconds(), unsettled, queued)
	<-lost.done
	h.nodes = h.nodes[1:]
	h.stop()
}
