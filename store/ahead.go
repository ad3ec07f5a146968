package store

import "sync"

// readers is how many pages are read at a time.
const readers = 32

// ahead reads pages at the same time, so that the system has them when they are read one after the other: most disks do
// much at a time. An error shows when the page is read again.
func (w *walk) ahead(elements []element) {
	next := make(chan uint64, len(elements))
	for _, e := range elements {
		next <- e.page
	}
	close(next)
	var all sync.WaitGroup
	for range min(readers, len(elements)) {
		all.Go(func() {
			b := make([]byte, w.page)
			for id := range next {
				if id < w.end {
					_, _ = w.file.ReadAt(b, int64(id)*w.page)
				}
			}
		})
	}
	all.Wait()
}
