// Package pgtest starts PostgreSQL servers for tests, where it is installed.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pbem/internal/freeport"
)

// A Server is a PostgreSQL of the tests' own, in a temporary folder.
type Server struct {
	Port int

	t    testing.TB
	bin  string
	data string
	cmd  *exec.Cmd

	ended chan struct{} // closed when the process has ended
}

// binaries returns the folder with the newest installed PostgreSQL, or skips the test.
func binaries(t testing.TB) string {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		if path, err := exec.LookPath("initdb"); err == nil {
			found = append(found, path)
		}
	}
	if len(found) == 0 {
		t.Skip("PostgreSQL is not installed (apt-get install postgresql): these tests are left out")
	}
	slices.Sort(found)
	return filepath.Dir(found[len(found)-1])
}

// asUser makes a command run as a user that PostgreSQL accepts: it refuses to run as root.
func asUser(t testing.TB, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	if os.Geteuid() != 0 {
		return cmd
	}
	uid, gid := 65534, 65534
	if out, err := exec.Command("id", "-u", "postgres").Output(); err == nil {
		fmt.Sscan(string(out), &uid)
		if out, err := exec.Command("id", "-g", "postgres").Output(); err == nil {
			fmt.Sscan(string(out), &gid)
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, Setpgid: true}
	return cmd
}

// folder makes a folder that the server may write.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pbem-pg-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// New makes a server and starts it.
func New(t testing.TB, settings ...string) *Server {
	t.Helper()
	s := &Server{t: t, bin: binaries(t), data: filepath.Join(folder(t), "data"), Port: freePort(t)}
	s.Do("initdb", "-D", s.data, "-U", "pbem", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--data-checksums")
	s.settle(settings...)
	t.Cleanup(s.Kill)
	s.Start()
	return s
}

// NewIn is New for a server whose data stay in a folder. If they are there already, it starts that server.
func NewIn(t testing.TB, dir string, settings ...string) *Server {
	t.Helper()
	s := &Server{t: t, bin: binaries(t), data: filepath.Join(dir, "data"), Port: freePort(t)}
	if _, err := os.Stat(s.data); err != nil {
		if err := errors.Join(os.MkdirAll(dir, 0o777), os.Chmod(dir, 0o777)); err != nil {
			t.Fatal(err)
		}
		s.Do("initdb", "-D", s.data, "-U", "pbem", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--data-checksums")
	}
	s.settle(settings...) // the last lines count; the port is another one each time
	t.Cleanup(s.Stop)
	s.Start()
	return s
}

// Stop ends the server as its host would: it writes everything and can be started again at once.
func (s *Server) Stop() {
	if s.cmd == nil {
		return
	}
	s.cmd.Process.Signal(syscall.SIGINT)
	<-s.ended
	s.cmd = nil
}

func (s *Server) settle(settings ...string) {
	f, err := os.OpenFile(filepath.Join(s.data, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	lines := append([]string{"listen_addresses = '127.0.0.1'", fmt.Sprint("port = ", s.Port), "unix_socket_directories = ''",
		"max_connections = 200", "shared_buffers = 16MB", "max_prepared_transactions = 0"}, settings...)
	if _, err := fmt.Fprintln(f, strings.Join(lines, "\n")); err != nil {
		s.t.Fatal(err)
	}
}

// Do runs a program of PostgreSQL.
func (s *Server) Do(name string, args ...string) {
	s.t.Helper()
	cmd := asUser(s.t, exec.Command(filepath.Join(s.bin, name), args...))
	cmd.Dir = "/"
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// Start starts the server and waits until it answers. A process of a server that was killed may be left for a moment:
// then the new one ends at once, and is started again.
func (s *Server) Start() {
	s.t.Helper()
	s.launch()
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		err := answers(s.URL("postgres"))
		if err == nil {
			return
		}
		if time.Now().After(end) {
			text, _ := os.ReadFile(s.data + ".log")
			s.t.Fatalf("the server does not start: %v\n%s", err, text)
		}
		select {
		case <-s.ended:
			s.launch()
		default:
		}
	}
}

// launch starts the process of the server.
func (s *Server) launch() {
	s.t.Helper()
	log, err := os.OpenFile(s.data+".log", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		s.t.Fatal(err)
	}
	defer log.Close()
	cmd, ended := asUser(s.t, exec.Command(filepath.Join(s.bin, "postgres"), "-D", s.data)), make(chan struct{})
	cmd.Dir, cmd.Stdout, cmd.Stderr = "/", log, log
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func() {
		cmd.Wait()
		close(ended)
	}()
	s.cmd, s.ended = cmd, ended
}

// answers connects with the database at a URL.
func answers(url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// Kill ends the server and all its processes at once, as a lost machine would.
func (s *Server) Kill() {
	if s.cmd == nil {
		return
	}
	s.Signal(syscall.SIGKILL)
	<-s.ended
	s.cmd = nil
}

// Signal sends a signal to the server and all its processes, as far as they are in its process group or its children.
func (s *Server) Signal(sig syscall.Signal) {
	for _, pid := range children(s.cmd.Process.Pid) {
		syscall.Kill(pid, sig)
	}
	s.cmd.Process.Signal(sig)
}

// children returns the processes that a process has started.
func children(parent int) (all []int) {
	out, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", parent, parent))
	for _, f := range strings.Fields(string(out)) {
		var pid int
		if fmt.Sscan(f, &pid); pid > 1 {
			all = append(all, pid)
		}
	}
	return all
}

// URL names a database of the server.
func (s *Server) URL(database string, more ...string) string {
	return fmt.Sprintf("postgres://pbem@127.0.0.1:%d/%s?%s", s.Port, database, strings.Join(append([]string{"sslmode=disable"}, more...), "&"))
}

// Exec runs statements on a database.
func (s *Server) Exec(database string, statements ...string) {
	s.t.Helper()
	run(s.t, s.URL(database), statements...)
}

// Set changes a setting of the running server, and returns when it is in force. A server reads its settings some time after it was asked to, and
// tells all its processes before it takes another connection. It may be only for reading.
func (s *Server) Set(name, value string) {
	s.t.Helper()
	s.Exec("postgres", "SET default_transaction_read_only = off", "ALTER SYSTEM SET "+name+" = '"+value+"'", "SELECT pg_reload_conf()")
	for end := time.Now().Add(time.Minute); s.show(name) != value; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("%s does not become %s", name, value)
		}
	}
}

// show returns a setting as a new connection has it.
func (s *Server) show(name string) (value string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close(ctx)
	if err := conn.QueryRow(ctx, "SHOW "+name).Scan(&value); err != nil {
		s.t.Fatal(err)
	}
	return value
}

// run runs statements on the database at a URL.
func run(t testing.TB, url string, statements ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for _, sql := range statements {
		if _, err := conn.Exec(ctx, sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

var databases atomic.Int32

// Database makes a schema, which is as good as a database and made faster, and returns a URL of it.
func (s *Server) Database(settings ...string) (url string) {
	s.t.Helper()
	name := fmt.Sprintf("pbem%d", databases.Add(1))
	s.Exec("postgres", "CREATE SCHEMA "+name)
	return s.URL("postgres", append([]string{"search_path=" + name}, settings...)...)
}

func freePort(t testing.TB) int {
	t.Helper()
	at, err := freeport.Address()
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(at)
	n, _ := strconv.Atoi(port)
	return n
}

// shared is the server of all tests that neither kill nor hang it.
var shared struct {
	sync.Once
	s *Server
}

// Common returns the shared server. It does not sync, and lives until the tests end.
func Common(t testing.TB) *Server {
	t.Helper()
	binaries(t)
	shared.Do(func() {
		lasting := lastingTB{t}
		shared.s = New(lasting, "fsync = off", "synchronous_commit = off", "full_page_writes = off")
	})
	if shared.s == nil {
		t.Fatal("the server did not start")
	}
	s := *shared.s
	s.t = t
	return &s
}

// lastingTB is a test whose cleanups are left to End.
type lastingTB struct{ testing.TB }

var atEnd []func()

func (lastingTB) Cleanup(f func()) { atEnd = append(atEnd, f) }

// Main runs the tests of a package, and then ends the server that they share.
func Main(m *testing.M) {
	code := m.Run()
	End()
	os.Exit(code)
}

// End ends the shared server, if there is one. A package with a TestMain of its own calls it after its tests.
func End() {
	for _, f := range slices.Backward(atEnd) {
		f()
	}
}

// Standby makes a server that follows another one.
func (s *Server) Standby() *Server {
	s.t.Helper()
	b := &Server{t: s.t, bin: s.bin, data: filepath.Join(folder(s.t), "data"), Port: freePort(s.t)}
	s.Do("pg_basebackup", "-D", b.data, "-R", "-X", "stream", "-c", "fast", "-h", "127.0.0.1", "-p", fmt.Sprint(s.Port), "-U", "pbem")
	b.settle("synchronous_standby_names = ''") // it would wait for itself once it leads
	s.t.Cleanup(b.Kill)
	b.Start()
	return b
}

// Promote makes a standby the primary.
func (s *Server) Promote() {
	s.t.Helper()
	s.Do("pg_ctl", "promote", "-D", s.data)
}
