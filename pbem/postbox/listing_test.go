package postbox

import (
	"bufio"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"
)

// Messages are listed in the order of their UIDs, whatever the order in which the server names them, and only those
// above the one asked for: the range up to the last message names that always.
func TestListedInOrder(t *testing.T) {
	in := open(t, imapSaying(t, func(word, rest string) (string, string) {
		switch {
		case word == "SELECT":
			return "* 4 EXISTS\r\n", ""
		case word == "UID":
			return "* 4 FETCH (UID 9 RFC822.SIZE 90 FLAGS ($pbemDONE))\r\n* 2 FETCH (UID 5 RFC822.SIZE 50 FLAGS ())\r\n* 3 FETCH (UID 7 RFC822.SIZE 70 FLAGS (\\Seen))\r\n", ""
		}
		return "", ""
	}))
	for after, want := range map[uint32][]Item{
		4: {{UID: 5, Size: 50}, {UID: 7, Size: 70}, {UID: 9, Size: 90, Done: true}}, 5: {{UID: 7, Size: 70}, {UID: 9, Size: 90, Done: true}}, 9: {},
	} {
		if got := list(t, in, after); !slices.Equal(got, want) {
			t.Errorf("above %d: %v, want %v", after, got, want)
		}
	}
}

// The server's names of personal folders begin with a prefix, which is put before those of ours that lack it. A folder
// that is missing is made, also if another program makes it at the same time, and a server that knows no subscription
// is no error.
func TestFoldersBehindAPrefix(t *testing.T) {
	for name, c := range map[string]struct {
		namespace, end string // the answer to NAMESPACE
		made           string // the answer to CREATE
		subscribed     string
		folder, want   string // as configured, and as the server hears it
		kind           Kind
	}{
		"a prefix":         {`* NAMESPACE (("INBOX." ".")) NIL NIL`, "", "", "", "done", "INBOX.done", NoError},
		"named in full":    {`* NAMESPACE (("INBOX." ".")) NIL NIL`, "", "", "", "INBOX.done", "INBOX.done", NoError},
		"no prefix":        {`* NAMESPACE (("" "/")) NIL NIL`, "", "", "", "done", "done", NoError},
		"nothing personal": {`* NAMESPACE NIL NIL NIL`, "", "", "", "done", "done", NoError},
		"refused":          {"", "NO not here", "", "", "done", "done", NoError},
		"made meanwhile":   {`* NAMESPACE (("" "/")) NIL NIL`, "", "NO [ALREADYEXISTS] it is there", "", "done", "done", NoError},
		"not made":         {`* NAMESPACE (("" "/")) NIL NIL`, "", "NO [OVERQUOTA] no", "", "done", "done", Refused},
		"not subscribed":   {`* NAMESPACE (("" "/")) NIL NIL`, "", "", "NO what is that", "done", "done", NoError},
	} {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			var heard []string
			cfg := imapSaying(t, func(word, rest string) (string, string) {
				mu.Lock()
				defer mu.Unlock()
				line := strings.ReplaceAll(word+" "+rest, `"`, "")
				switch word {
				case "CAPABILITY":
					return "* CAPABILITY IMAP4rev1 NAMESPACE MOVE\r\n", ""
				case "NAMESPACE":
					return c.namespace + strings.Repeat("\r\n", min(len(c.namespace), 1)), c.end
				case "UID":
					heard = append(heard, line)
					if len(heard) == 1 {
						return "", "NO [TRYCREATE] there is no such folder"
					}
				case "CREATE":
					heard = append(heard, line)
					return "", c.made
				case "SUBSCRIBE":
					heard = append(heard, line)
					return "", c.subscribed
				}
				return "", ""
			})
			cfg.Filing, cfg.Processed = Folders, c.folder
			in := open(t, cfg)
			err := in.File(t.Context(), Processed, 7)
			want := []string{"UID MOVE 7 " + c.want, "CREATE " + c.want}
			if c.made == "" {
				want = append(want, "SUBSCRIBE "+c.want)
			}
			if c.kind == NoError {
				want = append(want, "UID MOVE 7 "+c.want)
			}
			mu.Lock()
			defer mu.Unlock()
			if KindOf(err) != c.kind || !slices.Equal(heard, want) {
				t.Errorf("the server heard %q, want %q; %v", heard, want, err)
			}
		})
	}
}

// A message is too large if it has more bytes than the limit. One that has just as many is read with the others, and so
// is one whose size the server gives too small.
func TestMessageAtTheLimit(t *testing.T) {
	var mu sync.Mutex
	asked := 0
	cfg := imapSaying(t, func(word, rest string) (string, string) {
		if word != "UID" {
			return "", ""
		}
		mu.Lock()
		defer mu.Unlock()
		asked++
		return "* 1 FETCH (UID 7 BODY[] {10}\r\n0123456789)\r\n* 2 FETCH (UID 8 BODY[] {11}\r\n01234567890)\r\n", ""
	})
	cfg.MaxMessage = 10
	in := open(t, cfg)
	all := in.FetchAll(t.Context(), []Item{{UID: 7, Size: 10}, {UID: 8, Size: 1}, {UID: 9, Size: 11}})
	if string(all[0].Raw) != "0123456789" || all[0].Err != nil || KindOf(all[1].Err) != TooLarge || KindOf(all[2].Err) != TooLarge {
		t.Errorf("%v", all)
	}
	mu.Lock()
	defer mu.Unlock()
	if asked != 1 {
		t.Errorf("the server was asked %d times", asked)
	}
}

// A server that sends little at a time is not given up while it sends.
func TestSlowServer(t *testing.T) {
	const text = "0123456789012345678901234567890123456789"
	addr := serving(t, func(c net.Conn) {
		fmt.Fprint(c, "* OK hello\r\n")
		for in := bufio.NewScanner(c); in.Scan(); {
			tag, line, _ := strings.Cut(in.Text(), " ")
			switch word, _, _ := strings.Cut(line, " "); word {
			case "CAPABILITY":
				fmt.Fprint(c, "* CAPABILITY IMAP4rev1\r\n")
			case "UID":
				fmt.Fprintf(c, "* 1 FETCH (UID 7 BODY[] {%d}\r\n", len(text))
				for _, b := range []byte(text) { // three times the timeout
					time.Sleep(75 * time.Millisecond)
					c.Write([]byte{b})
				}
				fmt.Fprint(c, ")\r\n")
			}
			fmt.Fprintf(c, "%s OK done\r\n", tag)
		}
	})
	in := open(t, IMAPConfig{Server: Server{Addr: addr, Security: Plain, User: pbem, Password: "x", Timeout: time.Second}})
	raw, err := in.Fetch(t.Context(), 7)
	if err != nil || string(raw) != text {
		t.Errorf("%q, %v", raw, err)
	}
}

// IDLE is renewed before servers end it, half an hour after its beginning (RFC 2177), whatever is configured.
func TestIdleEndsInTime(t *testing.T) {
	for configured, want := range map[time.Duration]time.Duration{0: 9 * time.Minute, time.Minute: time.Minute, time.Hour: 25 * time.Minute} {
		if got := (IMAPConfig{IdleFor: configured}).complete().IdleFor; got != want {
			t.Errorf("%v: %v, want %v", configured, got, want)
		}
	}
}

// The port may be left out of an address, with and without brackets around an address of IPv6.
func TestPortLeftOut(t *testing.T) {
	for said, want := range map[string]string{"mail.example": "mail.example:993", "::1": "[::1]:993", "[::1]": "[::1]:993", "[::1]:143": "[::1]:143", "": ""} {
		if got := (Server{Addr: said}).complete("993", "143").Addr; got != want {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
	}
}

// A message that is gone from the folder is not counted, so the next that comes is news, though the server does not tell
// our own command of it.
func TestNewsAfterRemoving(t *testing.T) {
	n := news{arrived: make(chan struct{})}
	n.reset(3)
	n.lower(2)
	n.lower(5) // it counts only what is gone
	three := uint32(3)
	n.mailbox(&imapclient.UnilateralDataMailbox{NumMessages: &three})
	if !n.take() || n.take() {
		t.Error("a third message is no news after one of three was removed")
	}
	n.mailbox(&imapclient.UnilateralDataMailbox{NumMessages: &three})
	if n.pending() {
		t.Error("a repeated number is news")
	}
}

// A spam folder that was made anew numbers its messages anew: all in it are looked at.
func TestSpamFolderMadeAnew(t *testing.T) {
	var mu sync.Mutex
	validity := 1
	cfg := imapSaying(t, func(word, rest string) (string, string) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case word == "SELECT":
			return fmt.Sprintf("* 1 EXISTS\r\n* OK [UIDVALIDITY %d] x\r\n", validity), ""
		case strings.Contains(rest, "HEADER"):
			return "* 1 FETCH (UID 7 BODY[HEADER]<0> {3}\r\nA:b)\r\n", ""
		case word == "UID":
			return "* 1 FETCH (UID 7 RFC822.SIZE 9 FLAGS ())\r\n", ""
		}
		return "", ""
	})
	cfg.Spam = "Junk"
	looked := 0
	folder := NewSpamFolder(cfg)
	for i, want := range []int{1, 1, 2, 2} {
		mu.Lock()
		validity = 1 + i/2
		mu.Unlock()
		moved, err := folder.Fetch(t.Context(), func([]byte) (bool, error) { looked++; return false, nil })
		if moved != 0 || err != nil || looked != want {
			t.Errorf("look %d: %d messages were judged so far, want %d; %d moved, %v", i, looked, want, moved, err)
		}
	}
}
