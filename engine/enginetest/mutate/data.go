package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A leaf is a value of a JSON file that contains no others.
type leaf struct {
	start, end int
	path       []*string // path to it; elements of lists are named by their ids
	column     string    // the path without ids: "hexes[].stops[].revenue"
	value      any       // json.Number, string or bool
}

// names are fields that hold the name or the look of a row. They are not changed.
var names = []string{"title", "name", "designer", "rules", "currency", "layout", "sym", "at", "id", "text", "note", "terrain"}

// dataMutants finds what can be changed in a JSON file: one is added to every number, and every word becomes
// the next other word of its column.
func dataMutants(file string, src []byte) ([]mutant, error) {
	leaves, err := leaves(src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	words := map[string][]string{}
	for _, l := range leaves {
		if s, ok := l.value.(string); ok {
			words[l.column] = append(words[l.column], s)
		}
	}
	var out []mutant
	for _, l := range leaves {
		text, ok := l.other(words[l.column])
		if !ok || slices.ContainsFunc(l.path, func(p *string) bool { return slices.Contains(names, strings.TrimPrefix(*p, ".")) }) {
			continue
		}
		var in strings.Builder
		for _, p := range l.path {
			in.WriteString(*p)
		}
		line, _ := at(src, l.start)
		out = append(out, mutant{
			file: file, line: line, start: l.start, end: l.end, text: text,
			in: strings.TrimPrefix(in.String(), "."), change: string(src[l.start:l.end]) + " to " + text, column: l.column,
		})
	}
	return numbered(out), nil
}

// other returns the replacement of a value.
func (l leaf) other(words []string) (string, bool) {
	switch v := l.value.(type) {
	case bool:
		return strconv.FormatBool(!v), true
	case json.Number:
		n, err := strconv.Atoi(v.String())
		return strconv.Itoa(n + 1), err == nil
	case string:
		set := slices.Compact(slices.Sorted(slices.Values(words)))
		if len(set) < 2 || strings.HasPrefix(v, "#") {
			return "", false
		}
		next := set[(slices.Index(set, v)+1)%len(set)]
		return strconv.Quote(next), true
	}
	return "", false
}

// A reader reads a JSON text and tracks its position.
type reader struct {
	src []byte
	dec *json.Decoder
	out []leaf
}

func leaves(src []byte) ([]leaf, error) {
	r := &reader{src: src, dec: json.NewDecoder(bytes.NewReader(src))}
	r.dec.UseNumber()
	_, err := r.read(nil, "")
	return r.out, err
}

// read reads one value and returns it if it is a leaf.
func (r *reader) read(path []*string, column string) (any, error) {
	before := int(r.dec.InputOffset())
	tok, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	if d, ok := tok.(json.Delim); ok {
		if d == '{' {
			return nil, r.object(path, column)
		}
		return nil, r.list(path, column)
	}
	end := int(r.dec.InputOffset())
	start := before + bytes.IndexFunc(r.src[before:end], func(c rune) bool { return !strings.ContainsRune(" \t\r\n,:", c) })
	r.out = append(r.out, leaf{start, end, slices.Clone(path), column, tok})
	return tok, nil
}

func (r *reader) list(path []*string, column string) error {
	for i := 0; r.dec.More(); i++ {
		place := fmt.Sprintf("[%d]", i)
		if _, err := r.read(append(path, &place), column+"[]"); err != nil {
			return err
		}
	}
	_, err := r.dec.Token()
	return err
}

var fieldName = regexp.MustCompile(`^[a-z_]+$`)

// object reads the fields. A row of a list is named by its id.
func (r *reader) object(path []*string, column string) error {
	named := false
	for r.dec.More() {
		tok, err := r.dec.Token()
		if err != nil {
			return err
		}
		key := tok.(string)
		field := "." + key
		in := column + field
		if !fieldName.MatchString(key) { // a company or a tile
			in = column + ".*"
		}
		value, err := r.read(append(path, &field), in)
		if err != nil {
			return err
		}
		if id, ok := value.(string); ok && len(path) > 0 && !named && slices.Contains([]string{"sym", "at", "id", "name"}, key) {
			*path[len(path)-1], named = "["+id+"]", true
		}
	}
	_, err := r.dec.Token()
	return err
}

// rowsOf keeps a few mutants of every column of a data file, and all others.
func rowsOf(ms []mutant, rows int, seed uint64) []mutant {
	columns := map[string][]int{}
	for i, m := range ms {
		if m.column != "" {
			columns[m.column] = append(columns[m.column], i)
		}
	}
	left := map[int]bool{}
	for c, all := range columns {
		h := fnv.New64()
		h.Write([]byte(c))
		rng := rand.New(rand.NewPCG(seed, h.Sum64()))
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, i := range all[min(rows, len(all)):] {
			left[i] = true
		}
	}
	var out []mutant
	for i, m := range ms {
		if !left[i] {
			out = append(out, m)
		}
	}
	return out
}
