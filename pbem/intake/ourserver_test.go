package intake

import (
	"context"
	"fmt"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pbem/pbem/postbox"
	"pbem/store"
)

// ourServer is a Post to a server of ours that turns everybody away, until it heals.
type ourServer struct {
	mu    sync.Mutex
	says  error
	tries int
	sent  int
}

func (s *ourServer) Send(context.Context, string, string, []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tries++
	if s.says == nil {
		s.sent++
	}
	return s.says
}

func (s *ourServer) figures() (tries, sent int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tries, s.sent
}

// refusals returns what a sender says when our server cannot be reached, and when it lets us not in.
func refusals(t *testing.T) map[string]error {
	t.Helper()
	out := map[string]error{
		"the mails of the day are used up": &postbox.SendError{Temporary: true, Stage: postbox.AtData, Code: 550, Enhanced: "5.4.5", Msg: "Daily user sending limit exceeded"},
		"we may not send":                  &postbox.SendError{Temporary: true, Stage: postbox.AtRcpt, Code: 550, Enhanced: "5.1.8", Msg: "Access denied, bad outbound sender"},
		"it breaks off at MAIL":            &postbox.SendError{Temporary: true, Stage: postbox.AtMail, Code: 421, Enhanced: "4.7.0", Msg: "Try again later, closing connection"},
	}
	for name, addr := range map[string]string{"nobody is there": "127.0.0.1:1", "it is busy": busyServer(t)} {
		s := postbox.NewSender(postbox.SMTPConfig{Server: postbox.Server{Addr: addr, Security: postbox.Plain}})
		out[name] = s.Send(t.Context(), "pbem@play.test", "amy@play.test", []byte("x"))
		if out[name] == nil {
			t.Fatal("a mail went out to nobody")
		}
		s.Close()
	}
	return out
}

// busyServer greets with 421, as Gmail does after too many log-ins.
func busyServer(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			fmt.Fprint(c, "421 4.7.0 Try again later, closing connection\r\n")
			c.Close()
		}
	}()
	return l.Addr().String()
}

// While our own server takes nothing, one mail at a time tries it, and seldom: six hundred log-ins in a minute have an
// account locked. No mail fails over it, and all go out within some minutes, or an hour, after it takes mails again.
func TestOurServerTurnsUsAway(t *testing.T) {
	many := map[string]int{"nobody is there": 3, "it is busy": 600, "it breaks off at MAIL": 600, "the mails of the day are used up": 600, "we may not send": 3}
	most := map[string]int{"nobody is there": 320, "it is busy": 40, "it breaks off at MAIL": 40, "the mails of the day are used up": 40, "we may not send": 40}
	soon := map[string]time.Duration{"nobody is there": 5 * time.Minute, "it is busy": time.Hour, "it breaks off at MAIL": time.Hour, "the mails of the day are used up": time.Hour, "we may not send": time.Hour}
	for name, says := range refusals(t) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, s := &waiting{}, &ourServer{says: says}
				for i := range many[name] {
					to := fmt.Sprintf("p%d@d%d.example", i, i%20)
					w.mails = append(w.mails, store.Mail{ID: fmt.Sprint(i), Raw: []byte("x"), To: to, Unless: "none", Queued: time.Now()})
				}
				runs(t, outboxOver(w), s, s, s, s)

				time.Sleep(10 * time.Second)
				if tries, _ := s.figures(); tries > 8 {
					t.Errorf("it was tried %d times in ten seconds", tries)
				}
				time.Sleep(24 * time.Hour)
				if tries, _ := s.figures(); tries < 20 || tries > most[name] {
					t.Errorf("it was tried %d times in a day", tries)
				}
				s.mu.Lock()
				s.says = nil
				s.mu.Unlock()
				time.Sleep(soon[name] + time.Minute)
				if _, sent := s.figures(); sent != many[name] {
					t.Errorf("%d of %d mails went out in the end", sent, many[name])
				}
			})
		})
	}
}
