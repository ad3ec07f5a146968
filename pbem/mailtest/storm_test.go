package mailtest

import (
	"cmp"
	"flag"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"

	"pbem/internal/testsize"
)

var (
	stormMails = flag.Int("storm", 0, "how many mails TestStorm sends through connections that break; 0: some")
	stormSeed  = flag.Uint64("storm-seed", 1, "how they break")
)

// A storm stands between the service and a server. Of its connections some are
// cut after so many bytes, wherever that is, some come to nothing, some are slow
// and fall into small pieces; others are left alone.
type storm struct {
	addr, to, refusal string

	mu    sync.Mutex
	fates *rand.Rand
	calm  bool
	conns map[net.Conn]bool
	broke int
}

func newStorm(t *testing.T, to, refusal string) *storm {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &storm{addr: l.Addr().String(), to: to, refusal: refusal, fates: rand.New(rand.NewPCG(*stormSeed, uint64(len(refusal)))), conns: map[net.Conn]bool{}, calm: true}
	t.Cleanup(func() { l.Close(); s.clear() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.connect(c)
		}
	}()
	return s
}

// A fate is what becomes of a connection.
type fate struct {
	refused bool
	bytes   int64         // after which it is cut, in either direction
	piece   int           // bytes passed on at a time
	wait    time.Duration // before each
}

func (s *storm) fate() fate {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := fate{bytes: 1 << 40, piece: 32 << 10}
	if s.calm {
		return f
	}
	switch n := s.fates.IntN(10); {
	case n < 1:
		f.refused = true
	case n < 5:
		f.bytes = 50 + s.fates.Int64N(12000)
	case n < 7:
		f.piece, f.wait = 100+s.fates.IntN(900), time.Millisecond
	default:
		return f
	}
	s.broke++
	return f
}

func (s *storm) connect(in net.Conn) {
	f := s.fate()
	out, err := net.Dial("tcp", s.to)
	if f.refused || err != nil {
		io.WriteString(in, s.refusal)
		in.Close()
		return
	}
	s.mu.Lock()
	s.conns[in], s.conns[out] = true, true
	s.mu.Unlock()
	shut := sync.OnceFunc(func() { in.Close(); out.Close() })
	go func() { f.pass(in, out); shut() }()
	f.pass(out, in)
	shut()
}

// pass passes on what comes, until the connection is to be cut.
func (f fate) pass(from io.Reader, to io.Writer) {
	b := make([]byte, f.piece)
	for left := f.bytes; left > 0; {
		n, err := from.Read(b[:min(int64(len(b)), left)])
		time.Sleep(f.wait)
		if _, bad := to.Write(b[:n]); bad != nil || err != nil {
			return
		}
		left -= int64(n)
	}
}

// begin begins the storm, clear ends it; both end the connections there are.
func (s *storm) begin() { s.set(false) }
func (s *storm) clear() { s.set(true) }

func (s *storm) set(calm bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calm = calm
	for c := range s.conns {
		c.Close()
	}
}

// Connections to both servers break in every way while mails come in: each is
// carried out once, none is set aside or given up, and all answers go out when
// it is over, or were overtaken.
//
//	go test ./pbem/mailtest -run TestStorm -timeout 2h -args -storm 500 -storm-seed 7
func TestStorm(t *testing.T) {
	t.Parallel()
	h := newHost(t, office(t))
	in, out := newStorm(t, h.cfg.IMAP.Addr, "* BYE try again later\r\n"), newStorm(t, h.cfg.SMTP.Addr, "421 4.3.2 try again later\r\n")
	h.cfg.IMAP.Addr, h.cfg.SMTP.Addr, h.cfg.SMTP.Timeout = in.addr, out.addr, 5*time.Second
	h.cfg.SMTP.MailsPerConn = 2 // so that there are many connections
	h.close()
	h.open()
	h.ready()
	in.begin()
	out.begin()
	mails := cmp.Or(*stormMails, testsize.Of(4, 4, 8))
	for n := range min(mails, len(h.script.Moves)) {
		from, to, raw := h.next()
		h.send(from, to, raw)
		if n%2 == 1 { // those that are left alone are cut now and then, too
			in.begin()
		}
		h.carriedOut(raw)
	}
	in.clear()
	out.clear()
	h.until(func() bool {
		waiting, err := h.db.Due(time.Now().AddDate(1, 0, 0), 0)
		for _, m := range waiting {
			if m.Tries > 0 && m.Next.After(time.Now()) {
				err = h.db.Requeue(m.ID, time.Now()) // as the host does with "host retry"
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		h.service.Outbox.Wake()
		h.service.Tick(t.Context())
		return err == nil && len(waiting) == 0
	}, "all mails to go out")
	h.halt()
	h.right()
	h.nothingSetAside()
	for _, name := range everybody[1:] {
		if len(h.Mails(Address(name))) == 0 {
			t.Errorf("%s got nothing", name)
		}
	}
	if in.broke+out.broke < 4 {
		t.Errorf("only %d and %d connections broke", in.broke, out.broke)
	}
	t.Logf("%d connections to the mailbox broke, %d to the outgoing server", in.broke, out.broke)
}
