//go:build linux || darwin || freebsd

package watch

import "syscall"

// Free returns how many bytes are left for us on the disk of a folder, -1 if
// unknown.
func Free(folder string) int64 {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return -1
	}
	return int64(uint64(s.Bavail) * uint64(s.Bsize))
}
