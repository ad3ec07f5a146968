package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net/mail"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"pbem/internal/freeport"
	"pbem/internal/testsize"
	"pbem/pbem/demo"
	"pbem/pbem/evening"
)

// mailer is the mail program of a person who knows only what the demo prints.
type mailer struct {
	t              *testing.T
	imap, smtp     string
	user, password string
	pen            *evening.Player // writes like a mail program
	last           string          // Message-ID of the last sent mail
	read           uint32          // number of messages read in the inbox
}

var (
	serverLine = regexp.MustCompile(`(IMAP|SMTP)  server (\S+), port (\d+), no encryption`)
	yourLine   = regexp.MustCompile(`address and user (\S+) +password (\S+)  yours`)
)

// setUp sets up a mail program as the printed text says.
func setUp(t *testing.T, words string) *mailer {
	t.Helper()
	servers, you := serverLine.FindAllStringSubmatch(words, -1), yourLine.FindStringSubmatch(words)
	if len(servers) != 2 || you == nil {
		t.Fatalf("a newcomer cannot set up a mail program by this:\n%s", words)
	}
	return &mailer{t: t, imap: servers[0][2] + ":" + servers[0][3], smtp: servers[1][2] + ":" + servers[1][3], user: you[1], password: you[2],
		pen: evening.NewPlayer("A Newcomer", you[1], 18, evening.Character{})}
}

// news fetches the new mails of the inbox, in order.
func (m *mailer) news() (out []received) {
	m.t.Helper()
	c, err := imapclient.DialInsecure(m.imap, nil)
	if err != nil {
		m.t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(m.user, m.password).Wait(); err != nil {
		m.t.Fatal(err)
	}
	box, err := c.Select("INBOX", nil).Wait()
	if err != nil {
		m.t.Fatal(err)
	}
	whole := &imap.FetchItemBodySection{Peek: true}
	for m.read < box.NumMessages {
		got, err := c.Fetch(imap.SeqSetNum(m.read+1), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{whole}}).Collect()
		if err != nil {
			m.t.Fatal(err)
		}
		raw := got[0].FindBodySection(whole)
		body, err := demo.Body(raw)
		if err != nil {
			m.t.Fatal(err)
		}
		msg, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			m.t.Fatal(err)
		}
		m.read++
		out = append(out, received{msg, raw, body})
	}
	return out
}

// A received is a mail and its text.
type received struct {
	*mail.Message
	raw  []byte
	body string
}

// answer replies to a mail with a line.
func (m *mailer) answer(to received, line string) {
	m.t.Helper()
	err := m.pen.Read(to.raw)
	a, wrong := m.pen.Reply(time.Now(), line)
	if err := errors.Join(err, wrong); err != nil {
		m.t.Fatal(err)
	}
	m.last = "<" + a.ID + ">"
	host, _, _ := strings.Cut(m.smtp, ":")
	if err := smtp.SendMail(m.smtp, smtp.PlainAuth("", m.user, m.password, host), m.user, []string{a.To}, a.Raw); err != nil {
		m.t.Fatal(err)
	}
}

// standstill is how long the game may stop on a busy machine.
const standstill = 60 * time.Second

// A newcomer takes a seat of the demo that is kept, told nothing but what it
// prints, and plays on with the others by what the mails offer; in large tests
// twice, each time in a fresh folder.
func TestKeptDemo(t *testing.T) {
	t.Parallel()
	if testsize.Race {
		t.Skip("two whole games in another process take six minutes under the race detector; the demo itself is played under it in its package")
	}
	first, both := map[string]int{"first": 8}, map[string]int{"first": 20, "second": 5}
	for folder, moves := range testsize.More(first, first, both) {
		t.Run(folder, func(t *testing.T) {
			d := keptDemo(t, filepath.Join(t.TempDir(), folder))
			n := &newcomer{mailer: setUp(t, d.words()), dice: rand.New(rand.NewPCG(18, uint64(len(folder))))}
			n.play(moves)
			d.stop()
		})
	}
}

// A kept is a demo with --keep in a process of its own.
type kept struct {
	t   *testing.T
	cmd *exec.Cmd
	out *bufio.Reader
	err bytes.Buffer
}

// keptDemo starts a demo in a folder that does not exist yet.
func keptDemo(t *testing.T, folder string) *kept {
	t.Helper()
	d := &kept{t: t, cmd: exec.Command("pbem", "demo", "--keep", "--data", folder, "--smtp", unusedAddress(t), "--imap", unusedAddress(t))}
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	d.out, d.cmd.Stderr = bufio.NewReader(out), &d.err
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.cmd.Process.Kill() })
	return d
}

// unusedAddress returns an address at which nobody listens.
func unusedAddress(t *testing.T) string {
	t.Helper()
	at, err := freeport.Address()
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// words reads what the demo prints, until nothing more will come.
func (d *kept) words() string {
	d.t.Helper()
	var all strings.Builder
	for {
		line, err := d.out.ReadString('\n')
		all.WriteString(line)
		if strings.Contains(line, "Ctrl-C") {
			return all.String()
		}
		if err != nil {
			d.t.Fatalf("it ended with %v, and said\n%s%s", err, all.String(), d.err.String())
		}
	}
}

// stop stops the demo as its last line says.
func (d *kept) stop() {
	d.t.Helper()
	if err := d.cmd.Process.Signal(os.Interrupt); err != nil {
		d.t.Fatal(err)
	}
	rest, _ := io.ReadAll(d.out)
	if err := d.cmd.Wait(); err != nil || string(rest) != "stopped\n" || d.err.Len() > 0 {
		d.t.Errorf("%v; it said %q and %q", err, rest, d.err.String())
	}
}

// A newcomer answers mails with a line that they offer.
type newcomer struct {
	*mailer
	dice *rand.Rand
	at   string // the last position that was answered
}

var cutLine = regexp.MustCompile(`above this line \((g\d+ #\d+)\)`)

// position returns which position a mail is about.
func position(body string) string { return cutLine.FindString(body) }

// play answers mails until enough moves are played. Like a person it waits for the result
// of a move before it makes the next: mails written before that are old news.
func (n *newcomer) play(moves int) {
	n.t.Helper()
	var said []string
	waits := false
	for moved := time.Now(); len(said) < moves; time.Sleep(50 * time.Millisecond) {
		if time.Since(moved) > standstill {
			n.t.Fatalf("nothing moves any more after %q", said)
		}
		var asks *received
		for _, l := range n.news() {
			if waits && l.Header.Get("In-Reply-To") != n.last {
				continue
			}
			waits, moved, asks = false, time.Now(), &l
			if strings.Contains(strings.ToLower(l.Header.Get("Subject")+l.body), "nothing was carried out") {
				if position(l.body) == n.at {
					n.t.Fatalf("%q was offered and refused:\n%s", said[len(said)-1], l.body)
				}
				said = said[:len(said)-1] // somebody else was quicker
			}
		}
		if asks == nil || !strings.Contains(asks.Header.Get("Subject"), "your move") {
			continue
		}
		if lines := offered(asks.body); len(lines) > 0 {
			said, n.at = append(said, lines[n.dice.IntN(len(lines))]), position(asks.body)
			n.answer(*asks, said[len(said)-1])
			waits = true
		}
	}
}

// offered returns the moves that a mail offers, without explanations and without plans
// for later.
func offered(body string) (lines []string) {
	_, rest, ok := strings.Cut(body, "\nYOU MAY NOW SAY")
	if !ok {
		return nil
	}
	for line := range strings.Lines(rest) {
		if strings.TrimSpace(line) != "" && line[0] != ' ' && len(lines) > 0 {
			break
		}
		if line, ok := strings.CutPrefix(line, "  . "); ok && line[0] != ' ' {
			line, _, _ = strings.Cut(strings.TrimSpace(line), "  ")
			if !strings.HasPrefix(line, "plan ") {
				lines = append(lines, line)
			}
		}
	}
	return lines
}
