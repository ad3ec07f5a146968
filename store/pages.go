package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
)

// A walk checks a bbolt file page by page and trusts nothing in it. bbolt itself maps the file into memory and follows what it
// finds there as pages, positions and lengths, so one wrong bit can end the process. The walk reads the file with ordinary
// reads, so a failing disk is an error.
//
// A walk of the branches is cheap for any size of file. It checks the pages that lead to the rows, and the list of free pages;
// with a wrong list the next commit would overwrite pages in use. A whole walk checks every page that is in use.
//
// The layout is that of go.etcd.io/bbolt/internal/common: a page has a header of 16 bytes (id, flags, count, overflow),
// then count elements of 16 bytes, then the keys and values, one after the other without gaps.
type walk struct {
	file io.ReaderAt
	page int64 // size of a page in bytes
	pageMeta
	whole bool
	row   func(bucket string, key, value []byte) // called for each row in a whole walk
	note  func(fault string)

	buffers  [deepest + 2][]byte // by depth
	leaves   map[string]int      // the depth of the pages with rows, by bucket
	marked   bitmap              // pages that were reached
	heads    bitmap              // pages that have overflow pages
	free     bitmap
	listed   []uint64 // free pages, in order
	freeless bool     // the file has no list of free pages
}

// pageMeta is the content of the first two pages.
type pageMeta struct{ root, list, end, tx uint64 }

const (
	header     = 16 // size of a page header, and of an element
	branchFlag = 0x01
	leafFlag   = 0x02
	listFlag   = 0x10
	bucketFlag = 0x01 // of an element
	noList     = ^uint64(0)
	deepest    = 64 // greatest depth of branches
	longCount  = 0xffff
	boltMagic  = 0xED0CDAED
	mostPage   = 1 << 31 // bytes of a page with its overflow pages
)

var order = binary.NativeEndian

// errPage is the error for a page that cannot be right.
var errPage = errors.New("spoilt")

func spoilt(id uint64, format string, args ...any) error {
	return fmt.Errorf("page %d is %w: %s", id, errPage, fmt.Sprintf(format, args...))
}

// A bitmap is a set of pages.
type bitmap []uint64

func (b bitmap) has(id uint64) bool { return b[id/64]>>(id%64)&1 == 1 }

// set adds a page and reports whether it is new.
func (b bitmap) set(id uint64) bool {
	was := b.has(id)
	b[id/64] |= 1 << (id % 64)
	return !was
}

// run walks a file of the given size. It calls note for faults with which the file can still be used. It
// returns the first fault with which it cannot.
func (w *walk) run(size int64) error {
	if err := w.metas(); err != nil {
		return err
	}
	if w.end < 3 || int64(w.end) > size/w.page {
		return fmt.Errorf("it has %d of %d bytes", size, int64(w.end)*w.page)
	}
	for _, b := range []*bitmap{&w.marked, &w.heads, &w.free} {
		*b = make(bitmap, w.end/64+1)
	}
	w.marked.set(0)
	w.marked.set(1)
	if err := w.freelist(); err != nil {
		return err
	}
	if err := w.tree(w.root, "", bounds{}, 0); err != nil {
		return err
	}
	return w.account()
}

// metas reads the first two pages, which commits write in turn. The newer valid one counts. If one is not
// valid, the last commit may be lost, as after a power cut.
func (w *walk) metas() error {
	sound := 0
	for id := range int64(2) {
		b := make([]byte, header+64)
		if err := w.read(b, id*w.page); err != nil {
			return err
		}
		m, ok := readMeta(b[header:], w.page)
		if !ok {
			w.note(fmt.Sprintf("page %d is spoilt: one of the two that say where all begins; what was written last may be lost", id))
			continue
		}
		if sound++; sound == 1 || m.tx > w.tx {
			w.pageMeta = m
		}
	}
	if sound == 0 {
		return errors.New("neither of the first pages is whole")
	}
	return nil
}

func readMeta(b []byte, page int64) (m pageMeta, ok bool) {
	sum := fnv.New64a()
	sum.Write(b[:56])
	ok = order.Uint32(b) == boltMagic && order.Uint64(b[56:]) == sum.Sum64() && int64(order.Uint32(b[8:])) == page
	return pageMeta{root: order.Uint64(b[16:]), list: order.Uint64(b[32:]), end: order.Uint64(b[40:]), tx: order.Uint64(b[48:])}, ok
}

// read fills b, or returns why it cannot.
func (w *walk) read(b []byte, at int64) error {
	if _, err := w.file.ReadAt(b, at); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("page %d cannot be read: %w", at/w.page, err)
	} else if err != nil {
		return errors.New("it ends too soon")
	}
	return nil
}

// A node is one page of a file with its overflow pages.
type node struct {
	id       uint64
	flags    uint16
	count    int
	overflow uint64
	data     []byte
}

// buffer returns the buffer for a page at this depth. The next page at the same depth overwrites it.
func (w *walk) buffer(depth int, size int64) []byte {
	if int64(cap(w.buffers[depth])) < size {
		w.buffers[depth] = make([]byte, size)
	}
	return w.buffers[depth][:size]
}

// load reads a page and checks its header.
func (w *walk) load(id uint64, depth int) (n node, err error) {
	if id < 2 || id >= w.end {
		return node{}, spoilt(id, "there is no such page")
	}
	b := w.buffer(depth, w.page)
	if err := w.read(b, int64(id)*w.page); err != nil {
		return node{}, err
	}
	n = node{id: order.Uint64(b), flags: order.Uint16(b[8:]), count: int(order.Uint16(b[10:])), overflow: uint64(order.Uint32(b[12:])), data: b}
	switch {
	case n.id != id:
		return node{}, spoilt(id, "it says it is page %d", n.id)
	case n.flags != branchFlag && n.flags != leafFlag && n.flags != listFlag:
		return node{}, spoilt(id, "it is of no kind there is")
	case id+n.overflow >= w.end || int64(n.overflow+1)*w.page > mostPage:
		return node{}, spoilt(id, "it is too long")
	}
	if n.overflow > 0 {
		n.data = w.buffer(depth, int64(n.overflow+1)*w.page)
		err = w.read(n.data, int64(id)*w.page)
	}
	return n, err
}

// reach marks a page and its overflow pages.
func (w *walk) reach(n node) error {
	w.heads.set(n.id)
	for id := n.id; id <= n.id+n.overflow; id++ {
		if w.free.has(id) {
			return spoilt(id, "it is in use and listed as free")
		}
		if !w.marked.set(id) {
			return spoilt(id, "it is used twice")
		}
	}
	return nil
}

// freelist reads which pages the next commits may overwrite.
func (w *walk) freelist() error {
	if w.freeless = w.list == noList; w.freeless {
		return nil
	}
	n, err := w.load(w.list, 0)
	if err != nil {
		return err
	}
	if n.flags != listFlag {
		return spoilt(n.id, "it is not the list of free pages")
	}
	ids, count := n.data[header:], uint64(n.count)
	if n.count == longCount {
		count, ids = order.Uint64(ids), ids[8:]
	}
	if count > uint64(len(ids)/8) {
		return spoilt(n.id, "it lists more pages than it holds")
	}
	last := uint64(1)
	for i := range count {
		id := order.Uint64(ids[8*i:])
		if id <= last || id >= w.end {
			return spoilt(n.id, "it lists page %d after %d", id, last)
		}
		w.free.set(id)
		w.listed, last = append(w.listed, id), id
	}
	return w.reach(n)
}

// Bounds limit the keys of a page: low is included, high is not. nil means no limit.
type bounds struct{ low, high []byte }

// tree walks a tree of pages: that of a bucket, or that of all buckets if bucket is "".
func (w *walk) tree(id uint64, bucket string, keys bounds, depth int) error {
	if depth > deepest {
		return spoilt(id, "it lies too deep")
	}
	n, err := w.load(id, depth)
	if err != nil {
		return named(err, bucket)
	}
	if err := w.reach(n); err != nil {
		return named(err, bucket)
	}
	elements, err := n.elements(keys)
	if err != nil {
		return named(err, bucket)
	}
	if n.flags == leafFlag {
		return w.leaf(elements, bucket, depth)
	}
	return w.branch(elements, bucket, keys, depth)
}

func named(err error, bucket string) error {
	if bucket == "" {
		return err
	}
	return fmt.Errorf("%w, in %q", err, bucket)
}

// branch walks the pages below a page. All leaves of a bucket have the same depth, so the first one tells where they are.
func (w *walk) branch(elements []element, bucket string, keys bounds, depth int) error {
	for i, e := range elements {
		at, known := w.leaves[bucket]
		leaves := known && at == depth+1 && !w.whole
		if leaves {
			if err := w.passOver(e.page); err != nil {
				return named(err, bucket)
			}
			continue
		}
		below := bounds{e.key, keys.high}
		if i+1 < len(elements) {
			below.high = elements[i+1].key
		}
		if err := w.tree(e.page, bucket, below, depth+1); err != nil {
			return err
		}
		if i == 0 && !w.whole && w.leaves[bucket] > depth+1 {
			w.ahead(elements[1:])
		}
	}
	return nil
}

// passOver marks a leaf without reading it.
func (w *walk) passOver(id uint64) error {
	switch {
	case id < 2 || id >= w.end:
		return spoilt(id, "there is no such page")
	case w.free.has(id):
		return spoilt(id, "it is in use and listed as free")
	case !w.marked.set(id):
		return spoilt(id, "it is used twice")
	}
	w.heads.set(id)
	return nil
}

// leaf walks the buckets in a page, or visits its rows.
func (w *walk) leaf(elements []element, bucket string, depth int) error {
	if at, known := w.leaves[bucket]; bucket != "" && !known {
		w.leaves[bucket] = depth
	} else if known && at != depth {
		return fmt.Errorf("%q is %w: its rows lie at different depths", bucket, errPage)
	}
	for _, e := range elements {
		switch {
		case (e.flags == bucketFlag) != (bucket == "") || e.flags > bucketFlag:
			return fmt.Errorf("%q is %w: it is of no kind there is", e.key, errPage)
		case bucket != "":
			if w.row != nil && w.whole {
				w.row(bucket, e.key, e.value)
			}
		default:
			if err := w.bucket(string(e.key), e.value, depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// bucket walks a bucket. It has pages of its own, or, if it is small, its rows follow its head.
func (w *walk) bucket(name string, value []byte, depth int) error {
	if len(value) < 16 {
		return fmt.Errorf("%q is %w: it has no head", name, errPage)
	}
	if root := order.Uint64(value); root != 0 {
		return w.tree(root, name, bounds{}, depth+1)
	}
	b := value[16:]
	if len(b) < header {
		return fmt.Errorf("%q is %w: it is too short", name, errPage)
	}
	n := node{flags: order.Uint16(b[8:]), count: int(order.Uint16(b[10:])), data: b}
	if order.Uint64(b) != 0 || n.flags != leafFlag || order.Uint32(b[12:]) != 0 {
		return fmt.Errorf("%q is %w: it begins wrongly", name, errPage)
	}
	elements, err := n.elements(bounds{})
	if err != nil {
		return named(err, name)
	}
	return w.leaf(elements, name, depth)
}

// An element is what a page has for one key.
type element struct {
	key, value []byte
	page       uint64 // of a branch
	flags      uint32 // of a leaf
}

// elements parses the elements. Keys must be in order, and everything must be where bbolt puts it.
func (n node) elements(keys bounds) (all []element, err error) {
	next := header * (1 + n.count)
	if next > len(n.data) {
		return nil, spoilt(n.id, "it counts more than it holds")
	}
	if n.flags == listFlag || n.flags == branchFlag && n.count == 0 {
		return nil, spoilt(n.id, "it leads nowhere")
	}
	all = make([]element, n.count)
	for i := range all {
		at := header * (1 + i)
		head := n.data[at : at+header]
		e, pos, ksize, vsize := element{}, order.Uint32(head), order.Uint32(head[4:]), uint32(0)
		if n.flags == leafFlag {
			e.flags, pos, ksize, vsize = order.Uint32(head), order.Uint32(head[4:]), order.Uint32(head[8:]), order.Uint32(head[12:])
		} else {
			e.page = order.Uint64(head[8:])
		}
		end := int64(next) + int64(ksize) + int64(vsize)
		if int64(at)+int64(pos) != int64(next) || ksize == 0 || end > int64(len(n.data)) {
			return nil, spoilt(n.id, "its entry %d lies elsewhere", i)
		}
		e.key, e.value = n.data[next:next+int(ksize)], n.data[next+int(ksize):end]
		next = int(end)
		if i == 0 && bytes.Compare(e.key, keys.low) < 0 || i > 0 && bytes.Compare(all[i-1].key, e.key) >= 0 || keys.high != nil && bytes.Compare(e.key, keys.high) >= 0 {
			return nil, spoilt(n.id, "its entry %d is out of order", i)
		}
		all[i] = e
	}
	return all, n.fits(next)
}

// fits checks that a page has as many overflow pages as its content needs.
func (n node) fits(used int) error {
	page := len(n.data) / int(n.overflow+1)
	if n.id != 0 && n.overflow > 0 && used <= page*int(n.overflow) {
		return spoilt(n.id, "it is too long")
	}
	return nil
}

// account checks that every page is either in use or free. If leaves were passed over, it only checks that
// none of them overflows into a free page.
func (w *walk) account() error {
	if w.freeless {
		return nil
	}
	if w.whole {
		for id := range w.end {
			if !w.marked.has(id) && !w.free.has(id) {
				return spoilt(id, "it is neither in use nor free")
			}
		}
		return nil
	}
	for i, id := range w.listed {
		if i > 0 && w.listed[i-1] == id-1 {
			continue
		}
		before := id - 1
		for before > 1 && !w.heads.has(before) {
			before--
		}
		if before < 2 {
			continue
		}
		if n, err := w.load(before, 0); err != nil {
			return err
		} else if before+n.overflow >= id {
			return spoilt(id, "it is in use and listed as free")
		}
	}
	return nil
}

// pageSize returns the page size of a file: the one that both first pages give, or the one that can be read.
func pageSize(file io.ReaderAt) int64 {
	sizes := []int64{}
	b := make([]byte, header+64)
	for _, page := range []int64{0, 4096, 8192, 16384, 32768, 65536} {
		if _, err := file.ReadAt(b, page); err != nil {
			continue
		}
		said := int64(order.Uint32(b[header+8:]))
		if _, ok := readMeta(b[header:], said); ok && (page == 0 || page == said) {
			sizes = append(sizes, said)
		}
	}
	slices.Sort(sizes)
	if len(sizes) == 0 {
		return 0
	}
	return sizes[0]
}
