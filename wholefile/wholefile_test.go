package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	read := func() string {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
			t.Fatalf("%v are in the folder, %v", all, err)
		}
		return string(text)
	}
	if err := Bytes(name, 0o640, []byte("one")); err != nil || read() != "one" {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
		t.Fatal(info.Mode(), err)
	}
	if err := Bytes(name, 0o600, []byte("two")); err != nil || read() != "two" {
		t.Fatal(err)
	}
	broken := errors.New("the disk is full")
	err := Write(name, 0o600, Replace, func(f *os.File) error { f.WriteString("thr"); return broken })
	if !errors.Is(err, broken) || read() != "two" {
		t.Fatal("half a file:", err, read())
	}
	err = Write(name, 0o600, Keep, func(f *os.File) error { _, err := f.WriteString("four"); return err })
	if !errors.Is(err, fs.ErrExist) || read() != "two" {
		t.Fatal("a file was replaced that was to be kept:", err, read())
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := Write(name, 0o600, Keep, func(*os.File) error { return nil }); err != nil || read() != "" {
		t.Fatal(err)
	}
}
