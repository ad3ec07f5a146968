package replaytest

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// ReadLog reads a stored game: an event a line, gzipped.
func ReadLog(name string) ([]engine.Event, error) {
	var raws []json.RawMessage
	err := lines(name, func(line []byte) error {
		raws = append(raws, slices.Clone(line))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return engine.UnmarshalLog(raws)
}

// A Stand is how a stored game stood before a command: its position, and who was
// asked what.
type Stand struct {
	At       int               // events before the command
	Asked    []string          // "p1 pass"
	Position replay.Checkpoint // its ID is At
}

// Look reads how a game stands.
func Look(t *title.Title, g *engine.Game, at int) Stand {
	s := Stand{At: at, Position: replay.FromLog(t, g).Checkpoint(at)}
	for _, ch := range g.Pending() {
		if step.Open(ch) {
			s.Asked = append(s.Asked, ch.By+" "+ch.Verb)
		}
	}
	slices.Sort(s.Asked)
	s.Asked = slices.Compact(s.Asked)
	return s
}

// Differences compares how a game stands with how it stood when it was stored.
// What is new in a position is not compared.
func (s Stand) Differences(stored map[string]any) ([]string, error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	var now map[string]any
	if err := json.Unmarshal(raw, &now); err != nil {
		return nil, err
	}
	return differences("", now, stored), nil
}

func differences(path string, now, stored any) []string {
	was, ok := stored.(map[string]any)
	is, also := now.(map[string]any)
	if !ok || !also {
		if !reflect.DeepEqual(now, stored) {
			return []string{fmt.Sprintf("%s is %v, stored is %v", path, now, stored)}
		}
		return nil
	}
	var out []string
	for key, v := range was {
		out = append(out, differences(path+"/"+key, is[key], v)...)
	}
	return out
}

// ReadStands reads how a stored game stood, by the position.
func ReadStands(name string) (map[int]map[string]any, error) {
	out := map[int]map[string]any{}
	err := lines(name, func(line []byte) error {
		var stand map[string]any
		err := json.Unmarshal(line, &stand)
		if at, ok := stand["At"].(float64); ok {
			out[int(at)] = stand
		}
		return err
	})
	return out, err
}

// ReadLines reads values that WriteLines has written.
func ReadLines[T any](name string) (values []T, err error) {
	err = lines(name, func(line []byte) error {
		var v T
		err := json.Unmarshal(line, &v)
		values = append(values, v)
		return err
	})
	return values, err
}

// WriteLines writes values as JSON, a line each, gzipped, into a file that must
// not be there yet: what is stored is never written anew.
func WriteLines[T any](name string, values []T) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	return zipLines(file, values)
}

// zipLines writes values to a file, one a line, and closes it.
func zipLines[T any](file *os.File, values []T) (err error) {
	defer func() { err = errors.Join(err, file.Close()) }()
	z, err := gzip.NewWriterLevel(file, gzip.BestCompression)
	if err != nil {
		return err
	}
	out := json.NewEncoder(z)
	for _, v := range values {
		if err := out.Encode(v); err != nil {
			return err
		}
	}
	return z.Close()
}

// ReadChanged reads what was changed deliberately since games were stored: a line
// is the game, the position before the command that has other facts now, and why.
// A file that is not there tells of nothing.
func ReadChanged(name string) (map[string]map[int]string, error) {
	out := map[string]map[int]string{}
	raw, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	for line := range strings.Lines(string(raw)) {
		game, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		position, why, _ := strings.Cut(rest, " ")
		at, bad := strconv.Atoi(position)
		if bad != nil || why == "" {
			return nil, fmt.Errorf("%s: %q: want a game, a position and why", name, line)
		}
		if out[game] == nil {
			out[game] = map[int]string{}
		}
		out[game][at] = why
	}
	return out, err
}

// longest is longer than any line of a stored game.
const longest = 1 << 20

func lines(name string, each func(line []byte) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return scan(name, z, each)
}

func scan(name string, in io.Reader, each func(line []byte) error) error {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, longest)
	for scanner.Scan() {
		if err := each(scanner.Bytes()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return scanner.Err()
}

// Differs says where the facts of a command come out otherwise than they are
// stored, "" when they come out as they are. Neither the wording nor the number
// of notes counts. What is stored goes on after the command.
func Differs(stored, made []engine.Event) string {
	was := facts(stored)
	for i, e := range facts(made) {
		if i == len(was) {
			return fmt.Sprintf("%s comes out, and nothing more is stored", replay.Shown(e))
		}
		if same, err := replay.Same(was[i], e); err != nil || !same {
			return fmt.Sprintf("%s comes out, stored is %s", replay.Shown(e), replay.Shown(was[i]))
		}
	}
	return ""
}

func facts(log []engine.Event) []engine.Event {
	return slices.DeleteFunc(slices.Clone(log), func(e engine.Event) bool {
		_, note := e.(engine.Noted)
		return note || engine.Beside(e)
	})
}
