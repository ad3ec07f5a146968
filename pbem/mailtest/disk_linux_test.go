package mailtest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// alone runs a test in a process of its own, whose limits it may change. It
// reports whether this is it.
func alone(t *testing.T) bool {
	const mark = "PBEM_MAILTEST_ALONE"
	if os.Getenv(mark) == t.Name() {
		return true
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), mark+"="+t.Name())
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	switch {
	case err != nil:
		t.Fatal(err)
	case bytes.Contains(out, []byte("--- SKIP")):
		t.Skip()
	}
	return false
}

// limit lets no file grow beyond a size, which is how a full disk looks.
func limit(t *testing.T, size uint64) (lift func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: was.Max}); err != nil {
		t.Skip("file sizes cannot be limited here:", err)
	}
	return func() { syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was) }
}

// The disk takes nothing, or little, while mails come in: no mail is lost or
// answered wrongly, none is taken for the cause of the trouble, and all goes on
// by itself when there is room again.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	if !alone(t) {
		return
	}
	h := newHost(t, office(t))
	h.ready()
	h.play(2)
	for _, room := range []int64{-1 << 40, 0, 4 << 10, 16 << 10, 64 << 10} {
		size := max(0, fileSize(t, h.path())+room)
		h.without(func() func() { return limit(t, uint64(size)) }, 4)
	}
	h.play(1)
	h.right()
	h.once()
	h.nothingSetAside()
}

func fileSize(t *testing.T, name string) int64 {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// without sends mails while something is missing, and waits for their answers
// when it is there again.
func (h *host) without(take func() (give func()), mails int) {
	h.t.Helper()
	give := take()
	var sent [][]byte
	for range mails {
		from, to, raw := h.next()
		h.send(from, to, raw)
		sent = append(sent, raw)
		time.Sleep(300 * time.Millisecond)
	}
	give()
	for _, raw := range sent {
		h.carriedOut(raw)
	}
}

// nothingSetAside checks that no mail was taken for a faulty one.
func (h *host) nothingSetAside() {
	h.t.Helper()
	for _, outcome := range []string{"quarantine", "rejected"} {
		if keys, err := h.db.Ended(outcome); err != nil || len(keys) > 0 {
			h.t.Errorf("%d mails ended %q: %v", len(keys), outcome, err)
		}
	}
	if failed, _, err := h.db.FailedPage("", 0); err != nil || len(failed) > 0 {
		h.t.Errorf("%d answers failed: %v", len(failed), err)
	}
}

// A small disk of its own is filled to the brim by somebody else's file.
func TestSmallDiskFull(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=24m"); err != nil {
		t.Skip("no file system can be mounted here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	h := newHostIn(t, office(t), dir)
	h.ready()
	h.play(2)
	for range 2 {
		h.without(func() func() { return fill(t, dir) }, 6)
	}
	h.play(1)
	h.right()
	h.once()
	h.nothingSetAside()
}

// fill writes a file until the disk is full.
func fill(t *testing.T, dir string) (empty func()) {
	t.Helper()
	name := filepath.Join(dir, "filler")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			if !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
			size /= 2
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// The disk is made read-only under the service, which is what Linux does to a
// disk that reports errors, and is mended later.
func TestReadOnlyDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64m"); err != nil {
		t.Skip("no file system can be mounted here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	h := newHostIn(t, office(t), dir)
	h.ready()
	h.play(2)
	h.close()
	for _, name := range openFiles(t) {
		if strings.HasPrefix(name, dir) {
			t.Fatalf("%s is still open", name)
		}
	}
	remount := func(flags uintptr) {
		if err := remounted(dir, flags); err != nil {
			t.Fatal(err)
		}
	}
	remount(syscall.MS_RDONLY)
	if _, err := os.Create(filepath.Join(dir, "x")); !errors.Is(err, syscall.EROFS) {
		t.Fatal(err)
	}
	program := build(t)
	config := h.configFile(t)
	out, err := exec.Command(program, "serve", "--config", config).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "read-only file system") || strings.Count(strings.TrimSpace(string(out)), "\n") > 0 {
		t.Errorf("pbem serve: %v\n%s", err, out)
	}
	if out, err := exec.Command(program, "verify", "--config", config).CombinedOutput(); err != nil {
		t.Errorf("pbem verify: %v\n%s", err, out)
	}
	remount(0)
	h.open()
	h.run()
	h.play(2)
	h.right()
}

// remounted mounts a small disk anew with other flags. Linux makes no disk
// read-only while a file on it is open for writing, and a program that another
// test is just starting holds all our files until it has begun.
func remounted(dir string, flags uintptr) error {
	for {
		err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|flags, "size=64m")
		if !errors.Is(err, syscall.EBUSY) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// openFiles lists the files that this process has open.
func openFiles(t *testing.T) []string {
	t.Helper()
	const fds = "/proc/self/fd"
	entries, err := os.ReadDir(fds)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if name, err := os.Readlink(filepath.Join(fds, e.Name())); err == nil {
			names = append(names, name)
		}
	}
	return names
}

// build builds the program.
func build(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pbem")
	cmd := exec.Command("go", "build", "-o", name, "../../cmd/pbem")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as releases are built; with the race detector's cgo all would be compiled once more
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return name
}

// configFile writes the host's configuration for the program.
func (h *host) configFile(t *testing.T) string {
	t.Helper()
	text := "data = '" + h.cfg.Data + "'\naddress = '" + service + "'\n"
	for section, s := range map[string]string{"imap": h.cfg.IMAP.Addr, "smtp": h.cfg.SMTP.Addr} {
		text += "[" + section + "]\nserver = '" + s + "'\nsecurity = 'plain'\nuser = '" + service + "'\npassword = '" + Password + "'\n"
	}
	name := filepath.Join(t.TempDir(), "pbem.toml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
