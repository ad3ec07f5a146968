package mailtest

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"pbem/pbem/postbox"
)

// ways are the ways from Postfix to the service, on the same machine and with the same
// Postfix: through Dovecot's mailbox, or handed over.
func ways(b *testing.B, bench func(b *testing.B, h *host)) {
	b.Run("imap", func(b *testing.B) {
		h := newHost(b, Start(b, everybody...))
		bench(b, h)
	})
	b.Run("lmtp", func(b *testing.B) {
		s := Start(b, everybody...)
		h := newHost(b, s)
		dir := filepath.Join(s.dir, "run")
		_, gid := s.ids("postfix")
		s.must(os.MkdirAll(dir, 0o755))
		s.must(os.Chown(dir, -1, gid))
		s.must(os.Chmod(dir, 0o750|os.ModeSetgid))
		h.cfg.IMAP.Addr, h.cfg.LMTP.Listen = "", "unix:"+filepath.Join(dir, "lmtp.sock")
		s.route(service + " lmtp:" + h.cfg.LMTP.Listen + "\n")
		bench(b, h)
	})
}

// BenchmarkWay is the time from the first word of a player's mail program to Postfix, to
// the last of the three answers being handed to Postfix.
func BenchmarkWay(b *testing.B) {
	ways(b, func(b *testing.B, h *host) {
		out := h.cfg.SMTP
		out.Security = postbox.Plain
		sending := newTap(b, out.Addr, "\r\n.\r\n")
		out.Addr = sending.addr
		h.cfg.SMTP = out
		h.close()
		h.open()
		h.ready()
		h.play(1)
		var took []time.Duration
		for b.Loop() {
			h.quiet()
			time.Sleep(20 * time.Millisecond)
			from, to, raw := h.next()
			began := time.Now()
			h.send(from, to, raw)
			h.settled(raw)
			h.quiet()
			took = append(took, sending.last("\r\n.\r\n").Sub(began))
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

// writers is how many players send at a time.
const writers = 8

// BenchmarkWayMany is how many moves, one for each of many games, go in a second from
// players to Postfix, to the service, and their answers back to Postfix.
func BenchmarkWayMany(b *testing.B) {
	ways(b, func(b *testing.B, h *host) {
		h.cfg.Connections, h.cfg.PerDomain = connections, connections // all players are at one domain
		h.close()
		h.open()
		for i := range tables {
			h.beginWith(fmt.Sprintf("+table%d", i))
		}
		h.run()
		h.until(func() bool { return len(h.Mails(Address("crystal"))) == tables }, "the first mails")
		h.quiet()
		seats := h.seats()
		mails := 0
		var took time.Duration
		for b.Loop() {
			began := time.Now()
			h.burstAll(seats)
			mails += tables
			h.until(func() bool { return h.sent() == 3*(tables+mails) }, "all answers")
			took += time.Since(began)
		}
		b.ReportMetric(float64(mails)/took.Seconds(), "moves/s")
		b.ReportMetric(0, "ns/op")
	})
}

// burstAll sends the next mail of the script to all games, on several connections.
func (h *host) burstAll(seats map[string]map[string]place) {
	h.t.Helper()
	all := slices.Sorted(maps.Keys(seats))
	next := make(chan string, len(all))
	for _, game := range all {
		next <- game
	}
	close(next)
	m := h.script.Moves[h.said]
	var sending sync.WaitGroup
	for range writers {
		sending.Go(func() {
			s := postbox.NewSender(h.Submitter(Address(player(m.By))))
			defer s.Close()
			for game := range next {
				from, to, raw := h.moveOf(game, seats[game])
				if err := s.Send(h.t.Context(), from, to, raw); err != nil {
					h.t.Error(err)
				}
			}
		})
	}
	sending.Wait()
	h.said++
}

// BenchmarkWayAlone is what Postfix itself takes in a second of what BenchmarkWayMany
// gives it, where nobody works on the mails: a move on its way in, which it throws away,
// and three answers on their way out.
func BenchmarkWayAlone(b *testing.B) {
	s := Start(b, everybody...)
	h := newHost(b, s)
	h.ready()
	h.play(9) // past the first mails, which are longer
	h.quiet()
	h.halt()
	var answers [][]byte
	for _, name := range everybody[1:] {
		all := s.Mails(Address(name))
		answers = append(answers, all[len(all)-1])
	}
	from, to, raw := h.next()
	s.route(service + " discard:\n")
	mails := 0
	var took time.Duration
	for b.Loop() {
		next := make(chan int)
		var sending sync.WaitGroup
		for range writers {
			sending.Go(func() {
				in, out := postbox.NewSender(h.Submitter(from)), postbox.NewSender(h.Submitter(service))
				defer in.Close()
				defer out.Close()
				for range next {
					err := in.Send(b.Context(), from, to, raw)
					for i := range answers {
						err = errors.Join(err, out.Send(b.Context(), service, Address(everybody[1+i]), answers[i]))
					}
					if err != nil {
						b.Error(err)
					}
				}
			})
		}
		began := time.Now()
		for i := range tables {
			next <- i
		}
		close(next)
		sending.Wait()
		took += time.Since(began)
		mails += tables
	}
	b.ReportMetric(float64(mails)/took.Seconds(), "moves/s")
	b.ReportMetric(0, "ns/op")
}
