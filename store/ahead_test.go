package store

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// reads counts the pages that are read from a file.
type reads struct {
	*os.File
	page int64
	mu   sync.Mutex
	of   map[int64]int
}

func (r *reads) ReadAt(b []byte, at int64) (int, error) {
	r.mu.Lock()
	r.of[at/r.page]++
	r.mu.Unlock()
	return r.File.ReadAt(b, at)
}

// Before a large file is used only the pages that lead to its rows are read, not those with rows.
func TestBranchesAreReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := Open(path, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	kind := NewKind("long", Text(), Text())
	for from := 0; from < 30000; from += 3000 {
		marks := Marks{}
		for i := range 3000 {
			kind.Set(marks, fmt.Sprintf("%08d", from+i), fmt.Sprintf("%0300d", i))
		}
		if err := db.SetMarks(marks); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	r := &reads{File: f, page: pageSize(f), of: map[int64]int{}}
	w := &walk{file: r, page: r.page, note: func(fault string) { t.Error(fault) }, leaves: map[string]int{}}
	if err := w.run(info.Size()); err != nil {
		t.Fatal(err)
	}
	if pages := int64(w.end); pages < 2500 || int64(len(r.of)) > pages/40 {
		t.Errorf("%d of %d pages were read", len(r.of), pages)
	}
}
