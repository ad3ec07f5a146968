package config

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// duration parses "36h" or "10m".
type duration time.Duration

// UnmarshalText parses a duration.
func (d *duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf(`%q is not a length of time; write it like "30s", "10m" or "36h"`, text)
	}
	*d = duration(v)
	return nil
}

// mistyped matches what the parser says of a value that is, for instance, text where a list is wanted.
var mistyped = regexp.MustCompile(`^toml: line (\d+) \(last key "(.+)"\): incompatible types: .* destination has type (\w+)$`)

// kinds says how values are written, by what the parser calls them.
var kinds = map[string]string{
	"slice": `is a list, such as ["amy@example.org"]`, "integer": "is a whole number, without quotes", "boolean": "is true or false, without quotes", "string": "is text in quotes",
}

// unreadable says in one sentence why a configuration file cannot be read, and where.
func unreadable(name string, err error) error {
	var parse toml.ParseError
	switch found := mistyped.FindStringSubmatch(err.Error()); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no configuration file %s; copy config.example.toml", name)
	case errors.As(err, &parse):
		return fmt.Errorf("%s, line %d: %s", name, parse.Position.Line, parse.Message)
	case found != nil && kinds[found[3]] != "":
		return fmt.Errorf("%s, line %s: %q %s", name, found[1], found[2], kinds[found[3]])
	}
	return fmt.Errorf("%s cannot be read: %w", name, err)
}

// noServer says what is wrong with the name of a server, "" if nothing.
func noServer(addr string) string {
	if strings.Contains(addr, "/") || strings.ContainsFunc(addr, func(r rune) bool { return r <= ' ' }) {
		return "that is not the name of a machine"
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "" // it has no port
	}
	if host == "" {
		return "the machine is missing"
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return "the port is a number"
	}
	return ""
}
