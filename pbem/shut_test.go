package pbem

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"pbem/pbem/watch"
)

// The hosts are told once, when a server has refused us for a while and more than once; and again after it has let us in.
func TestShutIsToldOnce(t *testing.T) {
	var s shut
	at := time.Date(2026, 3, 2, 18, 0, 0, 0, time.UTC)
	s.opened(true)
	for i, c := range []struct {
		after time.Duration
		why   string
		tell  bool
	}{
		{0, "", false}, {0, "x", false}, {59 * time.Second, "x", false}, {59 * time.Second, "", false},
		{watch.ShutFor, "x", true}, {2 * watch.ShutFor, "x", false}, {time.Hour, "x", false},
	} {
		if got := s.refused(c.why, i > 1, at.Add(c.after)); got != c.tell {
			t.Errorf("%d: told %v", i, got)
		}
	}
	if now := s.last(); now.Times != 5 || !now.Since.Equal(at) || now.Reads {
		t.Errorf("%+v", now)
	}
	s.opened(false)
	if s.refused("x", false, at) || s.refused("x", false, at.Add(time.Second)) || !s.refused("x", false, at.Add(time.Hour)) {
		t.Error("the next time is not told like the first")
	}
	var alone shut
	if alone.refused("x", true, at) || alone.refused("", true, at.Add(time.Hour)) || alone.last().Lasts(at.Add(time.Hour)) {
		t.Error("one refusal is told")
	}
}

// The log says once an hour that there are too many connections.
func TestCrowdedIsLoggedHourly(t *testing.T) {
	d := newTestService(t)
	var said bytes.Buffer
	d.service.Log = slog.New(slog.NewTextHandler(&said, nil))
	for _, minutes := range []int{0, 1, 58, 1, 59} {
		d.now = d.now.Add(time.Duration(minutes) * time.Minute)
		noteCrowded(d.service, errors.New("421 too many connections"))
	}
	if n := strings.Count(said.String(), "outbox.crowded"); n != 2 {
		t.Errorf("it is said %d times in two hours:\n%s", n, said.String())
	}
}

// A server that turns the service away names a session, another each time. The log says once why no mark can be left.
func TestReasonIsLoggedOnce(t *testing.T) {
	d := newSharedService(t)
	d.mailbox()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for n := 0; ; n++ {
			c, err := l.Accept()
			if err != nil {
				return
			}
			fmt.Fprintf(c, "* BYE come again later, session %d\r\n", n)
			c.Close()
		}
	}()
	var log bytes.Buffer
	d.service.Log = slog.New(slog.NewTextHandler(&log, nil))
	d.service.peers.name = "here"
	there := d.service.Config.IMAP.Addr
	for range 2 {
		d.service.Config.IMAP.Addr = l.Addr().String()
		d.service.look(t.Context())
		d.service.look(t.Context())
		d.service.Config.IMAP.Addr = there
		d.service.look(t.Context())
	}
	if n := strings.Count(log.String(), "mailbox.no-mark"); n != 2 || !strings.Contains(log.String(), "session 0") {
		t.Errorf("the log says it %d times, want once for each time that it begins\n%s", n, &log)
	}
}

// A log-in that was refused once is soon tried again, one that is refused for long as seldom as ever.
func TestRefusedLogInIsTriedSeldom(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		every time.Duration
		shut  watch.Shut
		want  time.Duration
	}{
		{5 * time.Minute, watch.Shut{}, 5 * time.Minute},
		{5 * time.Minute, watch.Shut{Since: now, Times: 1}, time.Minute},
		{5 * time.Minute, watch.Shut{Since: now.Add(-time.Hour), Times: 1}, time.Minute},
		{5 * time.Minute, watch.Shut{Since: now.Add(-time.Minute), Times: 2}, 5 * time.Minute},
		{time.Second, watch.Shut{Since: now, Times: 1}, time.Second},
	} {
		if got := untilLook(c.every, c.shut, now); got != c.want {
			t.Errorf("every %v, %+v: %v, want %v", c.every, c.shut, got, c.want)
		}
	}
}
