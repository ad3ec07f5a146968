// Package control lets commands of the host reach a running service, which alone
// has the database open. It is HTTP over a Unix socket in the data folder, which
// only the host's user may enter.
//
//	GET /backup   a whole copy of the present database; if the copy breaks
//	              off, the caller gets an error, never a shorter file
//
// The caller of Serve adds the other routes. A route refuses with one sentence,
// under a status that is not 200.
package control

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// socket is the file in the data folder.
const socket = "pbem.sock"

// ErrNobody means that no service runs on a data folder.
var ErrNobody = errors.New("no service runs here")

// A Copier writes a consistent copy of the database; store.DB is one.
type Copier interface {
	Backup(w io.Writer) (int64, error)
}

// A Route is one more thing that a service does for the host's commands.
type Route struct {
	Pattern string // as for http.ServeMux: "POST /import"
	Handler http.Handler
}

// Serve answers on the socket in a data folder until the returned function is
// called. The caller has the database open, so a socket file found there is a
// leftover.
func Serve(dir string, db Copier, log *slog.Logger, routes ...Route) (stop func(), err error) {
	path, done, err := reach(dir)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("the control socket cannot be made: %w", err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false) // the path may be temporary
	mux := http.NewServeMux()
	mux.HandleFunc("GET /backup", func(w http.ResponseWriter, _ *http.Request) { backup(w, db, log) })
	for _, r := range routes {
		mux.Handle(r.Pattern, r.Handler)
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: stall}
	stop = func() {
		server.Close()
		l.Close() // if the server had not yet begun to use it
		os.Remove(filepath.Join(dir, socket))
	}
	if err := os.Chmod(path, 0o600); err != nil {
		stop()
		return nil, fmt.Errorf("the control socket cannot be closed to others: %w", err)
	}
	go server.Serve(l)
	return stop, nil
}

// stall is how long the other side may take for a piece of a copy. During a copy the database cannot reuse
// freed pages.
const stall = 30 * time.Second

func backup(w http.ResponseWriter, db Copier, log *slog.Logger) {
	began := time.Now()
	w.Header().Set("Content-Type", "application/octet-stream")
	to := &patient{w: w, c: http.NewResponseController(w)}
	n, err := db.Backup(to)
	switch {
	case to.broken != nil: // the fault is not the database's
		log.Warn("backup.broken-off", "bytes", n, "why", to.broken)
	case err != nil:
		log.Error("backup.failed", "error", err)
	default:
		log.Info("backup.made", "bytes", n, "took", time.Since(began))
		return
	}
	panic(http.ErrAbortHandler) // so that the other side does not take it for complete
}

// patient waits for a slow reader, but not for ever.
type patient struct {
	w      io.Writer
	c      *http.ResponseController
	broken error // why the reader gets no more: it is gone, or takes nothing
}

func (p *patient) Write(b []byte) (n int, err error) {
	if err = p.c.SetWriteDeadline(time.Now().Add(stall)); err == nil {
		n, err = p.w.Write(b)
	}
	p.broken = cmp.Or(p.broken, err)
	return n, err
}

// Running reports whether a service answers on the socket of a data folder.
func Running(dir string) bool {
	conn, err := dial(context.Background(), dir)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// Backup copies the database of the service that runs on a data folder. It
// returns ErrNobody if none runs.
func Backup(ctx context.Context, dir string, to io.Writer) (n int64, err error) {
	answer, err := call(ctx, dir, http.MethodGet, "/backup", nil)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("the service answers %s", answer.Status)
	}
	if n, err = io.Copy(to, answer.Body); err != nil {
		return n, fmt.Errorf("the copy broke off after %d bytes: %w", n, err)
	}
	return n, nil
}

// longestAnswer limits what Ask reads, in bytes.
const longestAnswer = 1 << 20

// Ask sends a request to the service that runs on a data folder and returns the
// answer. A refusal of the service is an error with its words. Ask returns
// ErrNobody if none runs.
func Ask(ctx context.Context, dir, method, path string, body io.Reader) (string, error) {
	answer, err := call(ctx, dir, method, path, body)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, longestAnswer))
	switch {
	case err != nil:
		return "", fmt.Errorf("the service's answer broke off: %w", err)
	case answer.StatusCode != http.StatusOK:
		return "", errors.New(strings.TrimSpace(string(text)))
	}
	return string(text), nil
}

// call sends a request to the socket in a data folder.
func call(ctx context.Context, dir, method, path string, body io.Reader) (*http.Response, error) {
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext:       func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, dir) },
	}}
	req, err := http.NewRequestWithContext(ctx, method, "http://pbem"+path, body)
	if err != nil {
		return nil, err
	}
	answer, err := client.Do(req)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return nil, ErrNobody
	case err != nil:
		return nil, fmt.Errorf("the service does not answer: %w", err)
	}
	return answer, nil
}

func dial(ctx context.Context, dir string) (net.Conn, error) {
	path, done, err := reach(dir)
	if err != nil {
		return nil, err
	}
	defer done()
	return (&net.Dialer{Timeout: stall}).DialContext(ctx, "unix", path)
}

// longestPath is the longest path of a socket that the system accepts.
const longestPath = 100

// reach returns a path of the socket that is short enough. It is valid until done is called.
func reach(dir string) (path string, done func(), err error) {
	path = filepath.Join(dir, socket)
	if len(path) <= longestPath {
		return path, func() {}, nil
	}
	folder, err := os.Open(dir)
	if err != nil {
		return "", nil, err
	}
	path = filepath.Join("/proc/self/fd", strconv.Itoa(int(folder.Fd())), socket)
	return path, func() { folder.Close() }, nil
}
