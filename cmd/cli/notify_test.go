package cli

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
)

// systemd is told that the service is up, that it is alive, and that it stops.
func TestSupervised(t *testing.T) {
	name := filepath.Join(t.TempDir(), "notify")
	l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	t.Setenv("NOTIFY_SOCKET", name)
	t.Setenv("WATCHDOG_PID", strconv.Itoa(os.Getpid()))
	t.Setenv("WATCHDOG_USEC", "40000")
	heard := func() string {
		t.Helper()
		b := make([]byte, 100)
		if err := l.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
			t.Fatal(err)
		}
		n, err := l.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(b[:n])
	}
	var stuck atomic.Pointer[string]
	is := func(what string) { stuck.Store(&what) }
	is("the mail mail:01 has waited")
	serves := make(chan struct{})
	stopping := supervised(serves, func() string { return *stuck.Load() })
	l.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	if n, err := l.Read(make([]byte, 100)); err == nil {
		t.Errorf("a service that does not serve yet said something of %d bytes", n)
	}
	close(serves)
	if got := heard(); got != "READY=1" {
		t.Errorf("at first it said %q", got)
	}
	for range 3 {
		if got := heard(); got != "STATUS=the mail mail:01 has waited" {
			t.Errorf("while it was stuck it said %q", got)
		}
	}
	is("")
	for heard() != "STATUS=\nWATCHDOG=1" {
	}
	for range 3 {
		if got := heard(); got != "STATUS=\nWATCHDOG=1" {
			t.Errorf("then it said %q", got)
		}
	}
	stopping()
	for heard() != "STOPPING=1" {
	}
}

func TestWatchdog(t *testing.T) {
	for _, c := range []struct {
		pid, usec string
		want      time.Duration
	}{
		{"", "", 0}, {"", "60000000", 30 * time.Second}, {strconv.Itoa(os.Getpid()), "2000000", time.Second},
		{"1", "2000000", 0}, {"", "soon", 0}, {"", "-5", 0},
	} {
		env := map[string]string{"WATCHDOG_PID": c.pid, "WATCHDOG_USEC": c.usec}
		if got := watchdog(func(name string) string { return env[name] }); got != c.want {
			t.Errorf("%v: %v", env, got)
		}
	}
}
