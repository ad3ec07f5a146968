// Package mailfiles reads mails from a Maildir or an mbox file, oldest first. It changes
// nothing there.
package mailfiles

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Each gives every mail of a Maildir or mbox to do, with the name of its file or its
// number. Of a mail over most bytes it gives only so many and one more. It ends with the
// first error of do.
func Each(path string, most int64, do func(name string, raw []byte) error) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return eachFile(path, most, do)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no Maildir and no mbox file", path)
	}
	return eachInBox(path, most, do)
}

// eachFile reads a Maildir. Its files are named by the time at which they came.
func eachFile(dir string, most int64, do func(string, []byte) error) error {
	var names []string
	for _, sub := range []string{"new", "cur"} {
		list, err := os.ReadDir(filepath.Join(dir, sub))
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is no Maildir: there is no folder %s in it", dir, sub)
		}
		if err != nil {
			return err
		}
		for _, e := range list {
			if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
				names = append(names, filepath.Join(sub, e.Name()))
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(arrival(a), arrival(b)) })
	for _, name := range names {
		raw, err := begin(filepath.Join(dir, name), most)
		if errors.Is(err, fs.ErrNotExist) {
			continue // somebody has just moved it
		}
		if err != nil {
			return err
		}
		if err := do(name, raw); err != nil {
			return err
		}
	}
	return nil
}

// begin reads a file, but not much beyond most bytes.
func begin(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most+1))
}

// arrival orders files by time: "1700000000.M801P3.host" comes 801 microseconds after the
// second. The order of files with other names does not matter.
func arrival(name string) string {
	base := filepath.Base(name)
	seconds, rest, _ := strings.Cut(base, ".")
	micro := ""
	if _, after, ok := strings.Cut(rest, "M"); ok {
		micro = after[:len(after)-len(strings.TrimLeft(after, "0123456789"))]
	}
	return fmt.Sprintf("%12s.%06s %s", seconds, micro, base)
}

// eachInBox reads an mbox file: each mail begins with a line "From " after an empty line.
// A line of a mail that would look so has a ">" before it.
func eachInBox(name string, most int64, do func(string, []byte) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	b := &box{most: most, do: do}
	in := bufio.NewReaderSize(f, 64<<10)
	empty := true
	for {
		line, err := in.ReadSlice('\n')
		whole := err == nil
		if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
			return err
		}
		if empty && bytes.HasPrefix(line, []byte("From ")) {
			if err := b.next(); err != nil {
				return err
			}
		} else if len(line) > 0 && b.number == 0 {
			return fmt.Errorf("%s is no mbox file: it does not begin with \"From \"", name)
		} else {
			b.add(line, !b.within)
		}
		empty = whole && !b.within && len(bytes.TrimRight(line, "\r\n")) == 0
		b.within = !whole
		if err == io.EOF {
			return b.next()
		}
	}
}

// A box is the mail of an mbox that is being read.
type box struct {
	most   int64
	do     func(string, []byte) error
	number int
	raw    []byte
	within bool // the last piece did not end its line
}

// add adds a piece of a line. begins says that the line begins with it.
func (b *box) add(piece []byte, begins bool) {
	if begins && bytes.HasPrefix(piece, []byte(">")) && bytes.HasPrefix(bytes.TrimLeft(piece, ">"), []byte("From ")) {
		piece = piece[1:]
	}
	if room := b.most + 1 - int64(len(b.raw)); int64(len(piece)) > room {
		piece = piece[:room]
	}
	b.raw = append(b.raw, piece...)
}

// next gives away the mail that is read, and begins another.
func (b *box) next() error {
	if b.number > 0 {
		raw := b.raw
		if end := len(raw) - 1; end > 0 && raw[end] == '\n' && int64(len(raw)) <= b.most { // the empty line between mails
			raw = bytes.TrimSuffix(raw[:end], []byte("\r"))
		}
		if err := b.do(fmt.Sprintf("mail %d", b.number), raw); err != nil {
			return err
		}
	}
	b.number++
	b.raw = b.raw[:0]
	return nil
}
