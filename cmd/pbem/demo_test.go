package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/mail"
	"net/smtp"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/pbem/demo"
	"pbem/pbem/sheet"
)

// mailer is the mail program of somebody who has read what the demo prints, and
// nothing else.
type mailer struct {
	t              *testing.T
	imap, smtp     string
	user, password string
	sent           int
}

var (
	serverLine = regexp.MustCompile(`(IMAP|SMTP)  server (\S+), port (\d+), no encryption`)
	yourLine   = regexp.MustCompile(`address and user (\S+) +password (\S+)  yours`)
)

// setUp sets a mail program up by the words printed.
func setUp(t *testing.T, words string) *mailer {
	t.Helper()
	servers, you := serverLine.FindAllStringSubmatch(words, -1), yourLine.FindStringSubmatch(words)
	if len(servers) != 2 || you == nil {
		t.Fatalf("a newcomer cannot set up a mail program by this:\n%s", words)
	}
	return &mailer{t: t, imap: servers[0][2] + ":" + servers[0][3], smtp: servers[1][2] + ":" + servers[1][3], user: you[1], password: you[2]}
}

// newest fetches the last mail of the inbox and its text; nil when there is none.
func (m *mailer) newest() (*mail.Message, string) {
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
	if err != nil || box.NumMessages == 0 {
		return nil, ""
	}
	whole := &imap.FetchItemBodySection{Peek: true}
	got, err := c.Fetch(imap.SeqSetNum(box.NumMessages), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{whole}}).Collect()
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
	return msg, body
}

// answer answers a mail with a line.
func (m *mailer) answer(to *mail.Message, line string) {
	m.t.Helper()
	a, err := mail.ParseAddress(to.Header.Get("Reply-To"))
	if err != nil {
		m.t.Fatal(err)
	}
	m.sent++
	text := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nSubject: Re: my move\r\nMessage-ID: <%d@newcomer.example>\r\nIn-Reply-To: %s\r\n\r\n%s\r\n",
		m.user, a.Address, m.sent, to.Header.Get("Message-ID"), line)
	host, _, _ := strings.Cut(m.smtp, ":")
	if err := smtp.SendMail(m.smtp, smtp.PlainAuth("", m.user, m.password, host), m.user, []string{a.Address}, []byte(text)); err != nil {
		m.t.Fatal(err)
	}
}

// A person takes a seat of the demo that is kept, in the folder in which the
// recorded game was just played, and plays on with the others.
func TestKeptDemo(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	set := demo.Settings{Data: t.TempDir(), Fast: true}
	if err := atTable(set, func(table *demo.Table) error { return playDemo(ctx, table, io.Discard) }); err != nil {
		t.Fatal(err)
	}
	err := atTable(set, func(table *demo.Table) error {
		r, w := io.Pipe()
		ended := make(chan error, 1)
		go func() { ended <- keepOpen(ctx, table, w); w.Close() }()
		words := make([]byte, 0, 4096)
		for !strings.Contains(string(words), "Ctrl-C") {
			chunk := make([]byte, 512)
			n, err := r.Read(chunk)
			if words = append(words, chunk[:n]...); err != nil {
				return fmt.Errorf("it said %q: %w", words, err)
			}
		}
		takeSeat(ctx, t, table, setUp(t, string(words)))
		stop()
		return <-ended
	})
	if err != nil {
		t.Fatal(err)
	}
}

// How many moves TestKeptDemo plays, of the person and of the others at least.
const (
	ownMoves    = 8
	othersMoves = 16
)

// standstill is how long the game may stand on a busy machine.
const standstill = 30 * time.Second

// takeSeat plays the first seat by mail until everybody has moved often enough.
func takeSeat(ctx context.Context, t *testing.T, table *demo.Table, program *mailer) {
	t.Helper()
	p, you := walk.NewPlayer(18), engine.PlayerID(0)
	version, moved := -1, time.Now()
	for answered := -1; ; time.Sleep(50 * time.Millisecond) {
		g, err := table.Service.Game(table.Game)
		if err != nil {
			t.Fatal(err)
		}
		own, theirs := said(g, you)
		if own >= ownMoves && theirs >= othersMoves {
			return
		}
		if g.Version() != version {
			version, moved = g.Version(), time.Now()
		}
		if time.Since(moved) > standstill || ctx.Err() != nil {
			t.Fatalf("nothing moves any more: %d moves of ours, %d of the others, %d mails sent", own, theirs, program.sent)
		}
		c, ok := p.Pick(engine.Of(g.Pending(), you))
		if !ok || g.Version() == answered {
			continue
		}
		if newest, body := program.newest(); newest != nil && strings.Contains(body, sheet.CutLine(table.Game, g.Version())) {
			program.answer(newest, c.String())
			answered = g.Version()
		}
	}
}

// said counts the moves of a player, and those of the others.
func said(g *engine.Game, player string) (own, theirs int) {
	for _, e := range g.Log() {
		switch s, ok := e.(engine.Said); {
		case ok && s.By == player:
			own++
		case ok:
			theirs++
		}
	}
	return own, theirs
}
