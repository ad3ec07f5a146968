package control

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// copier is a database of some size that breaks off where it is told to.
type copier struct {
	size int
	err  error
}

func (c copier) Backup(w io.Writer) (int64, error) {
	n, err := w.Write(bytes.Repeat([]byte{7}, c.size))
	return int64(n), errors.Join(err, c.err)
}

func serve(t *testing.T, dir string, c Copier) {
	t.Helper()
	stop, err := Serve(dir, c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
}

// A copy comes whole; the folder's name may be longer than a socket's may.
func TestBackup(t *testing.T) {
	for _, name := range []string{"data", strings.Repeat("a long name ", 15)} {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if _, err := Backup(t.Context(), dir, io.Discard); !errors.Is(err, ErrNobody) || Running(dir) {
			t.Errorf("without a service: %v", err)
		}
		serve(t, dir, copier{size: 5 << 20})
		var b bytes.Buffer
		if n, err := Backup(t.Context(), dir, &b); err != nil || n != 5<<20 || b.Len() != 5<<20 || !Running(dir) {
			t.Errorf("%d bytes came, %v", n, err)
		}
	}
}

// A copy that breaks off is never taken for whole.
func TestBackupBreaksOff(t *testing.T) {
	for _, size := range []int{0, 100, 1 << 20} {
		dir := t.TempDir()
		serve(t, dir, copier{size, errors.New("the disk is broken")})
		if n, err := Backup(t.Context(), dir, io.Discard); err == nil || errors.Is(err, ErrNobody) {
			t.Errorf("%d bytes came and no error", n)
		}
	}
}

// quits is a reader that goes away in the middle of a copy.
type quits struct{ stop func() }

func (q quits) Write(b []byte) (int, error) { q.stop(); return len(b), nil }

// The log tells a copy that its reader broke off from one that the database could not make.
func TestWhoBrokeOff(t *testing.T) {
	for want, c := range map[string]copier{"level=WARN msg=backup.broken-off": {size: 64 << 20}, "level=ERROR msg=backup.failed": {1 << 20, errors.New("the disk is broken")}} {
		dir, said := t.TempDir(), make(lines, 10)
		stop, err := Serve(dir, c, slog.New(slog.NewTextHandler(said, nil)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(stop)
		var to io.Writer = io.Discard
		ctx, cancel := context.WithCancel(t.Context())
		if c.err == nil {
			to = quits{cancel}
		}
		if _, err := Backup(ctx, dir, to); err == nil {
			t.Errorf("%s: no error", want)
		}
		if got := <-said; !strings.Contains(got, want) {
			t.Errorf("the log says %q, want %q", got, want)
		}
		cancel()
	}
}

// lines are the lines of a log.
type lines chan string

func (l lines) Write(b []byte) (int, error) { l <- string(b); return len(b), nil }

// The socket of a service that was killed is in nobody's way, and is told from
// that of one that runs.
func TestDeadSocket(t *testing.T) {
	dir := t.TempDir()
	stop, err := Serve(dir, copier{size: 1}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, socket)
	if err := os.Rename(path, path+".kept"); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := os.Rename(path+".kept", path); err != nil {
		t.Fatal(err)
	}
	if _, err := Backup(t.Context(), dir, io.Discard); !errors.Is(err, ErrNobody) {
		t.Errorf("a dead socket gives %v", err)
	}
	serve(t, dir, copier{size: 1})
	if _, err := Backup(t.Context(), dir, io.Discard); err != nil {
		t.Error(err)
	}
}

// Other routes are answered beside the backup: what is refused is an error in
// the service's words.
func TestRoutes(t *testing.T) {
	dir := t.TempDir()
	echo := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || len(body) == 0 {
			http.Error(w, "there is nothing to be said again", http.StatusUnprocessableEntity)
			return
		}
		fmt.Fprintf(w, "%s %s", r.URL.Query().Get("who"), body)
	})
	if _, err := Ask(t.Context(), dir, http.MethodPost, "/echo", nil); !errors.Is(err, ErrNobody) {
		t.Errorf("without a service: %v", err)
	}
	stop, err := Serve(dir, copier{size: 1}, slog.New(slog.DiscardHandler), Route{"POST /echo", echo})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if said, err := Ask(t.Context(), dir, http.MethodPost, "/echo?who=Amy", strings.NewReader("says yes")); said != "Amy says yes" || err != nil {
		t.Errorf("%q, %v", said, err)
	}
	if _, err := Ask(t.Context(), dir, http.MethodPost, "/echo", nil); err == nil || err.Error() != "there is nothing to be said again" {
		t.Errorf("a refusal: %v", err)
	}
	if _, err := Ask(t.Context(), dir, http.MethodGet, "/echo", nil); err == nil {
		t.Error("another method is answered")
	}
	if _, err := Backup(t.Context(), dir, io.Discard); err != nil {
		t.Error(err)
	}
}
