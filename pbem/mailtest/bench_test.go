package mailtest

import (
	"bytes"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"testing"
	"time"
)

// systems are the mail systems to compare.
func systems(b *testing.B, bench func(b *testing.B, p post)) {
	b.Run("inside", func(b *testing.B) { bench(b, office(b)) })
	b.Run("dovecot+postfix", func(b *testing.B) { bench(b, Start(b, everybody...)) })
}

// BenchmarkAnswer is the time from the IMAP server's word that a move has come
// to the last of the three answers being handed to the SMTP server.
func BenchmarkAnswer(b *testing.B) {
	systems(b, func(b *testing.B, p post) {
		h := newHost(b, p)
		in, out := p.Reader(service), p.Submitter(service)
		if s, ok := p.(*Servers); ok {
			in.Addr = s.IMAP
		}
		in.Security, out.Security = "plain", "plain"
		reading, sending := newTap(b, in.Addr, " EXISTS\r\n"), newTap(b, out.Addr, "\r\n.\r\n")
		in.Addr, out.Addr = reading.addr, sending.addr
		h.cfg.IMAP, h.cfg.SMTP = in, out
		h.close()
		h.open()
		h.ready()
		h.play(1)
		var took []time.Duration
		for b.Loop() {
			time.Sleep(20 * time.Millisecond) // so that it waits in IDLE
			h.play(1)
			h.quiet()
			took = append(took, sending.last("\r\n.\r\n").Sub(reading.last(" EXISTS\r\n")))
			if h.said == len(h.script.Moves) {
				b.Fatal("the game is over")
			}
		}
		slices.Sort(took)
		b.ReportMetric(took[len(took)/2].Seconds()*1000, "ms/median")
		b.ReportMetric(took[len(took)*9/10].Seconds()*1000, "ms/90%")
		b.ReportMetric(0, "ns/op")
		h.right()
	})
}

// quiet waits until the outbox is empty.
func (h *host) quiet() {
	h.t.Helper()
	h.until(func() bool {
		stats, err := h.db.Stats()
		if err != nil {
			h.t.Fatal(err)
		}
		return stats.Queued == 0 && stats.Unsettled == 0
	}, "an empty outbox")
}

// tables is how many games get a move at once.
const tables = 50

// BenchmarkPipeline is how many moves, one for each of many games, are read,
// carried out and answered in a second; every move has three answers.
func BenchmarkPipeline(b *testing.B) {
	systems(b, func(b *testing.B, p post) {
		h := newHost(b, p)
		for range tables {
			h.begin()
		}
		h.run()
		h.until(func() bool { return len(p.Mails(Address("crystal"))) == tables }, "the first mails")
		h.quiet()
		reply := h.replies()
		mails := 0
		var took time.Duration
		for b.Loop() {
			h.halt()
			for game, to := range reply {
				h.burst(to, game)
			}
			h.said++
			mails += tables
			h.until(func() bool { return len(p.Mails(service)) == mails }, "the moves in the mailbox")
			began := time.Now()
			h.run()
			h.until(func() bool { return h.sent() == 3*(tables+mails) }, "all answers")
			took += time.Since(began)
		}
		b.ReportMetric(float64(mails)/took.Seconds(), "moves/s")
		b.ReportMetric(3*float64(mails)/took.Seconds(), "answers/s")
		b.ReportMetric(0, "ns/op")
	})
}

// sent is how many mails were ever handed over, by what the outbox still has.
func (h *host) sent() int {
	h.t.Helper()
	stats, err := h.db.Stats()
	if err != nil {
		h.t.Fatal(err)
	}
	return 3*stats.Commits - stats.Queued // every commit is a game begun or a move
}

// replies finds the address of each seat of each game.
func (h *host) replies() map[string]map[string]string {
	h.t.Helper()
	out := map[string]map[string]string{}
	for _, name := range everybody[1:] {
		for _, raw := range h.Mails(Address(name)) {
			a, err := mail.ParseAddress(header(h.t, raw).Get("Reply-To"))
			if err != nil {
				h.t.Fatal(err)
			}
			_, tag, _ := strings.Cut(a.Address, "+")
			f := strings.Split(tag, ".")
			if out[f[0]] == nil {
				out[f[0]] = map[string]string{}
			}
			out[f[0]][f[1]] = a.Address
		}
	}
	return out
}

// burst sends the next mail of the script to a game.
func (h *host) burst(to map[string]string, game string) {
	h.t.Helper()
	m := h.script.Moves[h.said]
	from := Address(player(m.By))
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: <%s>\r\nTo: <%s>\r\nSubject: Re: move\r\nMessage-ID: <%d.%s@%s>\r\n\r\n%s\r\n", from, to[m.By], h.said, game, Domain, strings.Join(m.Lines, "\r\n"))
	h.send(from, to[m.By], b.Bytes())
}
