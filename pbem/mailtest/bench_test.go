package mailtest

import (
	"bytes"
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/pbem/postbox"
	"pbem/pbem/watch"
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

// tables is how many games get a move at once, connections how many there are to the
// SMTP server, portion how many messages the service asks for at a time.
const (
	tables      = 200
	connections = 8
	portion     = 64
)

// BenchmarkPipeline is how many moves, one for each of many games, are read,
// carried out and answered in a second; every move has three answers. Each game
// has players of its own.
func BenchmarkPipeline(b *testing.B) {
	systems(b, func(b *testing.B, p post) {
		h := newHost(b, p)
		h.cfg.Connections, h.cfg.PerDomain = connections, connections // all players are at one domain
		h.close()
		h.open()
		for i := range tables {
			h.beginWith(fmt.Sprintf("+table%d", i))
		}
		h.run()
		h.until(func() bool { return len(p.Mails(Address("crystal"))) == tables }, "the first mails")
		h.quiet()
		seats := h.seats()
		mails := 0
		var took time.Duration
		for b.Loop() {
			h.halt()
			for _, game := range slices.Sorted(maps.Keys(seats)) {
				h.burst(game, seats[game])
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

// BenchmarkPostAlone is what the mail systems take and give where nobody works on the
// mails: as many are fetched and marked, in the same portions, and three that a
// service wrote go out for each, on as many connections as in BenchmarkPipeline.
func BenchmarkPostAlone(b *testing.B) {
	systems(b, func(b *testing.B, p post) {
		h := newHost(b, p)
		h.ready()
		h.play(9) // past the first mails, which are longer
		h.quiet()
		h.halt()
		var answers [][]byte
		for _, name := range everybody[1:] {
			all := p.Mails(Address(name))
			answers = append(answers, all[len(all)-1])
		}
		from, to, raw := h.next()
		in, err := postbox.Open(b.Context(), p.Reader(service))
		if err != nil {
			b.Fatal(err)
		}
		defer in.Close()
		before := len(p.Mails(service))
		last := lastUID(b, in)
		var took time.Duration
		mails := 0
		for b.Loop() {
			for range tables {
				h.send(from, to, raw)
			}
			mails += tables
			h.until(func() bool { return len(p.Mails(service)) == before+mails }, "the moves in the mailbox")
			began := time.Now()
			last = pass(b, p, in, last, answers)
			took += time.Since(began)
		}
		b.ReportMetric(float64(mails)/took.Seconds(), "moves/s")
		b.ReportMetric(0, "ns/op")
	})
}

// lastUID is that of the last message in a mailbox.
func lastUID(b *testing.B, in *postbox.Inbox) (last uint32) {
	b.Helper()
	items, err := in.New(b.Context(), 0)
	if err != nil {
		b.Fatal(err)
	}
	for _, item := range items {
		last = item.UID
	}
	return last
}

// pass fetches and marks what is new in a mailbox, and sends the answers for each.
func pass(b *testing.B, p post, in *postbox.Inbox, last uint32, answers [][]byte) uint32 {
	b.Helper()
	items, err := in.New(b.Context(), last)
	if err != nil || len(items) != tables {
		b.Fatal(len(items), err)
	}
	out := make(chan int, len(answers)*tables)
	var all sync.WaitGroup
	for range connections {
		all.Go(func() {
			s := postbox.NewSender(p.Submitter(service))
			defer s.Close()
			for i := range out {
				if err := s.Send(b.Context(), service, Address(everybody[1+i]), answers[i]); err != nil {
					b.Error(err)
				}
			}
		})
	}
	for some := range slices.Chunk(items, portion) {
		var uids []uint32
		for _, m := range in.FetchAll(b.Context(), some) {
			if uids = append(uids, m.UID); m.Err != nil {
				b.Fatal(m.Err)
			}
			for i := range answers {
				out <- i
			}
		}
		if err := in.File(b.Context(), postbox.Processed, uids...); err != nil {
			b.Fatal(err)
		}
	}
	close(out)
	all.Wait()
	return items[len(items)-1].UID
}

// sent is how many mails the service has sent.
func (h *host) sent() int { return h.service.Figures().Tally.Out[watch.Sent] }

// A place is a seat of a game: whose it is, and where its moves go.
type place struct{ from, to string }

// seats finds the places of each game, by player, in the first mails.
func (h *host) seats() map[string]map[string]place {
	h.t.Helper()
	out := map[string]map[string]place{}
	for _, name := range everybody[1:] {
		for _, raw := range h.Mails(Address(name)) {
			head := header(h.t, raw)
			own, err := mail.ParseAddress(head.Get("To"))
			if err != nil {
				h.t.Fatal(err)
			}
			reply, err := mail.ParseAddress(head.Get("Reply-To"))
			if err != nil {
				h.t.Fatal(err)
			}
			_, tag, _ := strings.Cut(reply.Address, "+")
			f := strings.Split(tag, ".")
			if out[f[0]] == nil {
				out[f[0]] = map[string]place{}
			}
			out[f[0]][f[1]] = place{own.Address, reply.Address}
		}
	}
	return out
}

// burst sends the next mail of the script to a game.
func (h *host) burst(game string, seats map[string]place) {
	h.t.Helper()
	_, to, raw := h.moveOf(game, seats)
	h.send(Address(player(h.script.Moves[h.said].By)), to, raw)
}

// moveOf makes the next mail of the script for a game.
func (h *host) moveOf(game string, seats map[string]place) (from, to string, raw []byte) {
	m := h.script.Moves[h.said]
	at := seats[m.By]
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: <%s>\r\nTo: <%s>\r\nSubject: Re: move\r\nMessage-ID: <%d.%s@%s>\r\n\r\n%s\r\n", at.from, at.to, h.said, game, Domain, strings.Join(m.Lines, "\r\n"))
	return Address(player(m.By)), at.to, b.Bytes()
}
