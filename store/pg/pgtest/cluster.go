package pgtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// A Cluster is three servers with etcd, patroni and PostgreSQL on each, set up as docs/store.md says. They are on this
// machine: only addresses, ports, folders and the times of failover differ from the page.
type Cluster struct {
	Nodes []*Node

	t      testing.TB
	bin    string // folder of PostgreSQL's programs
	dir    string // folder of all files
	secret string // password of the superuser
	synced int    // how many standbys are synchronous

	orders sync.WaitGroup // commands that run in the background
}

// NewCluster starts a cluster as a page sets it up, and makes the database there. It skips the test where etcd or patroni
// is not installed.
func NewCluster(t testing.TB, page string) *Cluster {
	t.Helper()
	c := &Cluster{t: t, bin: binaries(t)}
	for _, program := range []string{"etcd", "patroni", "patronictl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed (apt-get install patroni etcd-server python3-etcd): this test is left out", program)
		}
	}
	c.dir = folder(t)
	for i := range 3 {
		c.Nodes = append(c.Nodes, newNode(c, i))
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	c.configure(string(text))
	t.Cleanup(c.end)
	for _, n := range c.Nodes {
		n.startEtcd()
	}
	for _, n := range c.Nodes {
		n.Start()
	}
	c.Whole()
	c.makeDatabase()
	return c
}

// fenced finds the text of a code block, by its language.
func fenced(t testing.TB, page, language string) string {
	t.Helper()
	m := regexp.MustCompile("(?ms)^```" + language + "\n(.*?)^```$").FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("the page has no block of %s", language)
	}
	return m[1]
}

// others is how the page turns the files of the first server into those of another one.
var others = regexp.MustCompile(`(?m)^ *(sed -i .*) /etc/default/etcd /etc/patroni/config\.yml\b`)

// superuser finds the password of PostgreSQL's superuser.
var superuser = regexp.MustCompile(`superuser:\n.*\n +password: (\S+)`)

// synchronous finds how many standbys are synchronous.
var synchronous = regexp.MustCompile(`\n +synchronous_node_count: (\d)`)

// times are those of the page, and shorter ones, so that the test does not wait for long.
var times = strings.NewReplacer("ttl: 20", "ttl: 8", "loop_wait: 2", "loop_wait: 1", "retry_timeout: 8", "retry_timeout: 3")

// configure writes the files of all servers.
func (c *Cluster) configure(page string) {
	c.t.Helper()
	etcd, patroni, sed := fenced(c.t, page, "ini"), times.Replace(fenced(c.t, page, "yaml")), others.FindStringSubmatch(page)
	if sed == nil || !strings.Contains(patroni, " ttl: 8 ") {
		c.t.Fatal("the page does not say how the servers differ, or has other times")
	}
	c.secret, c.synced = superuser.FindStringSubmatch(patroni)[1], 1
	if m := synchronous.FindStringSubmatch(patroni); m != nil {
		fmt.Sscan(m[1], &c.synced)
	}
	for i, n := range c.Nodes {
		c.write(n.file("etcd"), etcd)
		c.write(n.file("yml"), patroni)
		if i > 0 {
			change := strings.NewReplacer("db2", n.Name, "10.0.0.2", fmt.Sprint("10.0.0.", i+1)).Replace(sed[1])
			if out, err := exec.Command("sh", "-c", change+" "+n.file("etcd")+" "+n.file("yml")).CombinedOutput(); err != nil {
				c.t.Fatalf("%s: %v\n%s", change, err, out)
			}
		}
		for _, name := range []string{n.file("etcd"), n.file("yml")} {
			text, err := os.ReadFile(name)
			if err != nil {
				c.t.Fatal(err)
			}
			c.write(name, c.here(n).Replace(string(text)))
		}
	}
}

func (c *Cluster) write(name, text string) {
	c.t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
}

// here replaces addresses, ports and folders by those of the test.
func (c *Cluster) here(n *Node) *strings.Replacer {
	pairs := []string{
		"10.0.0.0/24", "127.0.0.1/32", "/var/lib/etcd/pbem", n.file("member"),
		"/var/lib/postgresql/15/pbem", n.data(), "/var/lib/postgresql/pbem.pgpass", n.file("pgpass"), "/usr/lib/postgresql/15/bin", c.bin, "/run/postgresql", c.dir,
	}
	for i, n := range c.Nodes {
		for port, at := range n.ports {
			pairs = append(pairs, fmt.Sprintf("10.0.0.%d:%d", i+1, port), fmt.Sprint("127.0.0.1:", at))
		}
	}
	return strings.NewReplacer(pairs...)
}

// makeDatabase makes the role and the database of the service, with a second schema (load) for what a test does beside it.
func (c *Cluster) makeDatabase() {
	c.t.Helper()
	at := fmt.Sprintf("postgres://postgres:%s@127.0.0.1:%d/postgres?sslmode=disable", c.secret, c.Leader().ports[ofPostgres])
	run(c.t, at, "CREATE ROLE pbem LOGIN PASSWORD 'secret'", "CREATE DATABASE pbem OWNER pbem ENCODING UTF8 TEMPLATE template0")
	for _, n := range c.Nodes {
		c.wait("the database is on "+n.Name, func() bool { return answers(c.urlOf([]*Node{n})) == nil })
	}
	run(c.t, c.URL("target_session_attrs=read-write"), "CREATE SCHEMA load")
}

// URL names the database, with all servers.
func (c *Cluster) URL(more ...string) string { return c.urlOf(c.Nodes, more...) }

func (c *Cluster) urlOf(nodes []*Node, more ...string) string {
	var hosts []string
	for _, n := range nodes {
		hosts = append(hosts, fmt.Sprint("127.0.0.1:", n.ports[ofPostgres]))
	}
	return fmt.Sprintf("postgres://pbem:secret@%s/pbem?%s", strings.Join(hosts, ","), strings.Join(append([]string{"sslmode=disable"}, more...), "&"))
}

// Switchover begins to have another server lead, as a host does it. The command tells only some time later that it is so.
func (c *Cluster) Switchover() {
	cmd := asUser(c.t, exec.Command("patronictl", "-c", c.Nodes[0].file("yml"), "switchover", "--force"))
	cmd.Dir, cmd.Env = c.dir, append(os.Environ(), "HOME="+c.dir, "LC_ALL=C.UTF-8")
	c.orders.Go(func() {
		if out, err := cmd.CombinedOutput(); err != nil {
			c.t.Errorf("patronictl switchover: %v\n%s", err, out)
		}
	})
}

// end ends all processes, and shows their logs if the test has failed.
func (c *Cluster) end() {
	c.orders.Wait()
	for _, n := range c.Nodes {
		n.Kill()
		n.KillEtcd()
	}
	if !c.t.Failed() {
		return
	}
	for _, n := range c.Nodes {
		for _, name := range []string{n.file("etcd.log"), n.file("log")} {
			text, _ := os.ReadFile(name)
			c.t.Logf("%s ends:\n%s", filepath.Base(name), text[max(0, len(text)-6000):])
		}
	}
}
