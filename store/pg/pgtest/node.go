package pgtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A Node is one of the servers of a cluster.
type Node struct {
	Name string

	c       *Cluster
	ports   map[int]int // the ports here, by those of the page
	etcd    *process
	patroni *process
}

// The ports of the page.
const (
	ofEtcd     = 2379
	ofPeers    = 2380
	ofPostgres = 5432
	ofPatroni  = 8008
)

func newNode(c *Cluster, i int) *Node {
	n := &Node{Name: fmt.Sprint("db", i+1), c: c, ports: map[int]int{}}
	for _, port := range []int{ofEtcd, ofPeers, ofPostgres, ofPatroni} {
		n.ports[port] = freePort(c.t)
	}
	return n
}

// file names a file of the server.
func (n *Node) file(kind string) string { return filepath.Join(n.c.dir, n.Name+"."+kind) }

// data is the folder of its PostgreSQL.
func (n *Node) data() string { return filepath.Join(n.c.dir, n.Name) }

// A process is a program that the test has started.
type process struct {
	pid   int
	ended chan struct{}
}

func (n *Node) run(log string, env []string, program string, args ...string) *process {
	n.c.t.Helper()
	out, err := os.OpenFile(n.file(log), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		n.c.t.Fatal(err)
	}
	defer out.Close()
	cmd, p := asUser(n.c.t, exec.Command(program, args...)), &process{ended: make(chan struct{})}
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.Env = n.c.dir, out, out, append(os.Environ(), append(env, "HOME="+n.c.dir, "LC_ALL=C.UTF-8")...)
	if err := cmd.Start(); err != nil {
		n.c.t.Fatal(err)
	}
	p.pid = cmd.Process.Pid
	go func() {
		cmd.Wait()
		close(p.ended)
	}()
	return p
}

// signal sends a signal to a process and those that it has started.
func (p *process) signal(sig syscall.Signal) {
	if p == nil {
		return
	}
	all := children(p.pid)
	syscall.Kill(p.pid, sig)
	for _, pid := range all {
		syscall.Kill(pid, sig)
	}
}

func (p *process) kill() {
	if p != nil {
		p.signal(syscall.SIGKILL)
		<-p.ended
	}
}

// startEtcd starts etcd, with the variables of its file.
func (n *Node) startEtcd() {
	n.c.t.Helper()
	text, err := os.ReadFile(n.file("etcd"))
	if err != nil {
		n.c.t.Fatal(err)
	}
	var env []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			env = append(env, line)
		}
	}
	n.etcd = n.run("etcd.log", env, "etcd")
}

// KillEtcd ends etcd at once.
func (n *Node) KillEtcd() {
	n.etcd.kill()
	n.etcd = nil
}

// Start starts patroni, which starts PostgreSQL.
func (n *Node) Start() {
	n.c.t.Helper()
	n.patroni = n.run("log", nil, "patroni", n.file("yml"))
}

// postgres is the PostgreSQL that patroni has started; nil if none runs. Its file may be an old one, whose number another
// process has by now.
func (n *Node) postgres() *process {
	text, _ := os.ReadFile(filepath.Join(n.data(), "postmaster.pid"))
	p := &process{}
	if fmt.Sscan(string(text), &p.pid); p.pid < 2 {
		return nil
	}
	if call, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.pid)); !strings.Contains(string(call), n.data()+"\x00") {
		return nil
	}
	return p
}

// Kill ends patroni and PostgreSQL at once, as a lost machine would.
func (n *Node) Kill() {
	n.c.t.Helper()
	n.patroni.kill()
	n.patroni = nil
	n.postgres().signal(syscall.SIGKILL)
	n.c.wait("PostgreSQL has ended on "+n.Name, func() bool { return n.postgres() == nil })
}

// Hang stops patroni and PostgreSQL, as a machine would that hangs.
func (n *Node) Hang() {
	n.patroni.signal(syscall.SIGSTOP)
	n.postgres().signal(syscall.SIGSTOP)
}

// CutOff is Hang, and also ends the process that receives what the leader commits: it gets nothing more of that, not even
// what is on its way.
func (n *Node) CutOff() {
	n.Hang()
	p := n.postgres()
	if p == nil {
		return
	}
	for _, pid := range children(p.pid) {
		if call, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); strings.Contains(string(call), "walreceiver") {
			syscall.Kill(pid, syscall.SIGTERM)
			syscall.Kill(pid, syscall.SIGCONT)
		}
	}
}

// Wake lets them go on.
func (n *Node) Wake() {
	n.postgres().signal(syscall.SIGCONT)
	n.patroni.signal(syscall.SIGCONT)
}

// A role is what patroni says about a server.
type role struct {
	Role  string
	State string
	Sync  bool `json:"sync_standby"`
}

// role asks patroni for the role of the server.
func (n *Node) role() (r role) {
	asked := http.Client{Timeout: 3 * time.Second}
	answer, err := asked.Get(fmt.Sprintf("http://127.0.0.1:%d/patroni", n.ports[ofPatroni]))
	if err != nil {
		return role{}
	}
	defer answer.Body.Close()
	json.NewDecoder(answer.Body).Decode(&r)
	return r
}

// leads reports whether patroni says that the server has the lock and takes writes.
func (n *Node) leads() bool {
	asked := http.Client{Timeout: 3 * time.Second}
	answer, err := asked.Get(fmt.Sprintf("http://127.0.0.1:%d/primary", n.ports[ofPatroni]))
	if err != nil {
		return false
	}
	answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// wait waits until something is so.
func (c *Cluster) wait(what string, is func() bool) {
	c.t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("it does not come about that %s", what)
		}
	}
}

// Leader waits until a server leads that is none of some.
func (c *Cluster) Leader(but ...*Node) (leader *Node) {
	c.t.Helper()
	c.wait("a server leads", func() bool {
		i := slices.IndexFunc(c.Nodes, func(n *Node) bool { return !slices.Contains(but, n) && n.leads() })
		if i >= 0 {
			leader = c.Nodes[i]
		}
		return i >= 0
	})
	return leader
}

// SyncStandby waits until a server follows synchronously.
func (c *Cluster) SyncStandby() (standby *Node) {
	c.t.Helper()
	c.wait("a server follows synchronously", func() bool {
		i := slices.IndexFunc(c.Nodes, func(n *Node) bool { return n.role().Sync })
		if i >= 0 {
			standby = c.Nodes[i]
		}
		return i >= 0
	})
	return standby
}

// Whole waits until one server leads and the others follow it, as many of them synchronously as the page says.
func (c *Cluster) Whole() {
	c.t.Helper()
	c.wait("one server leads and the others follow", func() bool {
		leaders, followers, synced := 0, 0, 0
		for _, n := range c.Nodes {
			switch r := n.role(); {
			case n.leads():
				leaders++
			case r.Role == "replica" && r.State == "running":
				if followers++; r.Sync {
					synced++
				}
			}
		}
		return leaders == 1 && followers == 2 && synced == c.synced
	})
}
