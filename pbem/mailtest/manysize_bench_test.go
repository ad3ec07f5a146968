package mailtest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"pbem/pbem/desk"
)

// memory prints how much memory the process uses. That of the mail server is part of it.
func (h *hall) memory(name string) {
	var m runtime.MemStats
	resident := status("RssAnon:")
	runtime.GC()
	runtime.ReadMemStats(&m)
	tell(name, "%d MB live heap, %d MB resident, and %d MB of files", m.HeapAlloc>>20, resident>>10, status("RssFile:")>>10)
}

// status is a number of KB in what Linux says of this process.
func status(name string) (kb int) {
	text, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(text), name)
	fmt.Sscan(rest, &kb)
	return kb
}

// size prints how large the store is.
func (h *hall) size() {
	var bytes int64
	filepath.WalkDir(h.g.dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && !strings.Contains(path, desk.ArchiveDir) && !strings.Contains(path, "pg_wal") {
			if info, err := e.Info(); err == nil {
				bytes += info.Size()
			}
		}
		return nil
	})
	tell("the store", "%d MB", bytes>>20)
}
