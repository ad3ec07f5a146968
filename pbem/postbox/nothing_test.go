package postbox

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
)

// withoutText is an IMAP server that has message 7, and sends NIL for its text: the server has lost it.
func withoutText(t *testing.T) IMAPConfig {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		fmt.Fprint(c, "* OK hello\r\n")
		for in := bufio.NewScanner(c); in.Scan(); {
			tag, line, _ := strings.Cut(in.Text(), " ")
			switch word, rest, _ := strings.Cut(line, " "); word {
			case "CAPABILITY":
				fmt.Fprint(c, "* CAPABILITY IMAP4rev1\r\n")
			case "SELECT":
				fmt.Fprint(c, "* 1 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 8] x\r\n")
			case "UID":
				section := "BODY[]"
				if strings.Contains(rest, "HEADER") {
					section = "BODY[HEADER]<0>"
				}
				fmt.Fprintf(c, "* 1 FETCH (UID 7 %s NIL)\r\n", section)
			}
			fmt.Fprintf(c, "%s OK done\r\n", tag)
		}
	}()
	return IMAPConfig{Server: Server{Addr: l.Addr().String(), Security: Plain, User: pbem}}
}

// A message that is there, but of which the server sends nothing, is not gone: its text may come later.
func TestMessageWithoutText(t *testing.T) {
	cfg := withoutText(t)
	in := open(t, cfg)
	_, err := in.Fetch(t.Context(), 7)
	sentence(t, err, Refused, cfg.Addr, "message 7", "nothing")
	_, err = in.FetchHeader(t.Context(), 7)
	sentence(t, err, Refused, cfg.Addr, "message 7", "nothing")
	for _, f := range in.FetchAll(t.Context(), []Item{{UID: 7, Size: 100}}) {
		sentence(t, f.Err, Refused, cfg.Addr, "message 7", "nothing")
	}
}
