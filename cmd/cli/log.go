package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/album"
	"pbem/pbem/sheet"
	"pbem/titles"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// logStart is how every log of events begins.
const logStart = `{"started":`

// isLog tells a log of events from an export of another site.
func isLog(in *bufio.Reader) bool {
	first, _ := in.Peek(len(logStart))
	return string(first) == logStart
}

// readLog reads a log with one event per line.
func readLog(in io.Reader) (*title.Title, []engine.Event, error) {
	var raws []json.RawMessage
	for d := json.NewDecoder(in); ; {
		var raw json.RawMessage
		err := d.Decode(&raw)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, fmt.Errorf("event %d: %w", len(raws), err)
		}
		raws = append(raws, raw)
	}
	log, err := engine.UnmarshalLog(raws)
	if err != nil {
		return nil, nil, err
	}
	t, ok := titleIn(log)
	if !ok {
		start, _ := log[0].(engine.Started)
		return nil, nil, fmt.Errorf("title %q is unknown", start.Title)
	}
	return t, log, nil
}

// titleIn returns the title of a log. ok is false if it is unknown.
func titleIn(log []engine.Event) (t *title.Title, ok bool) {
	if len(log) == 0 {
		return nil, false
	}
	start, ok := log[0].(engine.Started)
	if !ok {
		return nil, false
	}
	return titles.Find(start.Title)
}

// replayLog decides the commands of a log again and prints the result by rounds.
func replayLog(in io.Reader, timeline string, out io.Writer) (err error) {
	t, log, err := readLog(in)
	if err != nil {
		return err
	}
	positions := &lines{}
	if err := positions.create(timeline); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, positions.close()) }()
	began, done, hides := time.Now(), 0, sheet.Hides(t, log)
	err = replay.Again(t, log, func(g *engine.Game, n int) error {
		first := log[done]
		if done = n; !positions.wanted() {
			return nil
		}
		at := replay.FromLog(t, g).After(first, n)
		if said := at.Cause; hides && said != nil && slices.Contains(t.Sealed, said.Question) {
			said.Said = "" // 20-RU-48
		}
		return positions.write(at)
	})
	if err != nil {
		return err
	}
	took := time.Since(began)
	rounds := album.Rounds(t, log)
	for _, r := range rounds {
		printRound(out, t, log, r)
	}
	fmt.Fprintf(out, "%s: %s, %s, decided again with the same outcome, %.2f s\n", t.Facts.Name, step.Plural(len(rounds), "round"), step.Plural(len(log), "event"), took.Seconds())
	return scoreLines(out, replay.FromLog(t, engine.Open(t.Rules, log)))
}

// printRound prints what happened in a round, and what everybody has afterwards.
func printRound(out io.Writer, t *title.Title, log []engine.Event, r album.Round) {
	fmt.Fprintf(out, "%s  events %d to %d\n\n", strings.ToUpper(r.Name), r.From, r.Upto)
	fmt.Fprintf(out, "%s\n", strings.Trim(sheet.LogPart(t, log, "", r.From, r.Upto), "\n"))
	fmt.Fprintln(out, "\n  Net worth")
	for _, p := range t.Position(r.State).Players {
		fmt.Fprintf(out, "    %-22s %8s\n", sheet.OneLine(r.State.PlayerName(p.ID)), t.Facts.Money(p.Worth))
	}
	fmt.Fprintln(out)
}

// folded folds a log that may contain impossible events.
func folded(log []engine.Event) (s *engine.State, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the log is not in order: %v", r)
		}
	}()
	return engine.Fold(log), nil
}

// setup returns the number of events until setup is complete.
func setup(log []engine.Event) int {
	return 1 + slices.IndexFunc(log, func(e engine.Event) bool { _, ok := e.(engine.Flowed); return ok })
}

func printPosition(t *title.Title, s *engine.State, out io.Writer) error {
	_, err := fmt.Fprint(out, sheet.Position(sheet.Mail{Title: t, State: s}))
	return err
}
