package pg

import "sync"

// numbers deals numbers that no other process gets. It takes them from the database in blocks, so most calls need no
// round trip. Numbers of a block that are not used are lost.
type numbers struct {
	mu        sync.Mutex
	next, end int64
}

// block is how many numbers the sequence "numbers" steps by.
const block = 1000

// deal returns n new numbers in ascending order.
func (db *DB) deal(n int) (out []int64, err error) {
	db.numbers.mu.Lock()
	defer db.numbers.mu.Unlock()
	d := &db.numbers
	if more := n - int(d.end-d.next); more > 0 {
		blocks, err := db.blocks((more + block - 1) / block)
		if err != nil {
			return nil, err
		}
		for _, b := range blocks {
			for ; d.next < d.end && len(out) < n; d.next++ {
				out = append(out, d.next)
			}
			d.next, d.end = b, b+block
		}
	}
	for len(out) < n {
		out = append(out, d.next)
		d.next++
	}
	return out, nil
}

func (db *DB) blocks(n int) (first []int64, err error) {
	err = db.run(func(s *script) {
		first = nil
		s.add(`SELECT nextval('numbers') FROM generate_series(1, $1::int)`, n).each(func(scan scanner) error {
			var b int64
			err := scan(&b)
			first = append(first, b)
			return err
		})
	})
	return first, err
}
