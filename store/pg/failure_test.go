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
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// A proxy passes bytes between a client and a server. It can cut the connection after some of them.
type proxy struct {
	to   string
	l    net.Listener
	up   atomic.Int64 // bytes that may still go to the server; negative for any number
	down atomic.Int64 // bytes that may still come back
}

func newProxy(t testing.TB, to string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{to: to, l: l}
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

// move is the n-th commit to a game: a mail settled, an event, a mail sent, a mark, a counter and a deadline.
func move(game string, n int, v store.Version) store.Commit {
	return store.Commit{At: noon, Cause: fmt.Sprintf("%s move %d", game, n), Outcome: "applied", Drop: []string{"turn/" + game + "/"},
		Changes:   []store.Change{{Game: game, Expect: v, Record: fmt.Appendf(nil, `{"n":%d}`, n), Keys: []string{"on"}, Events: []jsonRaw{jsonRaw(fmt.Sprintf(`{"move":%d}`, n))}}},
		Mails:     []store.Mail{{ID: fmt.Sprintf("<%s.%d@pbem>", game, n), To: "amy@example.org", Topic: "turn/" + game + "/amy", Raw: []byte("text")}},
		Add:       map[string]int{"moves " + game: 1},
		Deadlines: []store.Deadline{{Game: game, Key: "turn", At: noon.Add(time.Hour)}},
	}
}

// next is the version after a move.
func next(v store.Version) store.Version {
	return store.Version{Events: v.Events + 1, Record: v.Record + 1}
}

// committed commits until the store says that the commit is there.
func committed(t testing.TB, db *pg.DB, c store.Commit) error {
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		err := db.Commit(c)
		if err == nil || errors.Is(err, store.ErrSettled) {
			return nil
		}
		if errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrInvalid) || time.Now().After(end) {
			return err
		}
	}
}

// whole checks that a game has had so many moves, each once.
func whole(t testing.TB, db *pg.DB, game string, moves int) {
	t.Helper()
	_, events, err := db.Load(game, 0)
	if err != nil || len(events) != moves {
		t.Fatalf("%s has %d events, want %d; %v", game, len(events), moves, err)
	}
	for i, e := range events {
		if want := fmt.Sprintf(`{"move":%d}`, i); string(e.Data) != want {
			t.Errorf("event %d of %s is %s", i, game, e.Data)
		}
	}
	if n, err := db.Counter("moves " + game); n != moves || err != nil {
		t.Errorf("%s was counted %d times, want %d; %v", game, n, moves, err)
	}
	for i := range moves {
		if _, err := db.Mail(fmt.Sprintf("<%s.%d@pbem>", game, i)); err != nil {
			t.Error(err)
		}
	}
}

func sound(t testing.TB, db *pg.DB) {
	t.Helper()
	if err := db.Verify(func(problem string) { t.Error(problem) }); err != nil {
		t.Error(err)
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
		if err := db.Commit(move("g1", n, v)); err != nil {
			t.Fatal(err)
		}
		n, v = n+1, next(v)
	}
	cut := 0
	for _, way := range []struct {
		left        *atomic.Int64
		bytes, step int64
	}{{&p.up, 3200, 160}, {&p.down, 800, 40}} {
		for at := int64(0); at < way.bytes; at += way.step {
			way.left.Store(at)
			c := move("g1", n, v)
			if err := db.Commit(c); err != nil {
				cut++
			}
			p.spare()
			if err := committed(t, db, c); err != nil {
				t.Fatalf("after a cut at %d: %v", at, err)
			}
			n, v = n+1, next(v)
		}
	}
	if cut < 20 {
		t.Errorf("only %d of the commits were cut", cut)
	}
	whole(t, db, "g1", n)
	sound(t, db)
	// Commits whose reply was lost, and that were there, were said to be settled only after something written later.
	s.Exec("postgres", "SELECT 1 / (CASE WHEN (SELECT value::int FROM "+address.Query().Get("search_path")+".meta WHERE name = 'pulse') > 0 THEN 1 ELSE 0 END)")
}

// load commits moves to games, each from a goroutine of its own, until it is stopped. It returns how many moves each game
// has had.
type load struct {
	stop  chan struct{}
	done  sync.WaitGroup
	moves []atomic.Int64
	last  atomic.Int64 // when a commit was last acknowledged, Unix nanoseconds
}

func play(t testing.TB, db *pg.DB, games int) *load {
	l := &load{stop: make(chan struct{}), moves: make([]atomic.Int64, games)}
	for i := range games {
		l.done.Go(func() {
			game, v := fmt.Sprintf("g%d", i), store.Version{}
			for n := 0; ; n++ {
				select {
				case <-l.stop:
					return
				default:
				}
				if err := committed(t, db, move(game, n, v)); err != nil {
					t.Errorf("%s, move %d: %v", game, n, err)
					return
				}
				v = next(v)
				l.moves[i].Store(int64(n + 1))
				l.last.Store(time.Now().UnixNano())
			}
		})
	}
	return l
}

// end stops the load and checks that all that was acknowledged is there, once.
func (l *load) end(t testing.TB, db *pg.DB) (moves int) {
	t.Helper()
	close(l.stop)
	l.done.Wait()
	for i := range l.moves {
		n := int(l.moves[i].Load())
		whole(t, db, fmt.Sprintf("g%d", i), n)
		moves += n
	}
	sound(t, db)
	return moves
}

// until waits for a commit that is acknowledged after a time.
func (l *load) until(t testing.TB, after time.Time) time.Duration {
	t.Helper()
	for end := time.Now().Add(time.Minute); l.last.Load() < after.UnixNano(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nothing is committed any more")
		}
	}
	return time.Unix(0, l.last.Load()).Sub(after)
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
	l := play(t, db, 4)
	for range kills() {
		l.until(t, time.Now())
		time.Sleep(100 * time.Millisecond)
		s.Kill()
		s.Start()
	}
	l.until(t, time.Now())
	t.Logf("%d moves", l.end(t, db))
}

// A server that hangs holds nobody up for longer than a call may take, and goes on with new connections.
func TestServerHangs(t *testing.T) {
	s := pgtest.New(t)
	const timeout = time.Second
	db := open(t, s.URL("postgres"), pg.Options{Timeout: timeout})
	if err := db.Commit(move("g0", 0, store.Version{})); err != nil {
		t.Fatal(err)
	}
	s.Signal(syscall.SIGSTOP)
	began := time.Now()
	err := db.Commit(move("g0", 1, store.Version{Events: 1, Record: 1}))
	if took := time.Since(began); err == nil || took > 5*timeout {
		t.Errorf("a call of a server that hangs takes %v: %v", took, err)
	}
	s.Signal(syscall.SIGCONT)
	if err := committed(t, db, move("g0", 1, store.Version{Events: 1, Record: 1})); err != nil {
		t.Error(err)
	}
	whole(t, db, "g0", 2)
}

// The primary is lost and its standby takes over. Within five seconds commits go on, and nothing that was acknowledged is
// lost.
func TestFailover(t *testing.T) {
	s := pgtest.New(t)
	b := s.Standby()
	s.Exec("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
	both := fmt.Sprintf("postgres://pbem@127.0.0.1:%d,127.0.0.1:%d/postgres?sslmode=disable", s.Port, b.Port)
	db := open(t, both, pg.Options{Timeout: 2 * time.Second})
	l := play(t, db, 4)
	l.until(t, time.Now())
	time.Sleep(time.Second)
	s.Kill()
	time.Sleep(500 * time.Millisecond)
	b.Promote()
	leads := time.Now()
	if took := l.until(t, leads); took > 5*time.Second {
		t.Errorf("the first commit comes %v after the standby leads", took)
	} else {
		t.Logf("the first commit comes %v after the standby leads", took)
	}
	t.Logf("%d moves", l.end(t, db))
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
	if err := read.Commit(move("g1", 0, store.Version{})); err == nil {
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
		if err := db.Commit(move(game, 0, store.Version{})); err != nil {
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
