package pbem

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// A disk is an ext4 file system of its own, for the archive of a service.
type disk struct {
	t          *testing.T
	image, dir string
}

// archiveDisk puts the archive on a disk of its own.
func archiveDisk(t *testing.T, d *testService) *disk {
	t.Helper()
	k := &disk{t, filepath.Join(t.TempDir(), "disk"), filepath.Dir(d.service.ArchiveDir("g1"))}
	if err := errors.Join(os.MkdirAll(k.dir, 0o755), os.WriteFile(k.image, nil, 0o600), os.Truncate(k.image, 16<<20)); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mkfs.ext4", "-q", "-F", k.image).CombinedOutput(); err != nil {
		t.Skipf("no disk can be made here: %v: %s", err, out)
	}
	if out, err := k.mount(); err != nil {
		t.Skipf("no disk can be mounted here: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", k.dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	return k
}

func (k *disk) mount() ([]byte, error) {
	return exec.Command("mount", "-o", "loop", k.image, k.dir).CombinedOutput()
}

// powerCut stops the disk. What was done to folders is on it, and of files only what was synced, which ext4 permits.
func (k *disk) powerCut() {
	k.t.Helper()
	f, err := os.Open(k.dir)
	if err != nil {
		k.t.Fatal(err)
	}
	const shutdown = 0x8004587d // EXT4_IOC_SHUTDOWN
	logFlushed := uint32(1)
	_, _, no := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), shutdown, uintptr(unsafe.Pointer(&logFlushed)))
	f.Close()
	if no != 0 {
		k.t.Skip("the disk cannot be stopped here:", no)
	}
	if out, err := exec.Command("umount", k.dir).CombinedOutput(); err != nil {
		k.t.Fatalf("umount: %v: %s", err, out)
	}
	if out, err := k.mount(); err != nil {
		k.t.Fatalf("mount: %v: %s", err, out)
	}
}

func filesIn(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, e := range entries {
		if out[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// After a power cut an album is whole, or made anew. It is not believed for its summary, which may have come to the disk before
// its pages.
func TestArchiveAfterAPowerCut(t *testing.T) {
	d := newTestService(t)
	d.three()
	k := archiveDisk(t, d)
	d.ended("g1")
	d.service.Keeper.Missing(context.Background())
	dir := d.service.ArchiveDir("g1")
	before := filesIn(t, dir)
	f, err := os.Open(filepath.Join(dir, "game.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		t.Fatal(err)
	}
	k.powerCut()
	d.restart(d.db)
	d.service.Keeper.Missing(context.Background())
	after := filesIn(t, dir)
	for name, data := range before {
		if !bytes.Equal(after[name], data) {
			t.Errorf("%s has %d bytes, it had %d", name, len(after[name]), len(data))
		}
	}
}

// An old album that cannot be removed, as one of another user, leaves the game in the list, and the host is told.
func TestOldAlbumThatCannotBeRemoved(t *testing.T) {
	d := newTestService(t)
	d.three()
	archiveDisk(t, d)
	if _, err := d.service.Archive("g1"); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(d.service.ArchiveDir("g1"), "index.html")
	if out, err := exec.Command("chattr", "+i", page).CombinedOutput(); err != nil {
		t.Skipf("no file can be made to stay: %v: %s", err, out)
	}
	d.ended("g1")
	d.service.Keeper.Missing(context.Background())
	if !strings.Contains(d.read("g1", "index.html"), "Brian wins") || !strings.Contains(d.read("index.html"), `href="g1/index.html"`) {
		t.Error("the game that ended is not in the archive")
	}
	if told := d.toldHost("archive cannot be written"); told != 1 {
		t.Errorf("the host is told %d times", told)
	}
}
