package engine

import (
	"errors"
	"fmt"
	"path"
	"reflect"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// ErrFrozen is what every Freeze is.
var ErrFrozen = errors.New("the game is frozen")

// A Freeze says why a stored game cannot go on. Its unfinished step no longer
// gives the facts in the log, or its place is no longer part of the flow, or
// the rules failed. The game keeps its position. Undoing the step frees it.
type Freeze struct {
	Step  string // the unfinished step, "" if the log cannot be read
	Cause error
	// If the program panicked: the stack trace, and the place in the rules of the title, "18moor/stock.go:103".
	Trace, Where string
}

func (f *Freeze) Error() string {
	if f.Step == "" {
		return "the game is frozen: " + f.Cause.Error()
	}
	out := fmt.Sprintf("the game is frozen in the step %q: %s", f.Step, f.Cause)
	if f.Where != "" {
		out += ", at " + f.Where
	}
	return out
}

// Unwrap returns the cause.
func (f *Freeze) Unwrap() error { return f.Cause }

// Is makes every Freeze an ErrFrozen.
func (f *Freeze) Is(err error) bool { return err == ErrFrozen }

// freeze returns a Freeze of the unfinished step.
func (g *Game) freeze(format string, args ...any) *Freeze {
	return &Freeze{Step: g.unfinished(), Cause: fmt.Errorf(format, args...)}
}

// unfinished returns the name of the unfinished step, "" if none.
func (g *Game) unfinished() string {
	if g.now == nil || len(g.now.Stack) == 0 {
		return ""
	}
	return g.now.Stack[len(g.now.Stack)-1].Step
}

// guarded turns a panic into a Freeze. So a fault in the rules stops this game and no other.
func (g *Game) guarded(work func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			f := g.freeze("%v", r)
			f.Trace = string(debug.Stack())
			f.Where = PanicPlace(f.Trace, ".guarded")
			err = f
		}
	}()
	return work()
}

// shared are packages whose places tell an author of a title nothing.
var shared = regexp.MustCompile(`^(` + regexp.QuoteMeta(reflect.TypeFor[Freeze]().PkgPath()) + `|runtime|internal|slices|strings|maps|sort|strconv|fmt|iter|cmp|errors|unicode|math)[./]`)

// PanicPlace returns where a panic began, "18moor/stock.go:103": of the calls inside a function the innermost that is none of
// the shared packages, "" if all are. trace is the stack, as a deferred function sees it while the panic is under way.
// within is the end of the name of the function in it: "(*Walk).Run".
func PanicPlace(trace, within string) string {
	lines := strings.Split(trace, "\n")
	for i := 0; i+1 < len(lines); i++ {
		at, file := strings.LastIndexByte(lines[i], '('), lines[i+1]
		if at < 0 || !strings.HasPrefix(file, "\t") {
			continue
		}
		switch call := lines[i][:at]; {
		case strings.HasSuffix(call, within):
			return ""
		case call != "panic" && !shared.MatchString(call):
			file, _, _ = strings.Cut(strings.TrimSpace(file), " ")
			return path.Base(path.Dir(file)) + "/" + path.Base(file)
		}
	}
	return ""
}

// Readable returns a log, in force or not, with a note in place of each event
// that cannot be folded, so that a damaged game can be shown. It returns a
// sound log unchanged.
func Readable(log []Event) []Event {
	if damage(log) == nil && folds(log) {
		return log
	}
	now := newState()
	now.seal()
	for i, e := range log {
		if _, ok := e.(Undone); ok && damage(log[:i+1]) == nil {
			now = Fold(log[:i+1])
			continue
		}
		next, ok := now.orWith(e)
		if !ok {
			log = slices.Clone(log)
			log[i] = Noted{Text: "This line of the log cannot be read: " + told(e)}
		}
		now = next
	}
	return log
}

func folds(log []Event) (ok bool) {
	defer func() { _ = recover() }()
	Fold(log)
	return true
}

// orWith returns the state after one more event. If the event cannot be applied, it returns the state
// unchanged.
func (s *State) orWith(e Event) (next *State, ok bool) {
	defer func() {
		if recover() != nil {
			next, ok = s, false
		}
	}()
	return s.With(e), true
}

// damage finds an Undone of events that do not exist.
func damage(log []Event) error {
	f := make(Force, 0, len(log))
	for i, e := range log {
		if u, ok := e.(Undone); ok && !f.knows(u) {
			return fmt.Errorf("event %d undoes what is not there", i)
		}
		f = f.With(log, i)
	}
	return nil
}

// beyond compares the events of a rerun with the stored ones. It returns those that come after, or why the
// stored ones were not reproduced. Notes are not compared, neither their text nor their number. After a new
// answer, the first new event is that answer.
func beyond(now, stored []Event, answered bool) (fresh []Event, why string) {
	i, notes := 0, 0
	for _, e := range stored {
		if noted(e) {
			notes++
			continue
		}
		for i < len(now) && noted(now[i]) {
			i++
		}
		switch {
		case i == len(now):
			return nil, "the rules no longer give " + told(e)
		case !same(e, now[i]):
			return nil, fmt.Sprintf("the rules now give %s, the log has %s", told(now[i]), told(e))
		}
		i, notes = i+1, 0
	}
	for i < len(now) && noted(now[i]) && (answered || notes > 0) {
		i, notes = i+1, notes-1
	}
	if _, said := at(now, i).(Said); answered && !said {
		return nil, "the rules no longer ask what the players were asked last"
	}
	return now[i:], ""
}

func at(events []Event, i int) Event {
	if i < len(events) {
		return events[i]
	}
	return nil
}

func noted(e Event) bool {
	_, ok := e.(Noted)
	return ok
}

// told returns an event for the operator, as it is in the log.
func told(e Event) string {
	raw, err := MarshalEvent(e)
	if err != nil {
		return e.kind()
	}
	return string(raw)
}

// same reports whether a stored event was reproduced. Old logs have answers without their question.
func same(stored, now Event) bool {
	said, ok := stored.(Said)
	if !ok || said.Question != "" {
		return reflect.DeepEqual(stored, now)
	}
	again, ok := now.(Said)
	return ok && reflect.DeepEqual(said.Command, again.Command)
}
