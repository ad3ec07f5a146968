// Package wholefile writes a file completely or not at all, even after a full disk,
// a crash or a power cut.
package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A Give gives the file that was made under one name the one it is to have.
type Give func(made, name string) error

// Replace takes the place of a file that has the name.
func Replace(made, name string) error { return os.Rename(made, name) }

// Keep leaves a file that has the name alone: the error is then fs.ErrExist.
func Keep(made, name string) error {
	err := os.Link(made, name)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, taken := os.Lstat(name); taken == nil {
		return fmt.Errorf("%s: %w", name, fs.ErrExist)
	}
	return os.Rename(made, name) // some file systems have no hard links
}

// Write lets fill write a file and gives it its name once all of it is on the
// disk. What fill is given has another name in the same folder, which is gone
// when Write returns.
func Write(name string, perm fs.FileMode, give Give, fill func(*os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	err = fill(f)
	if err := errors.Join(err, f.Chmod(perm), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := give(f.Name(), name); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(name))
}

// Bytes writes a file that holds data, in the place of one that is there.
func Bytes(name string, perm fs.FileMode, data []byte) error {
	return Write(name, perm, Replace, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// syncFolder makes sure that a new name survives a power cut.
func syncFolder(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
