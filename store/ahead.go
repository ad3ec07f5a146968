package store

import "sync"

// readers is how many pages are read at a time.
const readers = 32

// ahead reads pages at the same time, and the first page below each branch, so that the system has them when they are
// read one after the other: most disks do much at a time. An error shows when the page is read again.
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
				w.down(id, b)
			}
		})
	}
	all.Wait()
}

// down reads a page, and the first one below each branch.
func (w *walk) down(id uint64, b []byte) {
	for range deepest {
		if id >= w.end {
			return
		}
		if _, err := w.file.ReadAt(b, int64(id)*w.page); err != nil || order.Uint16(b[8:]) != branchFlag {
			return
		}
		id = order.Uint64(b[header+8:])
	}
}
