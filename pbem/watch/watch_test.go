package watch

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// busy is a service on a good day.
func busy() Figures {
	var c Counts
	c.Begin(noon.Add(-30 * time.Hour))
	for outcome, n := range map[string]int{"applied": 40, "answered": 7, "rejected": 3, "stranded": 1} {
		for range n {
			c.In(outcome)
		}
	}
	c.Out(Sent, 123, noon.Add(-4*time.Minute))
	c.Out(Retried, 2, noon)
	c.Decided(95)
	c.Fault()
	for _, s := range []float64{0.4, 1.5, 40, 90000} {
		c.Answered(time.Duration(s * float64(time.Second)))
	}
	return Figures{
		Now: noon, Games: Games{Lobby: 1, Running: 3, Frozen: 1, Ended: 12}, Waiting: 5, OldestTurn: noon.Add(-50 * time.Hour),
		Canary: &Canary{Sent: noon.Add(-5 * time.Minute), Back: noon.Add(-5*time.Minute + 3*time.Second), Way: 3 * time.Second, Taken: 400 * time.Millisecond},
		InHand: InHand{Waits: 3, Works: 1, Oldest: noon.Add(-2 * time.Second)},
		Queued: 2, Oldest: noon.Add(-3 * time.Minute), Due: noon.Add(-time.Minute), Suspended: 1, Free: 14_200_000_000, Poll: time.Minute, Polled: noon.Add(-20 * time.Second), Tally: c.Tally(),
	}
}

// get asks for a page.
func get(t *testing.T, figures func() Figures, path string) (status int, body string, head http.Header) {
	t.Helper()
	w := httptest.NewRecorder()
	Handler(figures, slog.New(slog.DiscardHandler)).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	return w.Code, w.Body.String(), w.Header()
}

// What is ours of the metrics, as Prometheus reads it: the names are an
// interface.
func TestMetrics(t *testing.T) {
	status, body, _ := get(t, busy, "/metrics")
	if status != http.StatusOK {
		t.Fatal(status, body)
	}
	var ours bytes.Buffer
	process := false
	for _, line := range strings.SplitAfter(body, "\n") {
		if strings.Contains(line, "pbem_") {
			ours.WriteString(line)
		}
		process = process || strings.HasPrefix(line, "go_goroutines ")
	}
	golden(t, "testdata/metrics.txt", ours.String())
	if !process {
		t.Error("the metrics of the process are missing")
	}
}

func TestPage(t *testing.T) {
	status, body, head := get(t, busy, "/")
	if status != http.StatusOK || !strings.HasPrefix(head.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("status %d, %v", status, head)
	}
	golden(t, "testdata/page.html", body)
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *rewrite {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed (-rewrite writes it anew):\n%s", name, got)
	}
}

// What makes a service ill, and what does not.
func TestHealth(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Figures)
		ill    string // part that does not work; with " warns" one that works and needs somebody
		says   string
	}{
		"a good day":            {func(*Figures) {}, "", ""},
		"nothing yet":           {func(f *Figures) { *f = Figures{Now: noon, Free: -1, Poll: time.Minute, Tally: Tally{Began: noon}} }, "", "just begun"},
		"not begun":             {func(f *Figures) { f.Tally.Began, f.Polled = time.Time{}, time.Time{} }, "mailbox", "not begun"},
		"never read":            {func(f *Figures) { f.Polled = time.Time{} }, "mailbox", "since the service began 30 hours ago"},
		"read five minutes ago": {func(f *Figures) { f.Polled = noon.Add(-5 * time.Minute) }, "", "5 minutes ago"},
		"read six minutes ago":  {func(f *Figures) { f.Polled = noon.Add(-6 * time.Minute) }, "mailbox", "6 minutes ago"},
		"read seldom":           {func(f *Figures) { f.Polled, f.Poll = noon.Add(-6*time.Minute), 3*time.Minute }, "", ""},
		"handed over":           {func(f *Figures) { f.HandedOver = true }, "", "can hand over mails"},
		"not handed over":       {func(f *Figures) { f.HandedOver, f.Polled = true, noon.Add(-6*time.Minute) }, "mailbox", "could last hand over mails 6 minutes ago"},
		"full disk":             {func(f *Figures) { f.Fault = "no space left on device" }, "store", "no space left"},
		"nearly full disk":      {func(f *Figures) { f.Free = 5_000_000 }, "store warns", "5 MB are free"},
		"disk not known":        {func(f *Figures) { f.Free = -1 }, "", "can be written."},
		"refused for a while":   {func(f *Figures) { f.Tally.Refused = noon.Add(-20 * time.Minute) }, "outbox", "taken nothing for 20 minutes; 2 mails wait"},
		"refused just now":      {func(f *Figures) { f.Tally.Refused = noon.Add(-time.Minute) }, "", "goes on"},
		"refused, none waits":   {func(f *Figures) { f.Tally.Refused, f.Queued, f.Due = noon.Add(-time.Hour), 0, time.Time{} }, "", "No mail waits"},
		"a mailbox with room":   {func(f *Figures) { f.Room = Room{Share: 0.97, Words: "97 % of its 100 MB"} }, "", "97 % of its 100 MB are in use"},
		"a full mailbox":        {func(f *Figures) { f.Room = Room{1, "100 % of its 100 MB", true} }, "mailbox warns", "full: 100 % of its 100 MB"},
		"a mailbox with two":    {func(f *Figures) { f.Sharing = 1 }, "mailbox warns", "Another service reads this mailbox too"},
		"a log-in refused once": {func(f *Figures) { f.Shut = Shut{noon.Add(-3 * time.Minute), 1, "it refuses the log-in", false} }, "mailbox warns", "3 minutes ago: it refuses the log-in. It is tried again."},
		"a log-in refused now":  {func(f *Figures) { f.Shut = Shut{noon.Add(-59 * time.Second), 6, "it refuses the log-in", false} }, "mailbox warns", "59 seconds ago"},
		"a log-in refused":      {func(f *Figures) { f.Shut = Shut{noon.Add(-time.Minute), 6, "it refuses the log-in", false} }, "mailbox", "for 60 seconds: it refuses the log-in. Try pbem check."},
		"an open connection":    {func(f *Figures) { f.Shut = Shut{noon.Add(-time.Hour), 60, "its certificate is not trusted", true} }, "mailbox warns", "Mails are read until the open connection ends."},
		"no log-in to send":     {func(f *Figures) { f.Tally.Shut = Shut{noon.Add(-time.Minute), 2, "it refuses the log-in", false} }, "outbox", "nobody in to send mails for 60 seconds: it refuses the log-in; 2 mails wait. Try"},
		"no log-in, none waits": {func(f *Figures) {
			f.Tally.Shut, f.Queued, f.Due = Shut{noon.Add(-time.Hour), 2, "x", false}, 0, time.Time{}
		}, "", "No mail waits"},
		"too many connections": {func(f *Figures) { f.Tally.Crowded, f.Connections = noon.Add(-time.Minute), 4 }, "outbox warns", `set \"connections\", which is 4, to fewer.`},
		"long ago too many":    {func(f *Figures) { f.Tally.Crowded = noon.Add(-time.Hour) }, "", "goes on"},
		"other settings":       {func(f *Figures) { f.Nodes = []Node{{Name: "b", Decides: true, Off: true}} }, "nodes warns", "b: its clock is"},
		"other settings, idle": {func(f *Figures) { f.Nodes = []Node{{Name: "b", Off: true}} }, "nodes", "None decides"},
		"stuck":                {func(f *Figures) { f.Due, f.Tally.Sent = noon.Add(-time.Hour), noon.Add(-50*time.Minute) }, "outbox", "for 50 minutes"},
		"work that never ends": {func(f *Figures) { f.InHand.Stuck = "the mail mail:01 has waited for its turn for 3 minutes" }, "work", "the mail mail:01 has waited for its turn for 3 minutes"},
		"much work":            {func(f *Figures) { f.InHand = InHand{Waits: 60, Works: 4, Oldest: noon.Add(-50 * time.Second)} }, "", "64 pieces of work are in hand, the oldest for 50 seconds."},
		"no canary":            {func(f *Figures) { f.Canary = nil }, "", ""},
		"a canary on its way":  {func(f *Figures) { f.Canary.Waits = noon.Add(-5 * time.Minute) }, "", "is under way for 5 minutes"},
		"a canary that is lost": {func(f *Figures) {
			f.Canary.Waits, f.Canary.Where = noon.Add(-11*time.Minute), "the mail server has not taken it"
		}, "canary", "sent 11 minutes ago, does not come back: the mail server has not taken it."},
		"behind many":       {func(f *Figures) { f.Due = noon.Add(-time.Hour) }, "", "goes on"},
		"to be tried later": {func(f *Figures) { f.Due, f.Tally.Sent, f.Oldest = time.Time{}, time.Time{}, noon.Add(-time.Hour) }, "", "goes on"},
	} {
		f := busy()
		c.change(&f)
		status, body, _ := get(t, func() Figures { return f }, "/health")
		var answer struct {
			OK     bool
			Checks []struct {
				Name        string
				OK, Warning bool
			}
		}
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Fatal(err)
		}
		ill := ""
		for _, check := range answer.Checks {
			switch {
			case !check.OK:
				ill += check.Name
			case check.Warning:
				ill += check.Name + " warns"
			}
		}
		if well := c.ill == "" || strings.HasSuffix(c.ill, " warns"); ill != c.ill || answer.OK != well || (status == http.StatusOK) != well || !strings.Contains(body, c.says) {
			t.Errorf("%s: %d\n%s", name, status, body)
		}
		if _, page, _ := get(t, func() Figures { return f }, "/"); strings.Contains(page, "Something needs you") == answer.OK || strings.Contains(page, ">!&ensp;") != strings.HasSuffix(c.ill, " warns") {
			t.Errorf("%s: the page says otherwise", name)
		}
	}
}

// Whoever restarts a service that is stuck asks for that part alone: a restart gives no disk room, and mends no mail server.
func TestOnePart(t *testing.T) {
	ill := busy()
	ill.Fault = "no space left on device"
	stuck := busy()
	stuck.InHand.Stuck = "the mail mail:01 has waited"
	for _, c := range []struct {
		f      Figures
		part   string
		status int
	}{{ill, "", 503}, {ill, "?part=work", 200}, {ill, "?part=store", 503}, {stuck, "?part=work", 503}, {stuck, "?part=store", 200}, {ill, "?part=nodes", 404}} {
		if status, body, _ := get(t, func() Figures { return c.f }, "/health"+c.part); status != c.status {
			t.Errorf("%s: %d %s", c.part, status, body)
		}
	}
	if status, body, _ := get(t, func() Figures { panic("no figures") }, "/health?part=work"); status != 503 || !strings.Contains(body, `"service"`) {
		t.Errorf("without figures: %d %s", status, body)
	}
}

// A service that is stuck is told from one that works, and those who ask do
// not pile up behind it.
func TestStuck(t *testing.T) {
	old := patience
	patience = 50 * time.Millisecond
	defer func() { patience = old }()
	free := make(chan struct{})
	defer close(free)
	asked := make(chan struct{}, 10)
	h := Handler(func() Figures { asked <- struct{}{}; <-free; return busy() }, slog.New(slog.DiscardHandler))
	for _, path := range []string{"/health", "/metrics", "/"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if path != "/" && w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "stuck") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if n := len(asked); n != 1 {
		t.Errorf("the service was asked %d times while it was stuck", n)
	}
}

// The metrics and /health say what each service on a database does, and whether any decides.
func TestRoles(t *testing.T) {
	fleet := func(decides bool) func() Figures {
		return func() Figures {
			f := busy()
			f.Nodes = []Node{{Name: "a", Self: true, Rules: 2, Decides: decides}, {Name: "b", Rules: 1}, {Name: "c", Rules: 3, Decides: true, Silent: true}}
			return f
		}
	}
	_, body, _ := get(t, fleet(true), "/metrics")
	for _, line := range []string{`pbem_node_role{node="a",role="decides"} 1`, `pbem_node_role{node="b",role="stores and sends"} 1`, `pbem_node_rules{node="b"} 1`} {
		if !strings.Contains(body, line+"\n") {
			t.Errorf("no %s in\n%s", line, body)
		}
	}
	if strings.Contains(body, `pbem_node_role{node="c"`) {
		t.Error("who is silent has a role")
	}
	for decides, want := range map[bool]string{true: "2 services work on the database. 1 of them only stores and sends. 1 more has been there in the last 24 hours and says nothing since.",
		false: "None decides: mails are stored and wait."} {
		if c := fleet(decides)().nodes(); c.OK != decides || !strings.Contains(c.Text, want) {
			t.Errorf("%+v", c)
		}
	}
}

func TestServe(t *testing.T) {
	address, stop, err := Serve(Config{Address: "127.0.0.1:0"}, busy, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Get("http://" + address + "/health")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || !strings.Contains(string(body), `"ok": true`) {
		t.Errorf("%s, %v", body, err)
	}
	if _, _, err := Serve(Config{Address: address}, busy, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), address) {
		t.Errorf("a port that is taken: %v", err)
	}
	stop()
	if _, err := http.Get("http://" + address + "/health"); err == nil {
		t.Error("it answers after it was stopped")
	}
}

func TestAddresses(t *testing.T) {
	for address, ok := range map[string]bool{
		"": true, "127.0.0.1:9180": true, "127.8.0.1:0": true, "[::1]:9180": true, "localhost:9180": true,
		"0.0.0.0:9180": false, ":9180": false, "192.168.1.5:80": false, "[::]:80": false, "play.example:80": false, "127.0.0.1": false, "9180": false, "127.0.0.1:": false,
	} {
		err := Config{Address: address}.Check()
		if (err == nil) != ok {
			t.Errorf("%q: %v", address, err)
		}
	}
	if (Config{Canary: Every(time.Second)}).Check() == nil || (Config{Canary: Every(-time.Hour)}).Check() == nil || (Config{Canary: Every(time.Minute)}).Check() != nil {
		t.Error("a mail to itself is sent too often")
	}
	if err := (Config{Address: "0.0.0.0:9180", AllowRemote: true}).Check(); err != nil {
		t.Error(err)
	}
	if _, _, err := Serve(Config{Address: "0.0.0.0:0"}, busy, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("it listens to everybody")
	}
}

func TestSizeAndAgo(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 999: "999 bytes", 5_000_000: "5 MB", 14_200_000_000: "14.2 GB", 2_000_000_000_000: "2.0 TB", 140_000_000_000: "140 GB"} {
		if got := Size(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
	for d, want := range map[time.Duration]string{time.Second: "1 second", -time.Hour: "0 seconds", 119 * time.Second: "119 seconds", 3 * time.Minute: "3 minutes", 30 * time.Hour: "30 hours", 100 * time.Hour: "4 days"} {
		if got := Ago(noon, noon.Add(-d)); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
	if n := Free(t.TempDir()); n == 0 {
		t.Error("no room is left, or it was not looked at")
	}
}

// A fault in the figures is a sentence on the page and an entry in the log. It does not end the service, nor keep the next
// one from asking.
func TestFiguresFail(t *testing.T) {
	var said bytes.Buffer
	asked := 0
	h := Handler(func() Figures {
		if asked++; asked < 3 {
			panic("no figures")
		}
		return Figures{}
	}, slog.New(slog.NewTextHandler(&said, nil)))
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return w
	}
	for _, path := range []string{"/health", "/metrics"} {
		if w := get(path); w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "the log says more") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if n := strings.Count(said.String(), "watch.failed"); n != 2 || !strings.Contains(said.String(), "no figures") {
		t.Errorf("the log says %s", said.String())
	}
	if w := get("/metrics"); w.Code != http.StatusOK {
		t.Errorf("after that: %d %s", w.Code, w.Body)
	}
}
