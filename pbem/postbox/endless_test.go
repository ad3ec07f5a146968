package postbox

import (
	"bytes"
	"net"
	"runtime"
	"testing"
	"time"

	"pbem/internal/leftover"
)

// The connection to a server that sends a line without an end is closed before it fills the memory.
func TestEndlessLine(t *testing.T) {
	addr := serving(t, func(c net.Conn) {
		var err error
		for text := []byte("* OK "); err == nil; text = bytes.Repeat([]byte("x"), 1<<16) {
			_, err = c.Write(text)
		}
	})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cfg := IMAPConfig{Server: Server{Addr: addr, Security: Plain, User: pbem}}
	sentence(t, within(t, func() error { _, err := Open(t.Context(), cfg); return err }), Lost, cfg.Addr, "more than it was asked for")
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 100<<20 {
		t.Errorf("%d MB were used for one line", used>>20)
	}
	leftover.None(t, ours...)
}

// A server that says a little now and then, and never comes to an end, is given up like one that says nothing.
func TestEndlessDrip(t *testing.T) {
	addr := serving(t, func(c net.Conn) {
		for _, err := c.Write([]byte("* OK ")); err == nil; _, err = c.Write([]byte("x")) {
			time.Sleep(short / 20)
		}
	})
	cfg := IMAPConfig{Server: Server{Addr: addr, Security: Plain, User: pbem, Timeout: short}}
	sentence(t, within(t, func() error { _, err := Open(t.Context(), cfg); return err }), TimedOut, cfg.Addr, "greeting")
	leftover.None(t, ours...)
}
