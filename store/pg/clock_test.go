package pg_test

import (
	"testing"
	"time"

	"pbem/store/pg"
	"pbem/store/pg/pgtest"
)

// The clock of a database on this machine is ours; on a database whose zone is another, too.
func TestClock(t *testing.T) {
	s := pgtest.Common(t)
	for _, address := range []string{s.Database(), s.Database("TimeZone=Asia/Tokyo")} {
		ahead, err := open(t, address, pg.Options{}).Clock()
		if err != nil || max(ahead, -ahead) > 10*time.Minute {
			t.Errorf("the clocks differ by %v, %v", ahead, err)
		}
	}
}
