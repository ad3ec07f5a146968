package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// smallDisk mounts a small disk.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("no file system can be mounted here:", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// For a full or read-only disk, the advice is not to change permissions.
func TestCheckFolder(t *testing.T) {
	dir := smallDisk(t)
	if err := os.WriteFile(filepath.Join(dir, "filler"), make([]byte, 2<<20), 0o600); err == nil {
		t.Fatal("the disk is not full")
	}
	if f := folder(dir); f.OK || !strings.Contains(f.Text, "no space left") || f.Mend != makeRoom {
		t.Errorf("full: %v", f)
	}
	if err := os.Remove(filepath.Join(dir, "filler")); err != nil {
		t.Fatal(err)
	}
	if f := folder(dir); f.OK || !strings.Contains(f.Text, "nearly full") || f.Mend != makeRoom {
		t.Errorf("nearly full: %v", f)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip("it cannot be made read-only:", err)
	}
	if f := folder(dir); f.OK || !strings.Contains(f.Mend, "look after it") {
		t.Errorf("read-only: %v", f)
	}
}
