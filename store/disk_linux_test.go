package store_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"pbem/store"
)

// alone runs the test in a process of its own, whose limits and user it may change. It reports whether this is it.
func alone(t *testing.T) bool {
	const mark = "PBEM_STORE_ALONE"
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

// withFullDisk lets no file be written at or beyond size bytes while do runs, which is how a full disk looks.
func withFullDisk(t *testing.T, size uint64, do func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	full := syscall.Rlimit{Cur: size, Max: was.Max}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &full); err != nil {
		t.Skip("file sizes cannot be limited here:", err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was)
	do()
}

// TestDiskFull commits on a full disk: the commit is refused, what was there is still read, and when there is room
// again the same commit is accepted without reopening.
func TestDiskFull(t *testing.T) {
	if !alone(t) {
		return
	}
	path := filepath.Join(t.TempDir(), "pbem.db")
	db := open(t, path, store.Options{})
	n, v := 0, store.Version{}
	commit := func() (err error) {
		if err = db.Commit(numbered(v)); err == nil {
			n, v = n+1, store.Version{Events: 2*n + 2, Record: n + 1}
		}
		return err
	}
	if err := commit(); err != nil {
		t.Fatal(err)
	}
	page := uint64(os.Getpagesize())
	for _, size := range []uint64{0, 1, page, page + 100, 2 * page, 3 * page, 5 * page, 8 * page} {
		withFullDisk(t, size, func() {
			for range 200 {
				if err := commit(); err != nil {
					t.Logf("disk of %d bytes: %v", size, err)
					isWhole(t, db, n)
					return
				}
			}
			t.Fatalf("a disk of %d bytes takes everything", size)
		})
		isWhole(t, db, n)
		if err := commit(); err != nil {
			t.Fatalf("when there was room again: %v", err)
		}
		isWhole(t, db, n)
	}
	db.Close()
	isWhole(t, open(t, path, store.Options{}), n)
}

// TestDiskFullAtFirst leaves nothing half made behind.
func TestDiskFullAtFirst(t *testing.T) {
	if !alone(t) {
		return
	}
	path := filepath.Join(t.TempDir(), "pbem.db")
	for _, size := range []uint64{0, 5000, 20000} {
		withFullDisk(t, size, func() {
			if db, err := store.Open(path, store.Options{}); err == nil {
				db.Close()
				t.Fatalf("a disk of %d bytes took a database", size)
			} else {
				t.Log(err)
			}
		})
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 0 {
		t.Fatalf("left behind: %v", left)
	}
	open(t, path, store.Options{})
}

// TestReadOnlyDisk is done as an ordinary user, since nothing is read-only to root.
func TestReadOnlyDisk(t *testing.T) {
	if !alone(t) {
		return
	}
	path := made(t)
	dir := filepath.Dir(path)
	asUser(t, dir)
	if err := errors.Join(os.Chmod(path, 0o444), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	for _, p := range []string{path, filepath.Join(dir, "new.db")} {
		_, err := store.Open(p, store.Options{})
		if !errors.Is(err, fs.ErrPermission) {
			t.Fatalf("%s: %v", p, err)
		}
		t.Log(err)
	}
	db := open(t, path, store.Options{ReadOnly: true})
	if err := db.Commit(first); err == nil {
		t.Fatal("a commit was accepted")
	} else {
		t.Log(err)
	}
	if outcome, ok, err := db.Settled("m1"); outcome != "applied" || !ok || err != nil {
		t.Fatal(outcome, ok, err)
	}
}

// asUser makes root somebody else for the rest of the test, who owns dir.
func asUser(t *testing.T, dir string) {
	const nobody = 65534
	if os.Geteuid() != 0 {
		return
	}
	all, _ := filepath.Glob(dir + "/*")
	for _, name := range append(all, dir) {
		if err := os.Chown(name, nobody, -1); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setresuid(-1, nobody, -1); err != nil {
		t.Skip("cannot be another user here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Setresuid(-1, 0, -1); err != nil {
			t.Error(err)
		}
	})
}
