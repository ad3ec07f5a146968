package pg_test

import (
	"context"
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

// A server is a PostgreSQL of the tests' own, in a temporary folder.
type server struct {
	t    testing.TB
	bin  string
	data string
	port int
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

// newServer makes a server and starts it.
func newServer(t testing.TB, settings ...string) *server {
	t.Helper()
	s := &server{t: t, bin: binaries(t), data: filepath.Join(folder(t), "data"), port: freePort(t)}
	s.do("initdb", "-D", s.data, "-U", "pbem", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--data-checksums")
	s.settle(settings...)
	t.Cleanup(s.kill)
	s.start()
	return s
}

func (s *server) settle(settings ...string) {
	f, err := os.OpenFile(filepath.Join(s.data, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	lines := append([]string{"listen_addresses = '127.0.0.1'", fmt.Sprint("port = ", s.port), "unix_socket_directories = ''",
		"max_connections = 200", "shared_buffers = 16MB", "max_prepared_transactions = 0"}, settings...)
	if _, err := fmt.Fprintln(f, strings.Join(lines, "\n")); err != nil {
		s.t.Fatal(err)
	}
}

// do runs a program of PostgreSQL.
func (s *server) do(name string, args ...string) {
	s.t.Helper()
	cmd := asUser(s.t, exec.Command(filepath.Join(s.bin, name), args...))
	cmd.Dir = "/"
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// start starts the server and waits until it answers. A process of a server that was killed may be left for a moment:
// then the new one ends at once, and is started again.
func (s *server) start() {
	s.t.Helper()
	s.launch()
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		err := s.ping()
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
func (s *server) launch() {
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

func (s *server) ping() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// kill ends the server and all its processes at once, as a lost machine would.
func (s *server) kill() {
	if s.cmd == nil {
		return
	}
	s.signal(syscall.SIGKILL)
	<-s.ended
	s.cmd = nil
}

// signal sends a signal to the server and all its processes, as far as they are in its process group or its children.
func (s *server) signal(sig syscall.Signal) {
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

func (s *server) url(database string, more ...string) string {
	return fmt.Sprintf("postgres://pbem@127.0.0.1:%d/%s?%s", s.port, database, strings.Join(append([]string{"sslmode=disable"}, more...), "&"))
}

// exec runs statements on a database.
func (s *server) exec(database string, statements ...string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url(database))
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close(ctx)
	for _, sql := range statements {
		if _, err := conn.Exec(ctx, sql); err != nil {
			s.t.Fatalf("%s: %v", sql, err)
		}
	}
}

var databases atomic.Int32

// database makes a schema, which is as good as a database and made faster, and returns a URL of it.
func (s *server) database(settings ...string) (url string) {
	s.t.Helper()
	name := fmt.Sprintf("pbem%d", databases.Add(1))
	s.exec("postgres", "CREATE SCHEMA "+name)
	return s.url("postgres", append([]string{"search_path=" + name}, settings...)...)
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
	s *server
}

// common returns the shared server. It does not sync, and lives until the tests end.
func common(t testing.TB) *server {
	t.Helper()
	binaries(t)
	shared.Do(func() {
		lasting := lastingTB{t}
		shared.s = newServer(lasting, "fsync = off", "synchronous_commit = off", "full_page_writes = off")
	})
	if shared.s == nil {
		t.Fatal("the server did not start")
	}
	s := *shared.s
	s.t = t
	return &s
}

// lastingTB is a test whose cleanups are left to TestMain.
type lastingTB struct{ testing.TB }

var atEnd []func()

func (lastingTB) Cleanup(f func()) { atEnd = append(atEnd, f) }

func TestMain(m *testing.M) {
	code := m.Run()
	for _, f := range slices.Backward(atEnd) {
		f()
	}
	os.Exit(code)
}
