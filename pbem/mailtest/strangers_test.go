package mailtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pbem/internal/testsize"
	"pbem/pbem/config"
	"pbem/pbem/trust/trusttest"
)

// size is how large the database is, in bytes.
func (h *host) size() int64 {
	h.t.Helper()
	f, err := os.Stat(h.path())
	if err != nil {
		h.t.Fatal(err)
	}
	return f.Size()
}

// flood has a host that is not running, with a game, and mails of strangers in its
// mailbox, and behind them one of a player.
func flood(t *testing.T, mails int, junk func(i int) []byte) (h *host, o inner, last []byte) {
	t.Helper()
	o = office(t)
	h = newHost(t, o)
	h.ready()
	h.play(1)
	h.halt()
	for i := range mails {
		if err := o.Deliver("mallory@example.net", service, junk(i)); err != nil {
			t.Fatal(err)
		}
	}
	from, to, last := h.next()
	h.send(from, to, last)
	return h, o, last
}

// Ten thousand mails of strangers lie before that of a player, which is decided first;
// of the others a day's quota is read, all are marked, and the database hardly grows.
func TestStrangersWait(t *testing.T) {
	const mails = 10_000
	if testing.Short() {
		t.Skip("ten thousand mails are too many for a short run")
	}
	h, o, last := flood(t, mails, func(i int) []byte {
		return fmt.Appendf(nil, "From: m%d@example.net\r\nTo: %s\r\nSubject: offer %d\r\nMessage-ID: <junk%d@example.net>\r\n\r\n%s\r\n", i, service, i, i, strings.Repeat("Buy now. ", 200))
	})
	before, from := h.size(), len(h.log.String())
	h.run()
	h.settled(last)
	h.until(func() bool { n, all := marked(t, o.mailbox(t)); return n == all && all == mails+2 }, "the marks on all messages")
	first, _, ok := strings.Cut(h.log.String()[from:], "outcome=applied")
	if n := strings.Count(first, "msg=mail.stranger"); !ok || n > 0 {
		t.Errorf("%d mails of strangers were decided before that of the player", n)
	}
	if n := strings.Count(h.log.String()[from:], "msg=mail.stranger"); n != 200 {
		t.Errorf("%d mails of strangers were read, want a day's quota", n)
	}
	if grown := h.size() - before; grown > 4<<20 {
		t.Errorf("the database has grown by %d KB", grown>>10)
	}
	h.play(2)
	h.right()
	h.once()
}

// Ten mails of 30 MB of a stranger are not read at all.
func TestLargeMailsOfStrangers(t *testing.T) {
	if testsize.Race {
		t.Skip("the race detector needs memory of its own")
	}
	h, o, last := flood(t, 10, func(i int) []byte {
		head := fmt.Sprintf("From: mallory@example.net\r\nTo: %s\r\nMessage-ID: <large%d@example.net>\r\n\r\n", service, i)
		return append([]byte(head), bytes.Repeat([]byte("picture\r\n"), 30<<20/9)...)
	})
	before := h.size()
	runtime.GC()
	var began runtime.MemStats
	runtime.ReadMemStats(&began)
	h.run()
	h.settled(last)
	h.until(func() bool { n, all := marked(t, o.mailbox(t)); return n == all && all == 12 }, "the marks on all messages")
	var ended runtime.MemStats
	runtime.ReadMemStats(&ended)
	if grown := h.size() - before; grown > 1<<20 {
		t.Errorf("the database has grown by %d KB", grown>>10)
	}
	asked := int64(ended.TotalAlloc-began.TotalAlloc) >> 20
	t.Logf("%d MB of memory were asked for in all", asked)
	if asked > 150 { // the mail server is in this process, and the ten are 300 MB
		t.Errorf("%d MB of memory were asked for", asked)
	}
	h.right()
}

// Mails that may be players' are read whole, some megabytes at a time.
func TestLargeMailsOfPlayers(t *testing.T) {
	if testsize.Race {
		t.Skip("the race detector needs memory of its own")
	}
	o := office(t)
	h := newHost(t, o)
	h.ready()
	h.play(1)
	h.halt()
	const mails, each = 40, 3 << 20
	for range mails {
		from, to, raw := h.mail("p2", "status")
		if err := o.Deliver(from, to, append(raw, bytes.Repeat([]byte("\r\n"), each/2)...)); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	before := live[0].Value.Uint64()
	var most atomic.Uint64
	stop := make(chan struct{})
	go func() {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		for {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
				metrics.Read(sample)
				most.Store(max(most.Load(), sample[0].Value.Uint64()))
			}
		}
	}()
	h.run()
	h.until(func() bool { n, all := marked(t, o.mailbox(t)); return n == all && all == mails+1 }, "the marks on all messages")
	close(stop)
	if grown := int64(most.Load()-before) >> 20; most.Load() > before && grown > 100 {
		t.Errorf("the heap has grown by %d MB", grown)
	}
	h.right()
}

// Whoever writes from an address that nobody knows is answered, within the quota.
func TestStrangersAreAnswered(t *testing.T) {
	o := office(t)
	h := newHost(t, o)
	h.ready()
	h.play(1)
	_, to, raw := h.mail("p2", "status")
	raw = bytes.Replace(raw, []byte(Address("brian")), []byte(Address("elsewhere")), 1)
	if err := o.Deliver(Address("elsewhere"), to, raw); err != nil {
		t.Fatal(err)
	}
	h.until(func() bool { return len(h.Mails(Address("brian"))) > 2 }, "the question to the player whose seat it is")
	lobby := fmt.Appendf(nil, "From: <newcomer@play.test>\r\nTo: <%s>\r\nMessage-ID: <new@play.test>\r\n\r\ngames\r\n", service)
	if err := o.Deliver("newcomer@play.test", service, lobby); err != nil {
		t.Fatal(err)
	}
	h.until(func() bool {
		stats, err := h.db.Stats()
		return err == nil && stats.Unsettled == 0 && strings.Contains(h.log.String(), "newcomer")
	}, "a decision on the mail of a newcomer")
}

// While a stranger's domain does not answer, a player's mail that comes after theirs
// is decided; theirs ends too.
func TestPlayersDoNotWaitForStrangers(t *testing.T) {
	o := office(t)
	h := newHost(t, o)
	h.ready()
	h.play(1)
	h.close()
	asked, free := make(chan struct{}), make(chan struct{})
	var givenUp atomic.Bool
	first := sync.OnceFunc(func() { close(asked) })
	h.cfg.Lobby = config.Open
	h.cfg.Trust.LookupTXT = func(ctx context.Context, _ string) ([]string, error) {
		first()
		select {
		case <-free:
		case <-ctx.Done():
			givenUp.Store(true)
		}
		return nil, errors.New("no answer")
	}
	h.open()
	h.run()
	sign := trusttest.NewSigner(t)
	for i := range 3 {
		raw := fmt.Appendf(nil, "From: m%d@evil.example\r\nTo: %s\r\nSubject: hello\r\nMessage-ID: <dead%d@evil.example>\r\n\r\nhello\r\n", i, service, i)
		if err := o.Deliver("mallory@evil.example", service, sign.Sign(raw, "evil.example")); err != nil {
			t.Fatal(err)
		}
	}
	<-asked
	h.play(3)
	if givenUp.Load() {
		t.Error("three moves came only when nobody waited for the stranger's domain any more")
	}
	close(free)
	h.until(func() bool { n, all := marked(t, o.mailbox(t)); return n == all && all == 7 }, "the marks on all messages")
	h.right()
	h.once()
}
