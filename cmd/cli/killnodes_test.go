package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"pbem/store/pg/pgtest"
)

// A pair is two services on one database. People play with them while both, and the server of the database, are killed.
type pair struct {
	*crowd
	nodes  [2]runner
	killed map[string]int // how often, by what was killed
}

// A runner is one of the services.
type runner struct {
	config, data string
	cmd          *exec.Cmd // nil while it does not run
	young        bool      // it was not waited for: it may not serve yet
}

// A journal takes what several processes write.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// mostKills is how many kills are made in one game; then another one begins.
const mostKills = 100

// People play by mail with two services on PostgreSQL, while these and the server are killed at random. Every mail is
// settled and answered, none is carried out twice, and the log of each game is what the rules say.
func TestNodesKilled(t *testing.T) {
	t.Parallel()
	killsAskedFor(t)
	left, all := livesOf(6, 60), map[string]int{}
	for game := 1; left > 0 && !t.Failed(); game++ {
		t.Run(fmt.Sprint("game ", game), func(t *testing.T) {
			p := newPair(t)
			p.plays(min(left, mostKills))
			p.ends()
			for what, n := range p.killed {
				all[what] += n
				left -= n
			}
		})
	}
	for _, what := range slices.Sorted(maps.Keys(all)) {
		t.Logf("%d kills of %s", all[what], what)
	}
}

func newPair(t *testing.T) *pair {
	p := &pair{crowd: newCrowd(t, pgtest.New(t)), killed: map[string]int{}}
	for i := range p.nodes {
		dir := t.TempDir()
		p.data, p.config = filepath.Join(dir, "data"), filepath.Join(dir, "pbem.toml")
		p.configure()
		if err := os.Mkdir(p.data, 0o700); err != nil {
			t.Fatal(err)
		}
		p.nodes[i] = runner{config: p.config, data: p.data}
	}
	return p
}

// plays has people play until so many kills are made, or the game has ended.
func (p *pair) plays(kills int) {
	for made := 0; made < kills && !p.over(); {
		p.raise()
		p.while()
		made += p.strike()
		p.look()
		p.calm()
	}
}

// over reports whether all know that the game has ended.
func (p *pair) over() bool {
	for _, y := range p.people {
		if !y.Over("g1") {
			return false
		}
	}
	return true
}

// raise starts what does not run. At times one of the services stays down, or is not waited for.
func (p *pair) raise() {
	p.t.Helper()
	for i := range p.nodes {
		other := p.nodes[1-i]
		if p.nodes[i].cmd != nil || !p.spare && other.cmd != nil && !other.young && p.rng.IntN(4) == 0 {
			continue
		}
		p.up(i, !p.spare && p.rng.IntN(5) == 0)
	}
}

// up starts a service.
func (p *pair) up(i int, young bool) {
	p.t.Helper()
	n := &p.nodes[i]
	p.config, p.data, n.young = n.config, n.data, young
	if young {
		n.cmd = p.start()
	} else {
		n.cmd = p.serves()
	}
}

// serves starts a service and waits until it serves. One that loses the database before that ends.
func (p *pair) serves() *exec.Cmd {
	p.t.Helper()
	name := filepath.Join(p.data, "notify")
	l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		p.t.Fatal(err)
	}
	defer os.Remove(name)
	defer l.Close()
	cmd := exec.Command("pbem", "serve", "--config", p.config)
	cmd.Stderr, cmd.Env = &p.log, append(os.Environ(), "NOTIFY_SOCKET="+name)
	if err := errors.Join(cmd.Start(), l.SetReadDeadline(time.Now().Add(time.Minute))); err != nil {
		p.t.Fatal(err)
	}
	said := make([]byte, 100)
	if n, err := l.Read(said); err != nil || string(said[:n]) != "READY=1" {
		p.t.Fatalf("the service said %q, %v", said[:n], err)
	}
	return cmd
}

// while has people play until some mails have come, or for some moments.
func (p *pair) while() {
	p.t.Helper()
	end, stop := context.WithCancel(p.t.Context())
	defer stop()
	if p.rng.IntN(2) == 0 {
		end, stop = context.WithTimeout(end, time.Duration(p.rng.Int64N(int64(4*longestLife))))
		defer stop()
	}
	p.play(end, 1+p.rng.IntN(12))
	if _, wrote := p.round(); wrote {
		p.soon()
	}
}

// strike kills a service, both, the server, or a service and the server. A service that may not serve yet would end by itself
// without the server, so it is the one that is killed.
func (p *pair) strike() (kills int) {
	p.t.Helper()
	if i := slices.IndexFunc(p.nodes[:], func(n runner) bool { return n.young }); i >= 0 {
		return p.down(i)
	}
	one := p.rng.IntN(2)
	if p.nodes[one].cmd == nil {
		one = 1 - one
	}
	switch p.rng.IntN(8) {
	case 0, 1:
		return p.serverDown()
	case 2:
		return p.serverDown() + p.down(one)
	case 3:
		kills = p.down(0) + p.down(1)
		p.sound(p.rng.IntN(5) == 0)
		return kills
	}
	return p.down(one)
}

// down kills a service, if it runs.
func (p *pair) down(i int) (kills int) {
	p.t.Helper()
	n := &p.nodes[i]
	if n.cmd == nil {
		return 0
	}
	p.kill(n.cmd)
	if how := n.cmd.ProcessState; how.Exited() {
		p.t.Fatalf("a service ended by itself: %v", how)
	}
	p.killed["a service"]++
	n.cmd, n.young = nil, false
	return 1
}

// serverDown kills the server of the database, and starts it again.
func (p *pair) serverDown() (kills int) {
	p.t.Helper()
	p.loseServer()
	p.killed["the server"]++
	return 1
}

// look reads what is stored while services may run: nothing is gone.
func (p *pair) look() {
	p.t.Helper()
	db := p.database()
	defer db.Close()
	_, stored, err := db.Load("g1", 0)
	if err != nil {
		p.t.Fatal(err)
	}
	if len(stored) < p.events {
		p.t.Fatalf("there were %d events, there are %d", p.events, len(stored))
	}
	p.count(db, len(stored))
}

// calm waits until no mail is left at which services were killed twice: at a third time they would set it aside.
func (p *pair) calm() {
	p.t.Helper()
	end, stop := context.WithTimeout(p.t.Context(), 3*time.Minute)
	defer stop()
	for p.spare {
		p.raise()
		moment, stop := context.WithTimeout(end, quiet)
		p.play(moment, 1)
		stop()
		if p.look(); end.Err() != nil {
			p.t.Fatal("a mail at which services were killed twice is not settled")
		}
	}
}

// ends lets the services run until all is settled and sent, and checks it.
func (p *pair) ends() {
	p.t.Helper()
	p.down(0)
	p.down(1)
	p.up(1, false)
	p.config, p.data = p.nodes[0].config, p.nodes[0].data
	p.rest()
	p.stop(p.nodes[1].cmd)
	p.nodes[1].cmd = nil
	p.sound(true)
	p.t.Logf("%s: %d mails of people, %d events; the game went on in %d times, %d kills came within a mail, %d with answers to be sent",
		p.title.Facts.Name, len(p.wrote), p.events, p.moved, p.atWork, p.sending)
	if p.moved == 0 {
		p.t.Error("the game has not moved")
	}
	p.once()
	p.answers()
	p.setAside()
}

// setAside reports mails that services have given up.
func (p *pair) setAside() {
	p.t.Helper()
	db := p.database()
	defer db.Close()
	keys, err := db.Ended("quarantine")
	if err != nil || len(keys) > 0 {
		p.t.Errorf("mails that were set aside: %q, %v", keys, err)
	}
}
