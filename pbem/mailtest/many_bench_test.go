package mailtest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/demo"
	"pbem/pbem/desk"
	"pbem/pbem/postoffice"
	"pbem/store"
)

// BenchmarkMany measures services whose stores hold many games; see the constants beside mailsPlayed for what they are.
//
//	go test ./pbem/mailtest -run xx -bench ^BenchmarkMany -benchtime 1x -timeout 0 -args -many-games 10000
//
// The mail servers are in the same process, and so are all services.
func BenchmarkMany(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(200)) // as pbem serve does, and so the next two
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(config.Config{}.MemoryLimit()))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.NumCPU() + 1))
	grounds(b, func(b *testing.B, g *ground) {
		for b.Loop() {
			h := newHall(b, g)
			h.alone()
			for _, nodes := range h.counts() {
				h.together(nodes)
			}
			if h.pictures = true; len(h.counts()) > 0 {
				h.together(1)
			}
			if h.pictures = false; len(h.counts()) > 1 {
				h.failover()
			}
		}
		b.ReportMetric(0, "ns/op")
	})
}

// A hall is a mail system with services on one store.
type hall struct {
	b      *testing.B
	g      *ground
	post   inner
	script demo.Script
	ahead  atomic.Int64 // of the clock of the services
	came   atomic.Int64 // mails to players
	moved  map[int]int  // moves that games have got in this run
	sent   int

	pictures bool // mails have pictures of the map

	nodes []*hallNode
}

// A hallNode is one of the services.
type hallNode struct {
	db      pbem.Database
	service *pbem.Service
	box     string
	stop    context.CancelFunc
	done    chan error
}

const mostNodes = 4

func newHall(b *testing.B, g *ground) *hall {
	b.Helper()
	o, err := postoffice.Start(postoffice.Config{Domain: Domain})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { o.Close() })
	h := &hall{b: b, g: g, post: inner{o}, moved: map[int]int{}}
	if h.script, err = demo.Recorded(); err != nil {
		b.Fatal(err)
	}
	for i := range mostNodes {
		o.Add(boxOf(i), Password)
	}
	for _, name := range h.script.Names {
		o.Forward(Address(strings.ToLower(name)), Password, func(postoffice.Message) { h.came.Add(1) })
	}
	return h
}

// program is the version of the services. They have opened all games before.
const program = "v1.0.0"

// surveyed stores what a service before would have left: all games were opened, and it has just stopped. An earlier run
// may have left a clock that was hours ahead.
func (h *hall) surveyed() {
	h.b.Helper()
	db, _, err := h.g.open()
	if err != nil {
		h.b.Fatal(err)
	}
	marks := store.Marks{}
	desk.Surveys.Set(marks, desk.Survey{Program: program, Rules: desk.Rules, Began: time.Now().UTC(), Done: true})
	desk.Alive.Set(marks, time.Now().UTC())
	if err := errors.Join(db.SetMarks(marks), db.Close()); err != nil {
		h.b.Fatal(err)
	}
}

// boxOf is the mailbox of a service. All have one address, and the mail system shares the mails out.
func boxOf(i int) string { return Address(fmt.Sprint("pbem", i)) }

func (h *hall) now() time.Time { return time.Now().Add(time.Duration(h.ahead.Load())) }

// start starts one more service, and waits until it reads its mailbox.
func (h *hall) start() {
	h.b.Helper()
	i := len(h.nodes)
	n := &hallNode{box: boxOf(i), done: make(chan error, 1)}
	var url string
	var err error
	if n.db, url, err = h.g.open(); err != nil {
		h.b.Fatal(err)
	}
	cfg := config.Config{
		Data: h.g.folder(h.b, i), Store: url, Node: fmt.Sprint("node", i), Address: service, NoPictures: !h.pictures, Poll: 10 * time.Minute,
		IMAP: h.post.Reader(n.box), SMTP: h.post.Submitter(n.box), Limits: config.Limits{Sender: -1, Game: -1},
		Connections: connections, PerDomain: connections, // all players are at one domain
		Program: program,
	}
	if n.service, err = pbem.New(cfg, n.db, discard, h.now); err != nil {
		h.b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	n.stop = stop
	go func() { n.done <- n.service.Run(ctx) }()
	select {
	case <-n.service.Serves():
	case err := <-n.done:
		h.b.Fatal(err)
	}
	h.nodes = append(h.nodes, n)
	debug.SetMemoryLimit(int64(len(h.nodes)) * config.Config{}.MemoryLimit()) // each would have that of its own
}

// stop stops all services.
func (h *hall) stop() {
	h.b.Helper()
	for _, n := range h.nodes {
		n.stop()
		if err := errors.Join(<-n.done, n.db.Close()); err != nil {
			h.b.Error(err)
		}
	}
	h.nodes = nil
}

// next makes the next mail of the script for a game.
func (h *hall) next(game int) (from string, raw []byte) {
	m := h.script.Moves[playedIn(game)+h.moved[game]]
	h.moved[game]++
	return h.mail(game, m.By, m.Lines...)
}

// mail makes a mail of a player.
func (h *hall) mail(game int, by string, lines ...string) (from string, raw []byte) {
	h.sent++
	office := h.nodes[0].service.Office
	from = Address(fmt.Sprintf("%s+t%d", strings.ToLower(h.script.Names[by[1]-'1']), game+1))
	return from, fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nSubject: Re: move\r\nMessage-ID: <%d.%d@%s>\r\n\r\n%s\r\n", from, office.ReplyTo(office.Tag(gameOf(game), by, 0)), time.Now().UnixNano(), h.sent, Domain, strings.Join(lines, "\r\n"))
}

// quiet waits until so many mails have come to players.
func (h *hall) quiet(came int64) {
	h.b.Helper()
	for end := time.Now().Add(patience); h.came.Load() < came; time.Sleep(200 * time.Microsecond) {
		if time.Now().After(end) {
			h.b.Fatalf("%d mails have come to the players, of %d", h.came.Load(), came)
		}
	}
}

// receive has the first service decide a mail.
func (h *hall) receive(_ string, raw []byte) {
	h.b.Helper()
	outcome, err := h.nodes[0].service.Receive(context.Background(), raw)
	if err != nil || outcome != desk.OutcomeApplied && outcome != desk.OutcomeAnswered {
		h.b.Fatalf("a mail ended %q: %v\n%s", outcome, err, raw)
	}
}

// tell prints a figure.
func tell(name, format string, args ...any) {
	fmt.Printf("%-44s %s\n", name, fmt.Sprintf(format, args...))
}

// took prints the median of some times, and what nine in ten stay below.
func took(name string, all []time.Duration) {
	slices.Sort(all)
	tell(name, "%8.2f ms median, %8.2f ms 90%%", ms(all[len(all)/2]), ms(all[len(all)*9/10]))
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// times measures something several times.
func times(name string, n int, do func(i int)) {
	var all []time.Duration
	for i := range n {
		began := time.Now()
		do(i)
		all = append(all, time.Since(began))
	}
	took(name, all)
}

// measured is how many games are measured for a median.
const measured = 60

// afterStart is how long a service is left alone before its moves are measured: it looks at the pages of ended games then.
const afterStart = 5 * time.Second

// alone measures one service.
func (h *hall) alone() {
	h.b.Helper()
	tell(fmt.Sprintf("%s, %d games", h.g.on, h.g.n), "")
	h.surveyed()
	h.g.cold()
	times("start until mail is read", 1, func(int) { h.start() })
	s := h.nodes[0].service
	h.memory("memory after the start")
	h.settle() // what an earlier run has left to be sent
	time.Sleep(afterStart)
	games := h.evenMoves()
	if h.g.n > 100 {
		games = nil
		for range measured {
			games = append(games, h.g.take())
		}
		var t moveTimes
		h.moves(&t, games, true)
		t.tell("a move, the first of its game")
	}
	h.ask("status, the game not open", games, true)
	h.ask("status, the game open", games, false)
	var fresh []string
	for range min(measured, h.g.n/10*running) {
		fresh = append(fresh, gameOf(h.g.take()))
	}
	times("cold load", len(fresh), func(i int) {
		s.Cache.Forget(fresh[i])
		if _, err := s.OpenGame(fresh[i]); err != nil {
			h.b.Fatal(err)
		}
	})
	times("tick, nothing due", 20, func(int) { s.Tick(context.Background()) })
	h.figures(s)
	times("host list, a page", 5, func(int) {
		if _, err := s.HostSays("list running"); err != nil {
			h.b.Fatal(err)
		}
	})
	h.due(s)
	for i := range min(h.g.n/10*running, 2500) {
		if _, err := s.OpenGame(gameOf(i/running*10 + i%running)); err != nil {
			h.b.Fatal(err)
		}
	}
	h.memory(fmt.Sprintf("memory, %d games open", len(s.Cache.Games)))
	h.size()
	h.stop()
}

// ask measures a question in each of some games.
func (h *hall) ask(name string, games []int, forget bool) {
	var all []time.Duration
	for _, game := range games {
		from, raw := h.mail(game, "p1", "status")
		if forget {
			h.nodes[0].service.Cache.Forget(gameOf(game))
		}
		came, began := h.came.Load(), time.Now()
		h.receive(from, raw)
		all = append(all, time.Since(began))
		h.quiet(came + 1)
	}
	took(name, all)
}

// figures measures the figures for the health page, and those for which all records are read.
func (h *hall) figures(s *pbem.Service) {
	times("figures, first", 1, func(int) { s.Figures() })
	times("figures", 20, func(int) {
		if f := s.Figures(); f.Fault != "" || f.Games.Running+f.Games.Paused+f.Games.Frozen != h.g.n/10*running {
			h.b.Fatalf("%+v", f)
		}
	})
	h.ahead.Add(int64(desk.RosterGrace))
	times("figures, all records read", 1, func(int) { s.Figures() })
}

// due measures a tick at which three thousand deadlines are due, or a quarter of them.
func (h *hall) due(s *pbem.Service) {
	runs := h.g.n / 10 * running
	some := min(3000, max(runs/4, 1))
	file, ok := h.nodes[0].db.(interface {
		Overdue(now time.Time) ([]store.Deadline, error)
	})
	if !ok {
		return
	}
	from := h.now()
	for step := 10 * time.Minute; ; h.ahead.Add(int64(step)) {
		all, err := file.Overdue(h.now())
		if err != nil {
			h.b.Fatal(err)
		}
		if some <= len(all) {
			some = len(all)
			break
		}
		if h.now().Sub(from) > 100*24*time.Hour {
			h.b.Fatalf("%d deadlines are due", len(all))
		}
	}
	marks := store.Marks{} // the service has heard players all the time
	desk.Alive.Set(marks, h.now().UTC())
	if err := s.Store.SetMarks(marks); err != nil {
		h.b.Fatal(err)
	}
	s.Polls.Note(h.now())
	began := time.Now()
	s.Tick(context.Background())
	all := time.Since(began)
	left, err := file.Overdue(h.now())
	if err != nil {
		h.b.Fatal(err)
	}
	tell(fmt.Sprintf("a tick, %d due, %d left", some, len(left)), "%8.2f s, %.2f ms each", all.Seconds(), ms(all)/float64(max(some-len(left), 1)))
	h.settle()
}

// settle waits until nothing more comes to the players.
func (h *hall) settle() {
	h.b.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		st, err := h.nodes[0].db.Stats()
		if err != nil || time.Now().After(end) {
			h.b.Fatalf("%d mails are queued, %v", st.Queued, err)
		}
		if st.Queued == 0 {
			return
		}
	}
}

// counts are how many services are measured together.
func (h *hall) counts() []int {
	switch {
	case *manyAlone, h.g.n < 10000: // each game gets one of these moves
		return nil
	case h.g.on == "bbolt":
		return []int{1}
	}
	return []int{1, 2, mostNodes}
}

// bursts is how often many moves are measured together, after once before.
const bursts = 3
