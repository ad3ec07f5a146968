package pg_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"pbem/store"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
	"pbem/store/storetest"
)

// A proxy passes bytes between a client and a server. It can cut the connection after some of them.
type proxy struct {
	to   string
	l    net.Listener
	up   atomic.Int64 // bytes that may still go to the server; negative for any number
	down atomic.Int64 // bytes that may still come back

	mu   sync.Mutex
	code string            // what each new connection is refused with; "" if it is passed on
	open map[net.Conn]bool // those that are passed on
}

func newProxy(t testing.TB, to string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{to: to, l: l, open: map[net.Conn]bool{}}
	p.spare()
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(c)
		}
	}()
	return p
}

// spare cuts nothing any more.
func (p *proxy) spare() { p.up.Store(-1); p.down.Store(-1) }

func (p *proxy) serve(c net.Conn) {
	p.mu.Lock()
	code := p.code
	if code == "" {
		p.open[c] = true
	}
	p.mu.Unlock()
	if code != "" {
		refusal(c, code)
		return
	}
	defer p.forget(c)
	s, err := net.Dial("tcp", p.to)
	if err != nil {
		c.Close()
		return
	}
	var both sync.WaitGroup
	both.Go(func() { p.pass(s, c, &p.up); s.Close(); c.Close() })
	both.Go(func() { p.pass(c, s, &p.down); s.Close(); c.Close() })
	both.Wait()
}

func (p *proxy) forget(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, c)
}

// pass copies as long as bytes are left, and then cuts.
func (p *proxy) pass(to io.Writer, from io.Reader, left *atomic.Int64) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if most := left.Load(); most >= 0 {
			if int64(n) >= most {
				to.Write(buf[:most])
				left.Store(-1)
				return
			}
			left.Add(-int64(n))
		}
		if _, bad := to.Write(buf[:n]); bad != nil || err != nil {
			return
		}
	}
}

// The connection is cut at every few bytes of a commit, on its way to the server and on the way back. Made again, each
// commit is there once.
func TestCutConnections(t *testing.T) {
	s := pgtest.Common(t)
	p := newProxy(t, fmt.Sprintf("127.0.0.1:%d", s.Port))
	address, err := url.Parse(s.Database())
	if err != nil {
		t.Fatal(err)
	}
	address.Host = p.l.Addr().String()
	db := open(t, address.String(), pg.Options{})
	n, v := 0, store.Version{}
	for range 3 { // the statements are known to the server after that
		if err := db.Commit(storetest.Move("g1", n, v)); err != nil {
			t.Fatal(err)
		}
		n, v = n+1, storetest.Moved(v)
	}
	cut := 0
	for _, way := range []struct {
		left        *atomic.Int64
		bytes, step int64
	}{{&p.up, 3200, 160}, {&p.down, 800, 40}} {
		for at := int64(0); at < way.bytes; at += way.step {
			way.left.Store(at)
			c := storetest.Move("g1", n, v)
			if err := db.Commit(c); err != nil {
				cut++
			}
			p.spare()
			if err := storetest.Committed(db, c); err != nil {
				t.Fatalf("after a cut at %d: %v", at, err)
			}
			n, v = n+1, storetest.Moved(v)
		}
	}
	if cut < 20 {
		t.Errorf("only %d of the commits were cut", cut)
	}
	storetest.Whole(t, db, "g1", n)
	storetest.Verified(t, db)
	// Commits whose reply was lost, and that were there, were said to be settled only after something written later.
	s.Exec("postgres", "SELECT 1 / (CASE WHEN (SELECT value::int FROM "+address.Query().Get("search_path")+".meta WHERE name = 'pulse') > 0 THEN 1 ELSE 0 END)")
}

// kills is how often the server is killed.
func kills() int {
	if os.Getenv("TESTSIZE") == "large" {
		return 100
	}
	return 4
}

// The server is killed again and again while commits go on. Nothing that was acknowledged is lost, and nothing is there
// twice.
func TestServerKilled(t *testing.T) {
	s := pgtest.New(t)
	db := open(t, s.URL("postgres"), pg.Options{Timeout: 2 * time.Second})
	l := storetest.Play(t, db, 4)
	for range kills() {
		l.Until(t, time.Now())
		time.Sleep(100 * time.Millisecond)
		s.Kill()
		s.Start()
	}
	l.Until(t, time.Now())
	t.Logf("%d moves", l.End(t))
}

// A server that hangs holds nobody up for longer than a call may take, and goes on with new connections.
func TestServerHangs(t *testing.T) {
	s := pgtest.New(t)
	const timeout = time.Second
	db := open(t, s.URL("postgres"), pg.Options{Timeout: timeout})
	if err := db.Commit(storetest.Move("g0", 0, store.Version{})); err != nil {
		t.Fatal(err)
	}
	s.Signal(syscall.SIGSTOP)
	began := time.Now()
	err := db.Commit(storetest.Move("g0", 1, store.Version{Events: 1, Record: 1}))
	if took := time.Since(began); err == nil || took > 5*timeout {
		t.Errorf("a call of a server that hangs takes %v: %v", took, err)
	}
	if _, err := db.MarkAt("any"); !errors.Is(err, store.ErrUnreachable) {
		t.Errorf("a mark is read as %v", err)
	}
	s.Signal(syscall.SIGCONT)
	if err := storetest.Committed(db, storetest.Move("g0", 1, store.Version{Events: 1, Record: 1})); err != nil {
		t.Error(err)
	}
	storetest.Whole(t, db, "g0", 2)
}

// The primary is lost and its standby takes over. Within five seconds commits go on, and nothing that was acknowledged is
// lost.
func TestFailover(t *testing.T) {
	s := pgtest.New(t)
	b := s.Standby()
	s.Set("synchronous_standby_names", "*")
	both := fmt.Sprintf("postgres://pbem@127.0.0.1:%d,127.0.0.1:%d/postgres?sslmode=disable", s.Port, b.Port)
	db := open(t, both, pg.Options{Timeout: 2 * time.Second})
	l := storetest.Play(t, db, 4)
	l.Until(t, time.Now())
	time.Sleep(time.Second)
	s.Kill()
	time.Sleep(500 * time.Millisecond)
	b.Promote()
	leads := time.Now()
	if took := l.Until(t, leads); took > 5*time.Second {
		t.Errorf("the first commit comes %v after the standby leads", took)
	} else {
		t.Logf("the first commit comes %v after the standby leads", took)
	}
	t.Logf("%d moves", l.End(t))
}

// The standby is promoted while the primary lives, and is the first of the hosts. Its commits do not end any more, since no
// standby has them; the service finds the new primary, and what the old one has not acknowledged is made there.
func TestFailoverFromALivingPrimary(t *testing.T) {
	s := pgtest.New(t)
	b := s.Standby()
	s.Set("synchronous_standby_names", "*")
	both := fmt.Sprintf("postgres://pbem@localhost:%d,127.0.0.1:%d/postgres?sslmode=disable", s.Port, b.Port)
	db := open(t, both, pg.Options{Timeout: time.Second})
	l := storetest.Play(t, db, 4)
	l.Until(t, time.Now())
	b.Promote()
	t.Logf("the first commit comes %v after the standby leads", l.Until(t, time.Now().Add(time.Second)))
	t.Logf("%d moves", l.End(t))
}

// What is only read is read from the primary, though a standby that is behind is the first of the hosts.
func TestReadFromThePrimary(t *testing.T) {
	s := pgtest.New(t)
	b := s.Standby()
	b.Exec("postgres", "SELECT pg_wal_replay_pause()")
	if err := open(t, s.URL("postgres"), pg.Options{}).Commit(storetest.Move("g1", 0, store.Version{})); err != nil {
		t.Fatal(err)
	}
	both := fmt.Sprintf("postgres://pbem@127.0.0.1:%d,127.0.0.1:%d/postgres?sslmode=disable", b.Port, s.Port)
	storetest.Whole(t, open(t, both, pg.Options{ReadOnly: true}), "g1", 1)
	if _, err := pg.Open(b.URL("postgres"), pg.Options{ReadOnly: true}); !errors.Is(err, pg.ErrEmpty) {
		t.Errorf("a standby that is named alone is not read: %v", err)
	}
}

// Two first starts at once make one schema, and a database of another program is left alone.
func TestOpening(t *testing.T) {
	s := pgtest.Common(t)
	address := ""
	for range 6 {
		address = s.Database()
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				db, err := pg.Open(address, pg.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				db.Close()
			})
		}
		all.Wait()
	}
	if _, err := pg.Open(s.Database(), pg.Options{ReadOnly: true}); !errors.Is(err, pg.ErrEmpty) {
		t.Errorf("an empty database opens to read: %v", err)
	}
	read := open(t, address, pg.Options{ReadOnly: true})
	if err := read.Commit(storetest.Move("g1", 0, store.Version{})); err == nil {
		t.Error("a store that is open to read takes a commit")
	}
	foreign, err := url.Parse(s.Database())
	if err != nil {
		t.Fatal(err)
	}
	name := foreign.Query().Get("search_path")
	s.Exec("postgres", "CREATE TABLE "+name+".mails (id int)")
	if _, err := pg.Open(foreign.String(), pg.Options{}); !errors.Is(err, store.ErrForeign) {
		t.Errorf("a database of another program: %v", err)
	}
	newer, _ := url.Parse(address)
	s.Exec("postgres", fmt.Sprintf("UPDATE %s.meta SET value = '99' WHERE name = 'format'", newer.Query().Get("search_path")))
	if _, err := pg.Open(address, pg.Options{}); !errors.Is(err, store.ErrNewer) {
		t.Errorf("a database of a newer program: %v", err)
	}
	if _, err := pg.Open("postgres://pbem:secret@127.0.0.1:1/x?connect_timeout=1", pg.Options{Timeout: time.Second}); err == nil || contains(err, "secret") {
		t.Errorf("no server: %v", err)
	}
}

// A row that is not as it was written is never taken for a good one, and holds up nothing else.
func TestDamagedRows(t *testing.T) {
	s := pgtest.Common(t)
	address, err := url.Parse(s.Database())
	if err != nil {
		t.Fatal(err)
	}
	var told atomic.Int32
	db := open(t, address.String(), pg.Options{Report: func(string) { told.Add(1) }})
	for _, game := range []string{"g1", "g2", "g3"} {
		if err := db.Commit(storetest.Move(game, 0, store.Version{})); err != nil {
			t.Fatal(err)
		}
	}
	name := address.Query().Get("search_path")
	s.Exec("postgres", "UPDATE "+name+".log SET data = convert_to('{\"move\":7}', 'UTF8') WHERE game = 'g1'",
		"UPDATE "+name+".games SET record = convert_to('{}', 'UTF8') WHERE id = 'g2'")
	for game, want := range map[string]error{"g1": store.ErrDamaged, "g2": store.ErrDamaged, "g3": nil} {
		if _, _, err := db.Load(game, 0); !errors.Is(err, want) {
			t.Errorf("%s: %v", game, err)
		}
	}
	faults := 0
	if err := db.Verify(func(string) { faults++ }); err != nil || faults < 2 {
		t.Errorf("%d faults are found, %v", faults, err)
	}
}

// What is said of a URL that cannot be read tells nothing of the password in it.
func TestPasswordIsNotTold(t *testing.T) {
	for _, url := range []string{"postgres://x:hun@ter2@127.0.0.1:1/pbem?sslmode=no", "postgres://x:hun/ter2@127.0.0.1:1/pbem", "postgres://x:hun%zzter2@127.0.0.1:1/pbem", "postgres://127.0.0.1:1/pbem?user=x&password=hunter2&sslmode=no"} {
		_, err := pg.Open(url, pg.Options{Timeout: time.Second})
		if err == nil || contains(err, "hun") || contains(err, "ter2") {
			t.Errorf("%s: %v", url, err)
		}
	}
}
