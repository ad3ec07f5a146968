package watch

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"pbem/pbem/guard"
)

// A Config says where the pages are shown.
type Config struct {
	Address     string `toml:"address"`      // host:port; "" for no pages
	AllowRemote bool   `toml:"allow_remote"` // also listen on an address that is not loopback
	Canary      Every  `toml:"canary"`       // how often the service sends a mail to itself; 0 is never
}

// Every is a length of time, "15m" in the configuration.
type Every time.Duration

// UnmarshalText reads it.
func (e *Every) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf(`%q is not a length of time; write it like "15m"`, text)
	}
	*e = Every(d)
	return nil
}

// leastCanary is the shortest time between two mails to itself.
const leastCanary = time.Minute

// Check returns what makes a configuration unusable, in a sentence.
func (c Config) Check() error {
	if every := time.Duration(c.Canary); every != 0 && every < leastCanary {
		return fmt.Errorf(`"canary" of [watch] is %v; it is a minute at least, such as "15m"`, every)
	}
	if c.Address == "" {
		return nil
	}
	host, port, err := net.SplitHostPort(c.Address)
	if err != nil || port == "" {
		return fmt.Errorf(`"address" of [watch] is %q; write it like "127.0.0.1:9180"`, c.Address)
	}
	if ip := net.ParseIP(host); !c.AllowRemote && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf(`"address" of [watch] is %q, which others can reach; take 127.0.0.1, or say allow_remote = true`, c.Address)
	}
	return nil
}

// Serve serves the pages until stop is called. It returns the address it
// listens on: the configured one, with the port filled in if that was 0.
func Serve(c Config, figures func() Figures, log *slog.Logger) (address string, stop func(), err error) {
	if err := c.Check(); err != nil {
		return "", nil, err
	}
	l, err := net.Listen("tcp", c.Address)
	if err != nil {
		return "", nil, fmt.Errorf("the service cannot be watched at %s: %w", c.Address, err)
	}
	server := &http.Server{
		Handler: Handler(figures, log), ReadHeaderTimeout: patience, ReadTimeout: patience, WriteTimeout: 3 * patience, IdleTimeout: time.Minute,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	go server.Serve(l)
	return l.Addr().String(), func() { server.Close(); l.Close() }, nil
}

// patience is how long the service may take to return its figures. It may be working on a mail; a mail that
// never ends is a fault to show.
var patience = 10 * time.Second

// Handler answers /, /health and /metrics.
func Handler(figures func() Figures, log *slog.Logger) http.Handler {
	p := &pages{read: figures, log: log, turn: make(chan struct{}, 1), process: process()}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", p.home)
	mux.HandleFunc("GET /health", p.health)
	mux.HandleFunc("GET /metrics", p.metrics)
	return mux
}

// pages ask the service one question at a time, so that requests do not pile up while the service is stuck.
type pages struct {
	read    func() Figures
	log     *slog.Logger
	turn    chan struct{}
	process *prometheus.Registry
}

var errFigures = errors.New("the figures cannot be worked out, which is a fault of pbem; the log says more")

var errStuck = errors.New("the service has been at work on one thing for too long, is stuck, or waits for a database that does not answer")

func (p *pages) figures(ctx context.Context) (Figures, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		return Figures{}, errStuck
	}
	got := make(chan Figures, 1)
	failed := make(chan error, 1)
	go func() {
		defer func() { <-p.turn }()
		if err := guard.Do(func() error { got <- p.read(); return nil }); err != nil { // it would end the service
			p.log.Error("watch.failed", "error", err)
			failed <- errFigures
		}
	}()
	select {
	case f := <-got:
		return f, nil
	case err := <-failed:
		return Figures{}, err
	case <-ctx.Done():
		return Figures{}, errStuck
	}
}

func (p *pages) metrics(w http.ResponseWriter, r *http.Request) {
	f, err := p.figures(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	promhttp.HandlerFor(prometheus.Gatherers{registry(collector(f)), p.process}, promhttp.HandlerOpts{}).ServeHTTP(w, r)
}

// checks returns the state of the service, and the HTTP status for it.
func (p *pages) checks(ctx context.Context) (f Figures, checks []Check, status int) {
	f, err := p.figures(ctx)
	if err != nil {
		return f, []Check{{Name: unanswered, Text: "Something is wrong: " + err.Error() + "."}}, http.StatusServiceUnavailable
	}
	if checks = Health(f); !Well(checks) {
		return f, checks, http.StatusServiceUnavailable
	}
	return f, checks, http.StatusOK
}

// unanswered is the name of the only check while the service gives no figures.
const unanswered = "service"

// only returns the check of one part, or that the service gives no figures.
func only(part string, checks []Check) []Check {
	return slices.DeleteFunc(checks, func(c Check) bool { return c.Name != part && c.Name != unanswered })
}

// health answers for all parts, or with ?part=NAME for one of them.
func (p *pages) health(w http.ResponseWriter, r *http.Request) {
	_, checks, status := p.checks(r.Context())
	if part := r.URL.Query().Get("part"); part != "" {
		if checks = only(part, checks); len(checks) == 0 {
			http.Error(w, "there is no such part", http.StatusNotFound)
			return
		}
		if status = http.StatusOK; !Well(checks) {
			status = http.StatusServiceUnavailable
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	answer := struct {
		OK     bool    `json:"ok"`
		Checks []Check `json:"checks"`
	}{status == http.StatusOK, checks}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.Encode(answer)
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// A row is a line of the page.
type row struct{ What, Figure string }

// home is the page for people. It answers 200 even if something is wrong, because the page itself works.
func (p *pages) home(w http.ResponseWriter, r *http.Request) {
	f, checks, status := p.checks(r.Context())
	view := struct {
		Headline       string
		Class          string
		Checks         []Check
		Games, In, Out []row
		Now            string
	}{Headline: f.headline(status == http.StatusOK, Warned(checks)), Checks: checks}
	switch {
	case status != http.StatusOK:
		view.Class = "ill"
	case view.Headline == lookHeadline:
		view.Class = "look"
	}
	if !f.Now.IsZero() {
		view.Games, view.In, view.Out = f.gameRows(), f.inRows(), f.outRows()
		view.Now = f.Now.Format("2 January 2006, 15:04 MST")
	}
	var b bytes.Buffer
	if err := page.Execute(&b, view); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	w.Write(b.Bytes())
}
