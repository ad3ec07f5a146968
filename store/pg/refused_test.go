package pg_test

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"pbem/store"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
	"pbem/store/storetest"
)

// refuse ends all connections and refuses new ones with a code, until that is "".
func (p *proxy) refuse(code string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.code = code
	for c := range p.open {
		if code != "" {
			c.Close()
		}
	}
}

// refusal answers a client as a server does that takes no connections, and hangs up.
func refusal(c net.Conn, code string) {
	defer c.Close()
	b := pgproto3.NewBackend(c, c)
	if _, err := b.ReceiveStartupMessage(); err != nil {
		return
	}
	b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", SeverityUnlocalized: "FATAL", Code: code, Message: "not now"})
	b.Flush()
}

// A refusing is a way in which a server refuses work. begin starts it and returns what ends it.
type refusing struct {
	name  string
	begin func(p *proxy, s *pgtest.Server, schema string) (end func())
}

// connections has the server refuse connections with a code, and end those that there are.
func connections(code string) func(*proxy, *pgtest.Server, string) func() {
	return func(p *proxy, _ *pgtest.Server, _ string) func() {
		p.refuse(code)
		return func() { p.refuse("") }
	}
}

var refusings = []refusing{
	{"too many connections", connections("53300")},
	{"starting up", connections("57P03")},
	{"stopped by its host", connections("57P01")},
	{"only for reading", func(_ *proxy, s *pgtest.Server, _ string) func() {
		s.Set("default_transaction_read_only", "on")
		return func() { s.Set("default_transaction_read_only", "off") }
	}},
	{"disk full", func(_ *proxy, s *pgtest.Server, schema string) func() {
		s.Exec("postgres",
			"CREATE FUNCTION "+schema+".full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$",
			"CREATE TRIGGER full_log BEFORE INSERT ON "+schema+".log EXECUTE FUNCTION "+schema+".full()",
			"CREATE TRIGGER full_causes BEFORE INSERT OR UPDATE ON "+schema+".causes EXECUTE FUNCTION "+schema+".full()",
			"CREATE TRIGGER full_deadlines BEFORE INSERT OR UPDATE ON "+schema+".deadlines EXECUTE FUNCTION "+schema+".full()")
		return func() { // one table at a time: who locks several meets the load that locks them in another order
			s.Exec("postgres", "DROP TRIGGER full_log ON "+schema+".log", "DROP TRIGGER full_causes ON "+schema+".causes",
				"DROP TRIGGER full_deadlines ON "+schema+".deadlines", "DROP FUNCTION "+schema+".full()")
		}
	}},
}

// A server refuses connections, or all that writes, for a while. A commit, a claim and the work on a deadline fail soon, with
// an error of the store, and go on as soon as it refuses no more. Nothing is lost, doubled, or counted as an attempt.
func TestServerRefuses(t *testing.T) {
	s := pgtest.New(t)
	for _, r := range refusings {
		t.Run(r.name, func(t *testing.T) { r.run(t, s) })
	}
}

func (r refusing) run(t *testing.T, s *pgtest.Server) {
	p := newProxy(t, fmt.Sprintf("127.0.0.1:%d", s.Port))
	address, err := url.Parse(s.Database())
	if err != nil {
		t.Fatal(err)
	}
	address.Host = p.l.Addr().String()
	const timeout = 2 * time.Second
	db := open(t, address.String(), pg.Options{Timeout: timeout})
	load := storetest.Play(t, db, 2)
	load.Until(t, time.Now())
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	in := store.Inbound{Key: "the mail", At: noon, Raw: []byte("text")}
	claim := store.Claim{Owner: "me", Now: noon, Until: noon.Add(time.Hour), Attempt: "first"}

	end := r.begin(p, s, address.Query().Get("search_path"))
	for name, work := range map[string]func() error{
		"a commit": func() error { return db.Commit(storetest.Move("other", 0, store.Version{})) },
		"a claim":  func() error { _, _, err := db.Keep(in, claim, store.Query{}); return err },
		"a tick":   func() error { _, err := db.TakeDeadlines(claim, 10); return err },
	} {
		began := time.Now()
		err := work()
		if took := time.Since(began); err == nil || settledBy(err) || took > 5*timeout {
			t.Errorf("%s, after %v: %v", name, took, err)
		}
		if r.name != "disk full" && !errors.Is(err, store.ErrUnreachable) {
			t.Errorf("%s does not say that the database cannot be reached: %v", name, err)
		}
		if r.name == "disk full" && !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s does not say that the disk is full: %v", name, err)
		}
	}
	end()

	load.Until(t, time.Now())
	load.End(t)
	if kept, _, err := db.Keep(in, claim, store.Query{}); err != nil || kept.Tries != 1 {
		t.Errorf("the mail is claimed with %d tries counted, %v", kept.Tries, err)
	}
}

// settledBy reports whether an error says that something was decided.
func settledBy(err error) bool {
	return errors.Is(err, store.ErrSettled) || errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrInvalid) || errors.Is(err, store.ErrDamaged)
}
