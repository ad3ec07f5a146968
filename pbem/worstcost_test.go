package pbem

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// What one mail may take, of whatever make.
const (
	mostProcessor = time.Second
	mostMemory    = 50 << 20 // bytes of live heap, beside what there was
)

// took is what a mail took.
type took struct {
	outcome   string
	processor time.Duration
	memory    uint64
}

func (w took) String() string {
	return fmt.Sprintf("%-10s %6.3f s %4d MB", w.outcome, w.processor.Seconds(), w.memory>>20)
}

// another is the same mail, sent again as another one.
func another(raw []byte) []byte {
	return append(bytes.Replace(raw, []byte("Message-ID: <"), []byte("Message-ID: <again."), 1), '\n')
}

// cheap is so little work that the memory it takes is not looked at.
const cheap = 50 * time.Millisecond

// measured takes a mail in, and once more, as another one, for the memory: garbage is
// collected all the time then, which is no work of the mail's.
func (d *testService) measured(raw []byte) took {
	d.t.Helper()
	runtime.GC()
	began := processor()
	outcome, err := d.service.Receive(context.Background(), raw)
	w := took{outcome: outcome, processor: processor() - began}
	if err != nil {
		d.t.Fatal(err)
	}
	if w.processor < cheap {
		return w
	}
	again := another(raw)
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	watch := begin()
	if _, err := d.service.Receive(context.Background(), again); err != nil {
		d.t.Fatal(err)
	}
	w.memory = watch.end()
	return w
}

// A heapWatch looks how much of the heap is live, as each collection of garbage finds it.
type heapWatch struct {
	live       []metrics.Sample
	from, most uint64
	stop, done chan struct{}
}

func begin() *heapWatch {
	h := &heapWatch{live: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}, stop: make(chan struct{}), done: make(chan struct{})}
	h.from = h.look()
	go func() {
		defer close(h.done)
		for {
			select {
			case <-h.stop:
				return
			case <-time.After(2 * time.Millisecond):
				h.look()
			}
		}
	}()
	return h
}

func (h *heapWatch) look() uint64 {
	metrics.Read(h.live)
	h.most = max(h.most, h.live[0].Value.Uint64())
	return h.live[0].Value.Uint64()
}

// end is by how many bytes it has grown.
func (h *heapWatch) end() uint64 {
	close(h.stop)
	<-h.done
	h.look()
	return h.most - h.from
}

// serial leaves a test out under the race detector: one mail after the other is worked
// on, and everything is slow and large there.
func serial(t *testing.T) {
	t.Helper()
	if racing {
		t.Skip("nothing runs side by side here: left out under the race detector, which makes it ten times as long")
	}
}

// within fails where a mail took more memory than any may. What it took of the processor
// is told, and is for the benchmark.
func (w took) within(t *testing.T, what string) {
	t.Helper()
	t.Logf("%-44s %s", what, w)
	if w.memory > mostMemory {
		t.Errorf("%s took %s", what, w)
	}
}
