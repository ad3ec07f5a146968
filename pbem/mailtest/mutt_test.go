package mailtest

import (
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
// from Dovecot, answers through Postfix, and its user gets the answer: once with
// the move above the quote, then below it.
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
	for n, edit := range []string{"cat moves - quoted", "cat quoted - moves"} {
		m := h.script.Moves[h.said]
		h.said++
		h.until(func() bool {
			box := h.Mails(Address(player(m.By)))
			return h.current(box[len(box)-1])
		}, "the mail that asks the next player") // else mutt may find one that was under way
		id := h.mutt(s, player(m.By), edit, m.Lines)
		h.until(func() bool { return h.answer(Address(player(m.By)), id) != nil }, "the answer to mutt's mail")
		h.right()
		if got := len(h.Mails(service)); got != n+1 {
			t.Errorf("the service got %d mails", got)
		}
	}
	h.once()
}

// answering is what mutt shows, as it comes, and what its user types then.
var answering = []struct{ shown, keys string }{
	{"q:Quit", "*r"}, // the last mail of the list
	{"Reply to pbem+", "\r"},
	{"To: ", "\r"},
	{"Subject: Re: ", "\r"},
	{"Include message in reply?", "\r"},
	{"y:Send", "y"}, // the editor has run
	{"Mail sent.", "q"},
}

// mutt has a player answer their newest mail, and returns the Message-ID of what
// mutt sent. The editor joins the moves and the quote.
func (h *host) mutt(s *Servers, name, edit string, moves []string) (id string) {
	h.t.Helper()
	before, mails := len(h.Mails(service)), h.Mails(Address(name))
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	defer cancel()
	home := s.muttHome(h.t.TempDir(), name, edit, moves)
	cmd := exec.CommandContext(ctx, "script", "--quiet", "--flush", "--return", "--command", "stty rows 40 cols 100; exec mutt -n -F muttrc", "/dev/null")
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "HOME="+home, "TERM=xterm", "LC_ALL=C.UTF-8", "MAIL=")
	keys, err := cmd.StdinPipe()
	s.must(err)
	screen, err := cmd.StdoutPipe()
	s.must(err)
	s.must(cmd.Start())
	seen := typing(screen, keys)
	if err := cmd.Wait(); err != nil {
		h.t.Fatalf("mutt: %v; it showed %q", err, seen)
	}
	h.until(func() bool { return len(h.Mails(service)) > before }, "mutt's mail")
	sent := h.Mails(service)
	return h.answered(header(h.t, sent[len(sent)-1]), header(h.t, mails[len(mails)-1]))
}

// typing reads what mutt shows until it has quit, and types what its user types.
func typing(screen io.Reader, keys io.WriteCloser) (seen string) {
	defer keys.Close()
	var shown []byte
	todo, from := answering, 0
	for block := make([]byte, 4096); ; {
		n, err := screen.Read(block)
		shown = append(shown, block[:n]...)
		seen = string(control.ReplaceAll(shown, nil))
		for len(todo) > 0 {
			at := strings.Index(seen[min(from, len(seen)):], todo[0].shown)
			if at < 0 {
				break
			}
			io.WriteString(keys, todo[0].keys) // when mutt has gone, its end says so
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

// answered checks that mutt's mail answers another, and returns its Message-ID.
func (h *host) answered(sent, other mail.Header) string {
	h.t.Helper()
	refs := strings.Fields(sent.Get("References"))
	if want := append(strings.Fields(other.Get("References")), other.Get("Message-ID")); fmt.Sprint(refs) != fmt.Sprint(want) {
		h.t.Errorf("mutt's References are %v, want %v", refs, want)
	}
	if got := sent.Get("In-Reply-To"); got != other.Get("Message-ID") {
		h.t.Errorf("mutt answers %s", got)
	}
	return sent.Get("Message-ID")
}

// muttHome fills mutt's folder: its settings, the moves, the editor, and where it
// keeps mails, for which it would ask.
func (s *Servers) muttHome(home, name, edit string, moves []string) string {
	s.must(os.Mkdir(filepath.Join(home, "Mail"), 0o700))
	fill := strings.NewReplacer("IMAPS", s.IMAPS, "SMTP", s.SMTP, "ADDRESS", Address(name), "NAME", name, "PASSWORD", Password, "DIR", s.dir)
	for file, text := range map[string]string{
		"muttrc": fill.Replace(muttrc),
		"moves":  strings.Join(moves, "\n") + "\n",
		"edit":   "#!/bin/sh\ncp \"$1\" quoted && echo | " + edit + " >\"$1\"\n",
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
