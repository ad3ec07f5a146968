package mailtest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// failingDisk mounts a disk of its own, which goes read-only with files open for
// writing when it is told that it has failed, and is mended by mend.
func failingDisk(t *testing.T) (dir string, fail, mend func()) {
	t.Helper()
	image := filepath.Join(t.TempDir(), "disk")
	dir = t.TempDir()
	run := func(name string, args ...string) error {
		out, err := exec.Command(name, args...).CombinedOutput()
		if err != nil {
			t.Logf("%s: %v: %s", name, err, out)
		}
		return err
	}
	mount := func() error { return run("mount", "-o", "loop,errors=remount-ro", image, dir) }
	if err := errors.Join(os.WriteFile(image, nil, 0o600), os.Truncate(image, 64<<20)); err != nil {
		t.Fatal(err)
	}
	if run("mkfs.ext4", "-q", "-F", image) != nil || mount() != nil {
		t.Skip("no disk can be made here")
	}
	t.Cleanup(func() { run("umount", "-l", dir) })
	device, err := exec.Command("findmnt", "-n", "-o", "SOURCE", dir).Output()
	trigger := filepath.Join("/sys/fs/ext4", filepath.Base(strings.TrimSpace(string(device))), "trigger_fs_error")
	if _, missing := os.Stat(trigger); err != nil || missing != nil {
		t.Skip("no disk can be made to fail here:", err, missing)
	}
	fail = func() {
		t.Helper()
		if err := os.WriteFile(trigger, []byte("1"), 0o200); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Create(filepath.Join(dir, "x")); !errors.Is(err, syscall.EROFS) {
			t.Skip("the disk is not read-only now:", err)
		}
	}
	mend = func() {
		t.Helper()
		if err := run("umount", dir); err != nil {
			t.Fatal(err)
		}
		run("e2fsck", "-f", "-y", image) // it says by its result that there was something to mend
		if err := mount(); err != nil {
			t.Fatal(err)
		}
	}
	return dir, fail, mend
}

// The disk goes read-only under the running service, which is what Linux does to
// a disk that reports errors: the log says so once, no
// mail is lost, answered wrongly or set aside, and all are carried out when the
// service begins anew on the mended disk.
func TestDiskFails(t *testing.T) {
	t.Parallel()
	dir, fail, mend := failingDisk(t)
	h := newHostIn(t, office(t), dir)
	h.ready()
	h.play(2)
	before := len(h.log.String())
	fail()
	var sent [][]byte
	for range 3 {
		from, to, raw := h.next()
		h.send(from, to, raw)
		sent = append(sent, raw)
	}
	h.until(func() bool { return strings.Contains(h.log.String()[before:], "read-only file system") }, "a word of the disk in the log")
	time.Sleep(8 * time.Second)
	for _, of := range []string{"outbox", "mailbox"} {
		if n := strings.Count(h.log.String()[before:], "msg="+of); n > 1 {
			t.Errorf("the log tells of the %s %d times", of, n)
		}
	}
	if f := h.service.Figures(); !strings.Contains(f.Fault, "read-only") {
		t.Errorf("the figures say %q", f.Fault)
	}
	h.halt()
	h.db.Close()
	mend()
	h.open()
	h.run()
	for _, raw := range sent {
		h.carriedOut(raw)
	}
	h.play(2)
	h.right() // a mail may have gone out twice, under one Message-ID: that it went could not be noted
	h.nothingSetAside()
}
