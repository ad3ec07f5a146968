package cli

import (
	"strings"
	"testing"
	"time"

	"pbem/internal/testsize"
	"pbem/pbem/demo"
	"pbem/store/pg/pgtest"
)

// An outage is something for which the server of the games refuses work.
type outage struct {
	name, at   string   // and the database from which it is made
	begin, end []string // statements
	tries      int      // how often the service says so before it is over
}

var outages = []outage{
	{"the disk is full", "postgres",
		[]string{"CREATE FUNCTION full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$", "CREATE TRIGGER t BEFORE INSERT ON log EXECUTE FUNCTION full()"},
		[]string{"DROP FUNCTION full() CASCADE"}, 6},
	{"it is only for reading", "postgres",
		[]string{"ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()"},
		[]string{"SET default_transaction_read_only = off", "ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()"}, 1},
	{"it takes no connections", "template1",
		[]string{"ALTER DATABASE postgres ALLOW_CONNECTIONS false", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres'"},
		[]string{"ALTER DATABASE postgres ALLOW_CONNECTIONS true"}, 1},
}

// The server of the games refuses work for a while, in several ways. The service goes on by itself when that is over: what
// people wrote meanwhile is carried out, and no mail is taken for the cause.
func TestServiceRefused(t *testing.T) {
	t.Parallel()
	if !testsize.Whole() {
		t.Skip("the store alone is tried in usual tests; TESTSIZE=whole tries a whole service")
	}
	s := pgtest.New(t)
	h := emptyHunt(t, s)
	h.begin(demo.ParseScript(short))
	f := &takeover{hunt: h, after: eventsAfter(t, h)}
	h.first()
	service := f.ready()
	f.players(2)
	f.goesOn()
	for _, o := range outages {
		before := len(h.log.String())
		s.Exec(o.at, o.begin...)
		f.players(3)
		f.complains(o, before)
		s.Exec(o.at, o.end...)
		over := time.Now()
		f.goesOn()
		t.Logf("%s: the service goes on %.1f s after it is over", o.name, time.Since(over).Seconds())
	}
	f.kill(service)
	f.whole(true)
	f.finish()
	f.compare()
	f.answers()
}

// complains waits until the service has said often enough that the database does nothing.
func (f *takeover) complains(o outage, before int) {
	f.t.Helper()
	for end := time.Now().Add(time.Minute); strings.Count(f.log.String()[before:], "the database ") < o.tries; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			f.t.Fatalf("%s: the service does not notice", o.name)
		}
	}
}
