package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	bolt "go.etcd.io/bbolt"

	"pbem/internal/freeport"
	"pbem/internal/testsize"
	"pbem/pbem/postbox"
	"pbem/pbem/postoffice"
	"pbem/store"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"pbem": func() { Main() }})
}

// The scripts in testdata start pbem as a person does. They may use the commands of
// testscript and these:
//
//	fails TEXT             check that the last pbem printed one sentence with TEXT on
//	                       standard error, and nothing else
//	office ADDRESS ...     start a mail server with these mailboxes; their password is
//	                       "secret", and $IMAP and $SMTP are its addresses
//	fill FILE              put the values of variables into a file
//	mails ADDRESS N TEXT   wait for the N-th mail of a mailbox, which must contain TEXT
//	answer ADDRESS LINE    answer the newest mail of a mailbox
//	fetch PATH             print a page of the service with its pages at $WATCH
//	terminate              send SIGTERM to what runs in the background
//	holds FILE             keep a database open, like another process
//	newer FILE             make a database of a newer format
//	flips FILE TEXT        flip a bit wherever a text stands in a file
//	spoils FILE            damage the pages of a database
//	occupies ADDR          listen at an address, unless somebody does already
//	silent                 be a server at $IMAP and $SMTP that never answers
//	called                 wait until somebody connects to it
//	coast FILE [OLD NEW]   write the facts of a small title, with one text replaced
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"fails": fails, "office": office, "mails": mails, "answer": answer, "terminate": terminate,
			"holds": holds, "newer": newer, "flips": flips, "spoils": spoils, "occupies": occupies, "fill": fill, "silent": silent, "called": called,
			"fetch": fetch, "coast": coast,
		},
		Condition: func(c string) (bool, error) {
			if c != "race" {
				return false, fmt.Errorf("there is no condition %s", c)
			}
			return testsize.Race, nil
		},
	})
}

func fails(ts *testscript.TestScript, _ bool, args []string) {
	said := ts.ReadFile("stderr")
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("it failed and yet said on standard output: %s", out)
	}
	if !strings.HasPrefix(said, "pbem: ") || strings.Count(said, "\n") != 1 || !strings.HasSuffix(said, "\n") {
		ts.Fatalf("that is not one sentence: %q", said)
	}
	if want := strings.Join(args, " "); !strings.Contains(said, want) {
		ts.Fatalf("it said %q, want %q", said, want)
	}
}

// offices are the mail servers of the running scripts.
var offices sync.Map

func officeOf(ts *testscript.TestScript) *postoffice.Office {
	o, ok := offices.Load(ts)
	if !ok {
		ts.Fatalf("there is no office")
	}
	return o.(*postoffice.Office)
}

func office(ts *testscript.TestScript, _ bool, args []string) {
	o, err := postoffice.Start(postoffice.Config{Domain: "play.example"})
	ts.Check(err)
	ts.Defer(func() { o.Close() })
	for _, a := range args {
		o.Add(a, "secret")
	}
	ts.Setenv("IMAP", o.IMAPAddr())
	ts.Setenv("SMTP", o.SMTPAddr())
	ts.Setenv("WATCH", freeAddress(ts))
	offices.Store(ts, o)
	ts.Defer(func() { offices.Delete(ts) })
}

func fill(ts *testscript.TestScript, _ bool, args []string) {
	name := ts.MkAbs(args[0])
	ts.Check(os.WriteFile(name, []byte(os.Expand(ts.ReadFile(name), ts.Getenv)), 0o600))
}

// mails waits for a mail.
func mails(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	box, err := officeOf(ts).WaitMail(ctx, args[0], n)
	ts.Check(err)
	if want := strings.Join(args[2:], " "); !strings.Contains(string(box[n-1].Raw), want) {
		ts.Fatalf("mail %d to %s has no %q:\n%s", n, args[0], want, box[n-1].Raw)
	}
}

// answer answers the newest mail of a mailbox over SMTP.
func answer(ts *testscript.TestScript, _ bool, args []string) {
	o := officeOf(ts)
	box := o.Mailbox(args[0])
	m, err := mail.ReadMessage(bytes.NewReader(box[len(box)-1].Raw))
	ts.Check(err)
	to, err := mail.ParseAddress(m.Header.Get("Reply-To"))
	ts.Check(err)
	raw := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nSubject: Re: your move\r\nMessage-ID: <%d@%s>\r\nIn-Reply-To: %s\r\n\r\n%s\r\n",
		args[0], to.Address, len(box), args[0], m.Header.Get("Message-ID"), strings.Join(args[1:], " "))
	out := postbox.NewSender(postbox.SMTPConfig{Server: postbox.Server{Addr: o.SMTPAddr(), Security: postbox.Plain, User: args[0], Password: "secret"}})
	defer out.Close()
	ts.Check(out.Send(context.Background(), args[0], to.Address, []byte(raw)))
}

// freeAddress returns an address at which nobody listens.
func freeAddress(ts *testscript.TestScript) string {
	at, err := freeport.Address()
	ts.Check(err)
	return at
}

// fetch gets a page. If a pattern is given, it tries until the page matches, because a
// sent mail is counted a moment later.
func fetch(ts *testscript.TestScript, _ bool, args []string) {
	wanted := regexp.MustCompile(strings.Join(args[1:], ""))
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		answer, err := http.Get("http://" + ts.Getenv("WATCH") + args[0])
		ts.Check(err)
		page, err := io.ReadAll(answer.Body)
		ts.Check(errors.Join(err, answer.Body.Close()))
		if wanted.Match(page) || time.Now().After(end) {
			fmt.Fprintf(ts.Stdout(), "%s", page)
			return
		}
	}
}

func terminate(ts *testscript.TestScript, _ bool, _ []string) {
	for _, c := range ts.BackgroundCmds() {
		ts.Check(c.Process.Signal(syscall.SIGTERM))
	}
}

func holds(ts *testscript.TestScript, _ bool, args []string) {
	name := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(name), 0o700))
	db, err := store.Open(name, store.Options{})
	ts.Check(err)
	ts.Defer(func() { db.Close() })
}

func newer(ts *testscript.TestScript, _ bool, args []string) {
	name := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(name), 0o700))
	db, err := store.Open(name, store.Options{NoSync: true})
	ts.Check(err)
	ts.Check(db.Close())
	b, err := bolt.Open(name, 0o600, nil)
	ts.Check(err)
	err = b.Update(func(tx *bolt.Tx) error {
		meta := tx.Bucket([]byte("meta"))
		return errors.Join(meta.Put([]byte("version"), []byte("99")), meta.Delete([]byte("tallies")))
	})
	ts.Check(errors.Join(err, b.Close()))
}

// flips flips a bit at every place where a text stands in a file.
func flips(ts *testscript.TestScript, _ bool, args []string) {
	name := ts.MkAbs(args[0])
	was := ts.ReadFile(args[0])
	is := strings.ReplaceAll(was, args[1], string(args[1][0]^1)+args[1][1:])
	if is == was {
		ts.Fatalf("there is no %q in it", args[1])
	}
	ts.Check(os.WriteFile(name, []byte(is), 0o600))
}

// spoils flips a bit in the head of every page that has rows.
func spoils(ts *testscript.TestScript, _ bool, args []string) {
	const page, flags, leaf = 4096, 8, 2
	file := []byte(ts.ReadFile(args[0]))
	for at := 4 * page; at < len(file); at += page {
		if file[at+flags] == leaf {
			file[at+flags] ^= 8
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), file, 0o600))
}

func occupies(ts *testscript.TestScript, _ bool, args []string) {
	if l, err := net.Listen("tcp", args[0]); err == nil {
		ts.Defer(func() { l.Close() })
	}
}

// calls are the connections to silent servers.
var calls sync.Map

func silent(ts *testscript.TestScript, _ bool, _ []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { l.Close() })
	ts.Setenv("IMAP", l.Addr().String())
	ts.Setenv("SMTP", l.Addr().String())
	came := make(chan net.Conn, 1)
	calls.Store(ts, came)
	go func() {
		if c, err := l.Accept(); err == nil {
			came <- c
		}
	}()
}

func called(ts *testscript.TestScript, _ bool, _ []string) {
	came, _ := calls.LoadAndDelete(ts)
	select {
	case c := <-came.(chan net.Conn):
		ts.Defer(func() { c.Close() })
	case <-time.After(20 * time.Second):
		ts.Fatalf("nobody called")
	}
}
