package pg

import "time"

// Clock returns how much the clock of this machine is ahead of that of the database: to half the time that asking takes.
func (db *DB) Clock() (ahead time.Duration, err error) {
	var at time.Time
	began := time.Now()
	err = db.run(func(s *script) {
		began = time.Now() // of the try that counts
		s.add(`SELECT clock_timestamp()`).each(func(scan scanner) error { return scan(&at) })
	})
	middle := began.Add(time.Since(began) / 2)
	return middle.Sub(at), err
}
