//go:build linux || darwin || freebsd

package watch

import "syscall"

// Free returns how many bytes a folder's disk has left for us, -1 when that
// cannot be told.
func Free(folder string) int64 {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return -1
	}
	return int64(uint64(s.Bavail) * uint64(s.Bsize))
}
