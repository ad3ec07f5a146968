package mailtest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A real mail program, Debian's mutt at a terminal, reads what the service sent
// from Dovecot, answers through Postfix, and its user gets the answer: with the move
// above the quote, then below it, then in an answer to all mails of the mailbox at once,
// which mutt quotes one below the other, and last above a mail that is forwarded to its
// own reply address.
func TestMutt(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"mutt", "script"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("no real mail program answers here: %v (apt-get install mutt bsdutils)", err)
		}
	}
	s := Start(t, everybody...)
	h := newHost(t, s)
	h.ready()
	for n, how := range []habit{
		{edit: "cat moves - quoted", typed: answering},
		{edit: "cat quoted - moves", typed: answering},
		{edit: "cat moves - quoted", typed: answering[2:], settings: `set reply_to = yes
set text_flowed = yes
push "<tag-pattern>~A<enter><tag-prefix><reply>"
`},
		{edit: "cat moves - quoted", typed: forwarding, settings: `push "<last-entry><forward-message>"
`},
	} {
		m := h.script.Moves[h.said]
		h.said++
		h.until(func() bool {
			box := h.Mails(Address(player(m.By)))
			return h.current(box[len(box)-1])
		}, "the mail that asks the next player") // else mutt may find one that was under way
		box := h.Mails(Address(player(m.By)))
		sent := h.mutt(s, player(m.By), how, m.Lines)
		if how.settings == "" {
			h.answers(sent, header(t, box[len(box)-1]))
		}
		if quoted := h.Mails(service)[n]; strings.Contains(how.settings, "<tag-prefix>") && bytes.Count(quoted, []byte("\n>-- write your commands")) != len(box) {
			t.Errorf("mutt did not quote %d mails:\n%s", len(box), quoted)
		}
		h.until(func() bool { return h.answer(Address(player(m.By)), sent.Get("Message-ID")) != nil }, "the answer to mutt's mail")
		h.right()
		if got := len(h.Mails(service)); got != n+1 {
			t.Errorf("the service got %d mails", got)
		}
	}
	h.once()
}

// A habit is how somebody uses mutt.
type habit struct {
	edit     string // how the editor joins the moves and the quote
	settings string // beside those that all have
	typed    []keys
}

// keys are what a user types when mutt shows something. ADDRESS is where answers to their newest mail go.
type keys struct{ shown, typed string }

// answering is what mutt shows, as it comes, and what its user types then.
var answering = []keys{
	{"q:Quit", "*r"}, // the last mail of the list
	{"Reply to pbem+", "\r"},
	{"To: ", "\r"},
	{"Subject: Re: ", "\r"},
	{"Include message in reply?", "\r"},
	{"y:Send", "y"}, // the editor has run
	{"Mail sent.", "q"},
}

// forwarding is the same where a mail is forwarded.
var forwarding = []keys{{"To: ", "ADDRESS\r"}, {"Subject: ", "\r"}, {"y:Send", "y"}, {"Mail sent.", "q"}}

// mutt has a player answer, and returns the header of what mutt sent.
func (h *host) mutt(s *Servers, name string, how habit, moves []string) mail.Header {
	h.t.Helper()
	before, mails := len(h.Mails(service)), h.Mails(Address(name))
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	defer cancel()
	home := s.muttHome(h.t.TempDir(), name, how, moves)
	cmd := exec.CommandContext(ctx, "script", "--quiet", "--flush", "--return", "--command", "stty rows 40 cols 100; exec mutt -n -F muttrc", "/dev/null")
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "HOME="+home, "TERM=xterm", "LC_ALL=C.UTF-8", "MAIL=")
	pipe, err := cmd.StdinPipe()
	s.must(err)
	screen, err := cmd.StdoutPipe()
	s.must(err)
	s.must(cmd.Start())
	replyTo, err := mail.ParseAddress(header(h.t, mails[len(mails)-1]).Get("Reply-To"))
	s.must(err)
	seen := typing(screen, pipe, how.typed, replyTo.Address)
	if err := cmd.Wait(); err != nil {
		h.t.Fatalf("mutt: %v; it showed %q", err, seen)
	}
	h.until(func() bool { return len(h.Mails(service)) > before }, "mutt's mail")
	sent := h.Mails(service)
	return header(h.t, sent[len(sent)-1])
}

// typing reads what mutt shows until it has quit, and types what its user types.
func typing(screen io.Reader, pipe io.WriteCloser, todo []keys, address string) (seen string) {
	defer pipe.Close()
	var shown []byte
	from := 0
	for block := make([]byte, 4096); ; {
		n, err := screen.Read(block)
		shown = append(shown, block[:n]...)
		seen = string(control.ReplaceAll(shown, nil))
		for len(todo) > 0 {
			at := strings.Index(seen[min(from, len(seen)):], todo[0].shown)
			if at < 0 {
				break
			}
			io.WriteString(pipe, strings.ReplaceAll(todo[0].typed, "ADDRESS", address)) // when mutt has gone, its end says so
			from += at + len(todo[0].shown)
			todo = todo[1:]
		}
		if err != nil {
			return seen
		}
	}
}

// control finds what moves and colours, between what is shown: ECMA-48 5.4.
var control = regexp.MustCompile(`\x1b(?:\[[0-?]*[ -/]*[@-~]|[(=>][B]?)`)

// answers checks that mutt's mail answers another.
func (h *host) answers(sent, other mail.Header) {
	h.t.Helper()
	refs := strings.Fields(sent.Get("References"))
	if want := append(strings.Fields(other.Get("References")), other.Get("Message-ID")); fmt.Sprint(refs) != fmt.Sprint(want) {
		h.t.Errorf("mutt's References are %v, want %v", refs, want)
	}
	if got := sent.Get("In-Reply-To"); got != other.Get("Message-ID") {
		h.t.Errorf("mutt answers %s", got)
	}
}

// muttHome fills mutt's folder: its settings, the moves, the editor, and where it
// keeps mails, for which it would ask.
func (s *Servers) muttHome(home, name string, how habit, moves []string) string {
	s.must(os.Mkdir(filepath.Join(home, "Mail"), 0o700))
	fill := strings.NewReplacer("IMAPS", s.IMAPS, "SMTP", s.SMTP, "ADDRESS", Address(name), "NAME", name, "PASSWORD", Password, "DIR", s.dir)
	for file, text := range map[string]string{
		"muttrc": fill.Replace(muttrc) + how.settings,
		"moves":  strings.Join(moves, "\n") + "\n",
		"edit":   "#!/bin/sh\ncp \"$1\" quoted && echo | " + how.edit + " >\"$1\"\n",
	} {
		s.must(os.WriteFile(filepath.Join(home, file), []byte(text), 0o700))
	}
	return home
}

// muttrc says whose mailbox it is; all else is as mutt comes.
const muttrc = `set from = "ADDRESS"
set realname = "NAME"
set spoolfile = "imaps://IMAPS/INBOX"
set imap_user = "ADDRESS"
set imap_pass = "PASSWORD"
set smtp_url = "smtp://NAME%40play.test@SMTP/"
set smtp_pass = "PASSWORD"
set ssl_starttls = yes
set certificate_file = "DIR/cert.pem"
set editor = "./edit"
set record = ""
set quit = yes
`
