package postbox

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
)

// scripted is an SMTP server that answers what a test wants.
type scripted struct {
	addr string

	mu      sync.Mutex
	offers  []string
	holds   bool              // it answers nothing of a group before DATA, as RFC 2920 allows
	answers map[string]string // by the first word of a command; the greeting's is "", that of a mail "."
	heals   bool              // after it has closed a connection it gives the usual answers
	did     conversation
}

// A conversation is what a server hears and does in some time.
type conversation struct {
	conns int      // new connections
	heard []string // commands
	ahead int      // commands that came with more behind them
	turns int      // how often it answered
	data  []string // mails that were ended with a dot
}

// gone, at the end of an answer, closes the connection after it. After silence nothing is answered any more. An
// answer that begins with late comes with the next one.
const (
	gone    = "(gone)"
	silence = "(silence)"
	late    = "(late)"
)

var usualAnswers = map[string]string{
	"": "220 hello", "STARTTLS": "454 4.3.0 not now", "AUTH": "235 2.7.0 welcome", "MAIL": "250 2.1.0 ok", "RCPT": "250 2.1.5 ok",
	"DATA": "354 go on", ".": "250 2.0.0 taken", "RSET": "250 2.0.0 ok", "QUIT": "221 2.0.0 bye", "NOOP": "250 2.0.0 ok", "HELO": "250 hello",
}

func scriptedServer(t *testing.T, offers ...string) *scripted {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &scripted{addr: l.Addr().String(), offers: offers, holds: slices.Contains(offers, "PIPELINING")}
	var all sync.WaitGroup
	t.Cleanup(func() { l.Close(); all.Wait() })
	all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { defer c.Close(); s.serve(c) })
		}
	})
	return s
}

func (s *scripted) config() SMTPConfig {
	return SMTPConfig{Server: Server{Addr: s.addr, Security: Plain, Timeout: bound}, SubmitTimeout: bound}
}

// offer sets what is offered from now on, and whether groups are answered as one.
func (s *scripted) offer(holds bool, offers ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.holds, s.offers = holds, offers
}

// mend lets the server give the usual answers after it has closed a connection.
func (s *scripted) mend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heals = true
}

// say sets the answers from now on; the others are the usual ones.
func (s *scripted) say(answers map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = answers
}

func (s *scripted) serve(c net.Conn) {
	s.mu.Lock()
	s.did.conns++
	s.mu.Unlock()
	in := bufio.NewReader(c)
	if s.tell(c, s.answer("")) {
		return
	}
	held := ""
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		word := s.hear(strings.TrimSpace(line), in.Buffered())
		answer := s.answer(word)
		if answer == silence+"\r\n" {
			io.Copy(io.Discard, in)
			return
		}
		if rest, ok := strings.CutPrefix(answer, late); ok {
			held += rest
			continue
		}
		if s.grouped(word) && !strings.HasSuffix(answer, gone) {
			held += answer
			continue
		}
		if s.tell(c, held+answer) {
			return
		}
		held = ""
		if word == "DATA" && strings.HasPrefix(answer, "354") && !s.take(c, in) {
			return
		}
	}
}

// hear notes a command and returns its first word.
func (s *scripted) hear(line string, more int) (word string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.did.heard = append(s.did.heard, line)
	if more > 0 {
		s.did.ahead++
	}
	word, _, _ = strings.Cut(line, " ")
	return word
}

// grouped reports whether the answer to a command waits for that to DATA.
func (s *scripted) grouped(word string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.holds && (word == "MAIL" || word == "RCPT")
}

// answer is what the server says to a command.
func (s *scripted) answer(word string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer, ok := s.answers[word]
	switch {
	case !ok && word == "EHLO":
		answer = "250-hello\r\n250-" + strings.Join(append(s.offers, "ENHANCEDSTATUSCODES"), "\r\n250-")
		answer = answer[:strings.LastIndex(answer, "250-")] + "250 ENHANCEDSTATUSCODES"
	case !ok:
		answer = usualAnswers[word]
	}
	if strings.HasSuffix(answer, gone) {
		return answer
	}
	return answer + "\r\n"
}

// tell sends answers. It reports whether the connection is to be closed.
func (s *scripted) tell(c net.Conn, answers string) (over bool) {
	s.mu.Lock()
	s.did.turns++
	heals := s.heals
	s.mu.Unlock()
	text, over := strings.CutSuffix(answers, gone)
	if over && text != "" && !strings.HasSuffix(text, "\n") {
		text += "\r\n"
	}
	fmt.Fprint(c, text) // the client may have gone
	if over && heals {
		s.say(nil)
	}
	return over
}

// take reads a mail and answers it. It returns false when the connection is to be closed.
func (s *scripted) take(c net.Conn, in *bufio.Reader) bool {
	text := ""
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return false
		}
		if line == ".\r\n" {
			break
		}
		text += line
	}
	s.mu.Lock()
	s.did.data = append(s.did.data, text)
	s.mu.Unlock()
	return !s.tell(c, s.answer("."))
}

// since returns what has happened since the last call.
func (s *scripted) since() conversation {
	s.mu.Lock()
	defer s.mu.Unlock()
	did := s.did
	s.did = conversation{}
	return did
}
