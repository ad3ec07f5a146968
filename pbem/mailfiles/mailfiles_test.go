package mailfiles

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func read(t *testing.T, path string, most int64) (out []string) {
	t.Helper()
	if err := Each(path, most, func(name string, raw []byte) error { out = append(out, string(raw)); return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

// A Maildir is read in the order in which its mails came, whoever has seen them.
func TestMaildir(t *testing.T) {
	dir := t.TempDir()
	for _, sub := range []string{"new", "cur", "tmp"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"new/1700000002.V1I2M900.host": "fourth", "cur/1700000002.V1I2M71.host:2,S": "third", "cur/1700000001.M5P1.host:2,": "second",
		"new/999999999.M5P1.host": "first", "tmp/1700000000.M1.host": "not delivered", "new/.hidden": "no mail", "cur/1700000003.M1.host:2,": strings.Repeat("x", 100),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "cur", "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got, want := read(t, dir, 20), []string{"first", "second", "third", "fourth", strings.Repeat("x", 21)}; !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
}

// An mbox is split at its "From " lines, and nowhere else.
func TestMbox(t *testing.T) {
	long := strings.Repeat("y", 200_000)
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"From a@b Mon\nFrom: a\n\nhi\n\nFrom c@d Tue\nFrom: c\n\nyo\n\n", []string{"From: a\n\nhi\n", "From: c\n\nyo\n"}},
		{"From a@b Mon\nFrom: a\n\nhi\nFrom here on\n>From there\n>>From old\n> From\n\n", []string{"From: a\n\nhi\nFrom here on\nFrom there\n>From old\n> From\n"}},
		{"From a@b Mon\r\nFrom: a\r\n\r\nhi\r\n\r\nFrom c@d Tue\r\nFrom: c\r\n\r\nyo\r\n", []string{"From: a\r\n\r\nhi\r\n", "From: c\r\n\r\nyo"}},
		{"From a@b Mon\n\nFrom c@d Tue\n\n", []string{"", ""}},
		{"From a@b Mon\nS: " + long + "From x\n\nhi\n\n", []string{"S: " + long + "From x\n\nhi\n"}},
	} {
		name := filepath.Join(t.TempDir(), "mbox")
		if err := os.WriteFile(name, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got := read(t, name, 1<<20)
		for i := range got { // the end of the last line does not matter
			got[i] = strings.TrimRight(got[i], "\r\n")
		}
		for i := range c.want {
			c.want[i] = strings.TrimRight(c.want[i], "\r\n")
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%.80q is read as %.200q", c.text, got)
		}
	}
}

// Of a mail that is too large little is read.
func TestLargeInMbox(t *testing.T) {
	name := filepath.Join(t.TempDir(), "mbox")
	if err := os.WriteFile(name, []byte("From a\n"+strings.Repeat("picture\n", 100_000)+"\nFrom b\nsmall\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := read(t, name, 1000)
	if len(got) != 2 || len(got[0]) != 1001 || strings.TrimSpace(got[1]) != "small" {
		t.Errorf("%d mails, the first of %d bytes", len(got), len(got[0]))
	}
}

// What is no box of mails is named.
func TestNoBox(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "text")
	if err := os.WriteFile(file, []byte("hello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{dir: "no Maildir", file: "no mbox", filepath.Join(dir, "none"): "no such file", os.DevNull: "no Maildir and no mbox"} {
		err := Each(path, 10, func(string, []byte) error { return fmt.Errorf("a mail") })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}
