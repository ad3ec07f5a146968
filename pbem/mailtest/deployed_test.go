package mailtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/internal/testsize"
	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/evening"
	"pbem/pbem/mailfiles"
	"pbem/pbem/postbox"
	"pbem/titles"
)

// games is the domain of the deployed service; the people are elsewhere, at play.test.
const games = "games.test"

// A deployed is the Postfix and the configuration of deploy/postfix, with other paths,
// ports and names. The people's mail servers send to it and it sends to them.
type deployed struct {
	servers
	in, out string        // where it takes mail, from everybody and from the service
	nodes   []string      // where the services take mail
	stop    func()        // ends Postfix; nil while it is stopped
	flushed time.Time     // when Postfix was last asked to try again
	people  *evenings     // their mailboxes
	cfg     config.Config // of the first service
}

// deploy starts it for so many services; one has a socket, several have ports.
func deploy(t testing.TB, people *Servers, services int) *deployed {
	t.Helper()
	d := &deployed{servers: servers{people}, people: &evenings{servers{people}, map[string][]string{}}}
	ports := free(t, 2+services)
	d.in, d.out, d.nodes = ports[0], ports[1], ports[2:]
	for _, sub := range []string{"post", "post/queue", "post/lib", "post/etc", "post/run", "post/var", "post/var/copies", "post/data"} {
		people.must(os.Mkdir(filepath.Join(people.dir, sub), 0o755))
	}
	uid, gid := people.ids("postfix")
	people.must(os.Chown(d.file("lib"), uid, -1))
	people.must(os.Chown(d.file("run"), -1, gid)) // what is made there belongs to that group, as the unit has it
	people.must(os.Chmod(d.file("run"), 0o750|os.ModeSetgid))
	people.must(os.Chown(d.file("var/copies"), people.uid, people.gid))
	if services == 1 {
		d.nodes = []string{"unix:" + d.file("run/lmtp.sock")}
	}
	d.write()
	people.route(games + " smtp:[127.0.0.1]:" + port(d.in) + "\n")
	t.Cleanup(func() { d.halt() })
	d.start()
	return d
}

func port(addr string) string { _, p, _ := net.SplitHostPort(addr); return p }

func (d *deployed) file(name string) string { return filepath.Join(d.dir, "post", name) }

// route adds a line to the transport table of the people's Postfix.
func (s *Servers) route(line string) {
	s.t.Helper()
	s.routes += line
	s.write("postfix/transport", s.routes)
	program, err := find("postfix")
	s.must(err)
	if out, err := exec.Command(program, "-c", filepath.Join(s.dir, "postfix"), "reload").CombinedOutput(); err != nil {
		s.t.Fatalf("postfix reload: %v\n%s", err, out)
	}
}

// write writes the files of deploy/postfix with what is different here, and no more.
func (d *deployed) write() {
	d.t.Helper()
	other := strings.NewReplacer(
		"/var/spool/postfix", d.file("queue"), "/var/lib/postfix", d.file("lib"), "/etc/postfix", d.file("etc"),
		"/var/log/mail.log", filepath.Join(d.dir, "postfix.log"), "unix:/run/pbem/lmtp.sock", d.nodes[0], "/var/lib/pbem", d.file("data"),
		"/var/mail", d.file("var"), "/etc/ssl/certs/ssl-cert-snakeoil.pem", filepath.Join(d.dir, "cert.pem"),
		"/etc/ssl/private/ssl-cert-snakeoil.key", filepath.Join(d.dir, "key.pem"), "static:997", fmt.Sprintf("static:%d", d.uid),
		"\nsmtp             inet", "\n"+d.in+" inet", "127.0.0.1:10587", d.out, "10.0.0.11:2424", d.nodes[0], "10.0.0.12:2424", d.nodes[len(d.nodes)-1],
		`example\.org`, `games\.test`, "example.org", games, "127.0.0.1:9180", free(d.t, 1)[0],
	)
	for _, name := range []string{"main.cf", "master.cf", "transport", "recipients", "copies", "results", "pbem.toml"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "deploy", "postfix", name))
		d.must(err)
		said := other.Replace(string(text))
		switch name {
		case "main.cf": // the logs of both go to one file; loopback has no IPv6 in some containers
			said = strings.Replace(said, "inet_protocols = all", "inet_protocols = ipv4\nmaillog_file_prefixes = "+d.dir, 1)
		case "transport":
			if len(d.nodes) > 1 {
				said = onlySecond(said)
			}
			said += Domain + " smtp:[127.0.0.1]:" + port(d.SMTP) + "\n" // in the place of the DNS
		}
		d.must(os.WriteFile(d.file("etc/"+name), []byte(said), 0o644))
	}
	var err error
	if d.cfg, err = config.Load(d.file("etc/pbem.toml")); err != nil {
		d.t.Fatal(err)
	}
}

// onlySecond takes out the mark before the second line about the service, and puts it
// before the first, as a host with several nodes does.
func onlySecond(table string) string {
	lines := strings.Split(table, "\n")
	seen := 0
	for i, l := range lines {
		if bare := strings.TrimLeft(l, "#"); strings.HasPrefix(bare, "pbem@") {
			if seen++; seen == 1 {
				lines[i] = "#" + bare
			} else {
				lines[i] = bare
			}
		}
	}
	return strings.Join(lines, "\n")
}

func (d *deployed) start() {
	d.t.Helper()
	d.stop = d.postfix(d.file("etc"))
	if !comes(d.in, "220 ") || !comes(d.out, "220 ") {
		d.showLogs()
		d.t.Fatal("Postfix of deploy/postfix does not greet")
	}
}

func (d *deployed) halt() {
	if d.stop != nil {
		d.stop()
		d.stop = nil
	}
	for range 400 { // its children may have the ports a moment longer
		c, err := net.DialTimeout("tcp", d.in, time.Second)
		if err != nil {
			return
		}
		c.Close()
		time.Sleep(50 * time.Millisecond)
	}
}

// Began does what the unit does when the service has begun.
func (d *deployed) Began() {
	d.t.Helper()
	unit, err := os.ReadFile(filepath.Join("..", "..", "deploy", "postfix", "pbem.service"))
	d.must(err)
	_, after, ok := strings.Cut(string(unit), "\nExecStartPost=-+")
	if !ok {
		d.t.Fatal("the unit does nothing after the start")
	}
	command, _, _ := strings.Cut(after, "\n")
	f := strings.Fields(command)
	if out, err := exec.Command(f[0], append([]string{"-c", d.file("etc")}, f[1:]...)...).CombinedOutput(); err != nil && d.stop != nil {
		d.t.Fatalf("%s: %v\n%s", command, err, out)
	}
	d.flushed = time.Now()
}

func (d *deployed) Address(account string) string {
	if account == evening.Host {
		return account + "@" + games
	}
	return Address(account)
}

func (d *deployed) Mails(address string, after int) [][]byte { return d.people.Mails(address, after) }

// Delivered also has Postfix try again now what it could not deliver while a service
// began; it would do so within a minute.
func (d *deployed) Delivered() bool {
	left := d.queued(d.file("queue"))
	if left > 0 && time.Since(d.flushed) > 2*time.Second {
		d.Began()
	}
	return left == 0 && d.Servers.Delivered()
}

// Settings are those of the deployed configuration.
func (d *deployed) Settings(n int) (config.Config, bool) {
	cfg := d.cfg
	// Mails of the service to itself, and alarms for the host when Postfix is away, would be in nobody's mailbox.
	cfg.Watch.Canary, cfg.Hosts = 0, nil
	if n < len(d.nodes) {
		cfg.LMTP.Listen = d.nodes[n]
	}
	return cfg, n < len(d.nodes)
}

// restarting is a deployed whose Postfix is started again now and then, while mails are on
// their way.
type restarting struct {
	*deployed
	last     time.Time
	restarts int
}

// calm is how long Postfix runs at least, but for the first time.
const calm = 10 * time.Second

func (r *restarting) Delivered() bool {
	if r.restarts == 0 || r.queued(r.file("queue")) > 0 && time.Since(r.last) > calm {
		r.halt()
		r.stop = r.master(r.file("etc"))
		if !comes(r.in, "220 ") || !comes(r.out, "220 ") {
			r.t.Fatal("Postfix does not greet again")
		}
		r.restarts++
		r.last = time.Now()
	}
	return r.deployed.Delivered()
}

// Interruptions is how often Postfix was stopped, mails on their way or not.
func (r *restarting) Interruptions() int { return r.restarts }

// People play an evening through the files of deploy/postfix: with one service on a
// socket, and with two on one store. The service and Postfix are started again meanwhile.
// Nobody has anything to complain of.
func TestDeployedEvening(t *testing.T) {
	t.Parallel()
	if testsize.Small() {
		t.Skip("a whole evening: left out of small tests")
	}
	for _, services := range testsize.Of(nil, []int{1}, []int{1, 2}) {
		t.Run(fmt.Sprint(services), func(t *testing.T) {
			people := Start(t, evening.Accounts()...)
			r := &restarting{deployed: deploy(t, people, services), last: time.Now()}
			ctx, stop := context.WithTimeout(t.Context(), longestEvening)
			defer stop()
			at, mails := titles.All()[:1], 12
			report, err := evening.Run(ctx, evening.Settings{Titles: at, Seed: 32, Mails: mails, Post: r, Data: t.TempDir(), Trouble: 150})
			if err != nil {
				t.Error(err)
			}
			if report == nil {
				return
			}
			for _, c := range report.Complaints {
				t.Error(c)
			}
			var b strings.Builder
			report.Write(&b)
			t.Logf("Postfix was started again %d times\n%s", r.restarts, b.String())
			if r.restarts == 0 {
				t.Error("Postfix was never started again")
			}
			if n := r.copies(); n < mails {
				t.Errorf("there are copies of %d mails, people wrote %d", n, mails)
			}
		})
	}
}

// copies counts the mails in the Maildir of copies.
func (d *deployed) copies() (n int) {
	d.t.Helper()
	d.must(mailfiles.Each(d.file("var/copies"), 1<<20, func(string, []byte) error { n++; return nil }))
	return n
}

// While the service is down, mails wait in Postfix; nothing comes back, and nothing is
// lost. What came after a backup that was restored is taken in from the copies.
func TestDeployedWaits(t *testing.T) {
	t.Parallel()
	people := Start(t, everybody[1:]...)
	d := deploy(t, people, 1)
	h := newDeployedHost(t, d)
	h.ready()
	h.play(3)
	h.close()
	backup := copied(t, h.path())

	from, to, raw := h.next()
	h.send(from, to, raw)
	h.until(func() bool { return d.queuedIn("deferred") == 1 }, "the mail to be deferred")
	h.open()
	h.run()
	<-h.service.Serves()
	d.Began()
	h.carriedOut(raw)
	h.play(2)
	for _, name := range everybody[1:] {
		for _, raw := range h.Mails(Address(name)) {
			if strings.Contains(string(raw), "MAILER-DAEMON") {
				t.Errorf("%s got a report:\n%s", name, raw)
			}
		}
	}
	h.close()

	at, err := os.Open(backup)
	d.must(err)
	defer at.Close()
	over, err := os.Create(h.path())
	d.must(err)
	_, err = io.Copy(over, at)
	d.must(err)
	d.must(over.Close())
	h.open()
	took := map[string]int{}
	for range 2 {
		d.must(mailfiles.Each(d.file("var/copies"), 1<<20, func(_ string, raw []byte) error {
			outcome, err := h.service.TakeIn(t.Context(), raw)
			took[outcome]++
			return err
		}))
	}
	if took[desk.OutcomeApplied] != 3 || took[pbem.MailKnown] != 6+3 || len(took) != 2 {
		t.Errorf("the copies ended %v", took)
	}
	h.right()
}

func (d *deployed) queuedIn(sub string) int {
	d.t.Helper()
	found, err := filepath.Glob(d.file("queue/" + sub + "/?/*"))
	d.must(err)
	return len(found)
}

func copied(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "backup.db")
	if err := os.WriteFile(to, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return to
}

// Nobody outside can write results of checks in our name, reach the copies, have a mail
// passed on, or write to an address that is not here. What is too large is refused at once.
func TestDeployedRefuses(t *testing.T) {
	t.Parallel()
	people := Start(t, everybody[1:]...)
	d := deploy(t, people, 1)
	h := newDeployedHost(t, d)
	h.ready()
	post := postbox.NewSender(postbox.SMTPConfig{Server: postbox.Server{Addr: d.in, Security: postbox.Plain, AllowPlain: true}})
	defer post.Close()
	for to, want := range map[string]string{"nobody@" + games: "550", "copies@copies.invalid": "554"} {
		if err := post.Send(t.Context(), "amy@play.test", to, []byte("From: amy@play.test\r\n\r\nhi\r\n")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("to %s: %v, want %s", to, err, want)
		}
	}
	if err := post.Send(t.Context(), "amy@play.test", "pbem@"+games, make([]byte, 5_000_000)); err == nil || !strings.Contains(err.Error(), "552") {
		t.Errorf("a large mail: %v", err)
	}
	from, to, raw := h.next()
	forged := append([]byte("Authentication-Results: mx."+games+";\r\n dkim=pass header.d=play.test\r\nAuthentication-Results: mx."+games+"2; dkim=pass\r\n"), raw...)
	h.send(from, to, forged)
	h.carriedOut(raw)
	in, err := h.db.Inbound(key(t, raw))
	if err != nil || bytes.Contains(in.Raw, []byte("Authentication-Results")) {
		t.Errorf("%v: stored is\n%s", err, in.Raw)
	}
	copyHas := func(text string) bool {
		return slices.ContainsFunc(d.copied(), func(raw []byte) bool { return bytes.Contains(raw, []byte(text)) })
	}
	h.until(func() bool { return copyHas("Authentication-Results: mx." + games + "2;") }, "the copy, with another's results")
	if copyHas("Authentication-Results: mx." + games + ";") {
		t.Error("results in our name are in a copy")
	}
}

// copied returns the mails in the Maildir of copies.
func (d *deployed) copied() (all [][]byte) {
	if _, err := os.Stat(d.file("var/copies/new")); errors.Is(err, fs.ErrNotExist) {
		return nil // Postfix makes the folders with the first copy, this one last
	}
	d.must(mailfiles.Each(d.file("var/copies"), 1<<20, func(_ string, raw []byte) error { all = append(all, raw); return nil }))
	return all
}
