package lmtp

import (
	"net"
	"strings"
	"testing"
)

// A session is busy until the answer to its mail is written, which is when it reads on: a server that stops does not cut
// it off before.
func TestBusyUntilTheAnswer(t *testing.T) {
	r := serve(t, Config{})
	r.talk(hello + "QUIT\r\n") // so that it serves
	here, there := net.Pipe()
	defer here.Close()
	defer there.Close()
	c := &client{Conn: here, server: r.Server}
	c.renew(mostTalk)
	s := &session{server: r.Server, client: c}
	if err := s.LMTPData(strings.NewReader(first), nil); err != nil {
		t.Fatal(err)
	}
	if !c.busy.Load() {
		t.Error("it may be cut off before it is answered")
	}
	go there.Write([]byte("QUIT\r\n"))
	if _, err := c.Read(make([]byte, 10)); err != nil || c.busy.Load() {
		t.Errorf("it reads on: busy is %v, %v", c.busy.Load(), err)
	}
}
