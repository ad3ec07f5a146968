package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var lineNumber = regexp.MustCompile(`^([^:]+):\d+: `)

// An entry is a line of a list of equivalents, without its line number: one mutant, or all mutants of a
// declaration ("titles/SLUG/end.go: habits: *").
type entry struct {
	at   string // the line of the list
	name string
}

// every is the end of an entry that means all mutants of a declaration.
const every = ": *"

// equivalents reads a list of mutants that do not change a rule. Each is written as it is printed, with or
// without its line number, below comments ("# ...") that say why. An empty line ends a reason. A missing file
// is an empty list. The name of the list is relative to root.
func equivalents(root, list string) ([]entry, error) {
	text, err := os.ReadFile(filepath.Join(root, list))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []entry
	reason := false
	for i, l := range strings.Split(string(text), "\n") {
		l = strings.TrimSpace(l)
		at := fmt.Sprintf("%s:%d", list, i+1)
		switch {
		case l == "":
			reason = false
		case strings.HasPrefix(l, "#"):
			reason = true
		case !reason:
			return nil, fmt.Errorf("%s: a comment before it must say why nothing could notice", at)
		default:
			out = append(out, entry{at, lineNumber.ReplaceAllString(l, "$1: ")})
		}
	}
	return out, nil
}

// without removes the listed mutants.
func without(ms []mutant, listed []entry) []mutant {
	single, whole := map[string]bool{}, map[string]bool{}
	for _, e := range listed {
		if head, all := strings.CutSuffix(e.name, every); all {
			whole[head] = true
		} else {
			single[e.name] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(ms), func(m mutant) bool { return single[m.name()] || whole[m.file+": "+m.in] })
}

// stale says for every entry that matches no mutant what to do about it.
func stale(ms []mutant, listed []entry) error {
	there := map[string]bool{}
	for _, m := range ms {
		there[m.name()], there[m.file+": "+m.in+every] = true, true
	}
	var errs []error
	for _, e := range listed {
		if !there[e.name] {
			errs = append(errs, fmt.Errorf("%s: no mutant is called this any more: %s\n%s", e.at, e.name, remedy(ms, listed, e)))
		}
	}
	return errors.Join(errs...)
}

// remedy returns what a stale entry may be called now: the same change in the same function, or in the same
// line of code.
func remedy(ms []mutant, listed []entry, e entry) string {
	file, rest, _ := strings.Cut(e.name, ": ")
	in, rest, _ := strings.Cut(rest, ": ")
	change, source, _ := strings.Cut(rest, ": ")
	var now []string
	for _, m := range without(ms, listed) {
		here := m.file == file && m.in == in
		moved := m.source == source && source != "" && path.Dir(m.file) == path.Dir(file)
		if (here || moved) && m.change == unnumbered(change) {
			now = append(now, "\n\t\t"+m.name())
		}
	}
	if len(now) == 0 {
		return "\tnothing there is changed in this way now: remove the line"
	}
	return "\tif the reason above it still holds, put what it is called now in its place; else remove it:" + strings.Join(now, "")
}

var number = regexp.MustCompile(` \(\d+\)$`)

func unnumbered(change string) string { return number.ReplaceAllString(change, "") }

// others leaves out the mutants that the lists of the title and of the shared folders declare equivalent.
func (o order) others(root string, all []mutant) ([]mutant, error) {
	var listed []entry
	for _, folder := range append([]string{o.pkg}, o.shared()...) {
		entries, err := equivalents(root, equivalentList(folder))
		if err != nil {
			return nil, err
		}
		listed = append(listed, entries...)
	}
	return without(all, listed), nil
}

// checkList reports stale entries in the list of a title or of a shared folder. Each may name any mutant of a
// shared folder, even one in code that no title uses.
func (o order) checkList(root, module string) error {
	listed, err := equivalents(root, equivalentList(o.pkg))
	if err != nil || len(listed) == 0 {
		return err
	}
	all, err := enumerated(root, module, o.pkg, nil)
	if err != nil {
		return err
	}
	for _, folder := range o.shared() {
		more, err := inFolder(root, folder, nil)
		if err != nil {
			return err
		}
		all = append(all, more...)
	}
	return stale(all, listed)
}

// checkLists checks the lists of all titles and of the shared folders.
func (o order) checkLists(root, module string) error {
	lists, err := filepath.Glob(filepath.Join(root, equivalentList("titles/*")))
	if err == nil && len(lists) == 0 {
		err = fmt.Errorf("there is no %s", equivalentList("titles/SLUG"))
	}
	errs := []error{err}
	for _, folder := range append(strings.Split(o.with, ","), foldersOf(root, lists)...) {
		o.pkg = folder
		errs = append(errs, o.checkList(root, module))
	}
	return errors.Join(errs...)
}

// foldersOf returns the folders of lists, relative to root.
func foldersOf(root string, lists []string) []string {
	var out []string
	for _, list := range lists {
		folder, err := filepath.Rel(root, filepath.Dir(filepath.Dir(filepath.Dir(list))))
		if err == nil {
			out = append(out, filepath.ToSlash(folder))
		}
	}
	return out
}

func equivalentList(folder string) string {
	return path.Join(folder, "testdata", "mutants", "equivalent.txt")
}
