package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
)

var lineNumber = regexp.MustCompile(`^([^:]+):\d+: `)

// equivalents reads a list of mutants that are no other rule: each as it is
// printed, with or without its line number, under comments ("# ...") that say
// why. An empty line ends what a reason is for. No file is an empty list.
func equivalents(file string) (map[string]bool, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out, reason := map[string]bool{}, false
	for i, l := range strings.Split(string(text), "\n") {
		l = strings.TrimSpace(l)
		switch {
		case l == "":
			reason = false
		case strings.HasPrefix(l, "#"):
			reason = true
		case !reason:
			return nil, fmt.Errorf("%s:%d: a comment before it must say why nothing could notice", file, i+1)
		default:
			out[lineNumber.ReplaceAllString(l, "$1: ")] = true
		}
	}
	return out, nil
}

// without takes the listed mutants out. A listed one that is not there is an
// error.
func without(ms []mutant, listed map[string]bool) ([]mutant, error) {
	there := map[string]bool{}
	var out []mutant
	for _, m := range ms {
		there[m.name()] = true
		if !listed[m.name()] {
			out = append(out, m)
		}
	}
	var errs []error
	for name := range listed {
		if !there[name] {
			errs = append(errs, fmt.Errorf("listed as equivalent, but there is no such mutant: %s", name))
		}
	}
	return out, errors.Join(errs...)
}
