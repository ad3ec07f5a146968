package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/titles/title"
)

// Log writes the log of a game as text for the archive: headings by round, and under
// them what each player said and its results. Commands that were taken back stay in it,
// marked. While the game is on, it leaves out words that were said in secret.
func Log(t *title.Title, events []engine.Event) string {
	return logPart(t, events, "", 0, len(events), "")
}

// LogPart is the part of Log between two positions, numbers of events, as mails have it:
// its headings are indented too, for in a mail only those of the mail are not. It is for a
// player, or with "" for anybody.
func LogPart(t *title.Title, events []engine.Event, reader string, from, to int) string {
	return logPart(t, events, reader, from, to, indent)
}

func logPart(t *title.Title, events []engine.Event, reader string, from, to int, in string) string {
	l := readLog(t, events, reader, from, to)
	w := &logWriter{title: t, players: l.players, in: in}
	if from == 0 && to > 0 {
		if e, ok := events[0].(engine.Started); ok {
			w.start(e)
		}
	}
	for _, e := range l.entries {
		if e.At >= from {
			w.entry(e, events)
		}
	}
	return w.b.String()
}

// Told returns how many events of a log everybody may read. Secret answers are hidden
// until all have answered, even those that were taken back.
// // 20-RU-48
func Told(t *title.Title, log []engine.Event, pending []engine.Choice) int {
	if !slices.ContainsFunc(pending, func(ch engine.Choice) bool { return slices.Contains(t.Sealed, ch.Question) }) {
		return len(log)
	}
	told := len(log)
	for i, e := range slices.Backward(log) {
		said, ok := e.(engine.Said)
		if _, back := e.(engine.Undone); back || !ok && engine.Beside(e) {
			continue
		}
		if !ok || !slices.Contains(t.Sealed, said.Question) {
			break
		}
		told = i
	}
	return told
}

// Readable returns the events of a stored log that everybody may read: while the game
// is on, without open secret answers.
func Readable(t *title.Title, log []engine.Event) []engine.Event {
	if len(t.Sealed) == 0 || over(log) {
		return log
	}
	return log[:Told(t, log, engine.Open(t.Rules, log).Pending())]
}

// Hides reports whether a log holds words that were said in secret and must stay hidden
// because the game is on.
func Hides(t *title.Title, log []engine.Event) bool {
	return !over(log) && slices.ContainsFunc(log, func(e engine.Event) bool {
		said, ok := e.(engine.Said)
		return ok && slices.Contains(t.Sealed, said.Question)
	})
}

type logWriter struct {
	title   *title.Title
	players []string // names of the players at the end
	in      string   // before headings
	heads   bool     // the last line was a heading
	b       strings.Builder
}

func (w *logWriter) start(e engine.Started) {
	w.line(w.in + fmt.Sprintf("%s, %d players, seed %d", w.title.Facts.Name, len(e.Players), e.Seed))
	for _, v := range w.title.Variants {
		if e.Options[v.Key] != "" {
			w.line(w.in + "variant: " + v.Key)
		}
	}
	for i, name := range e.Players {
		w.line(fmt.Sprintf("  seat %d  %s", i+1, oneLine(name)))
	}
	w.line("")
}

// entry writes one entry and wraps it.
func (w *logWriter) entry(e Entry, events []engine.Event) {
	if h, ok := events[e.At].(engine.Hosted); ok && h.Act == Press {
		w.heads = false
		w.press(e, h)
		return
	}
	under := w.heads && w.in != "" // headings in a row stand together in a mail
	w.heads = e.Kind == News
	switch e.Kind {
	case News:
		if !under {
			w.line("")
		}
		for _, s := range wrap(e.Text(), Columns-len(w.in)) {
			w.line(w.in + s)
		}
	case TheEnd:
		w.line("")
		w.line(w.in + e.Text())
		w.scores(events[e.At].(engine.Ended))
	default:
		for i, s := range wrap(e.Text(), Columns-6) {
			if i > 0 {
				s = "    " + s
			}
			w.line(indent + s)
		}
	}
}

// press writes a message to all. Its lines are quoted, so that none of them is read as a command.
func (w *logWriter) press(e Entry, h engine.Hosted) {
	who, _, _ := strings.Cut(e.Text(), " says: ")
	w.line(indent + cut(who, Columns-8) + " says:")
	for _, s := range Quoted(h.Text) {
		w.line(s)
	}
}

// scores lists the results. A game that was given up has none, and one in which all agreed on the winner none that
// says more.
func (w *logWriter) scores(e engine.Ended) {
	if len(e.Scores) == 0 || w.title.Agreed != nil && w.title.Agreed(e) {
		return
	}
	for i, name := range w.players {
		w.line(fmt.Sprintf("  %-20s %s", oneLine(name), w.title.Facts.Money(e.Scores[engine.PlayerID(i)])))
	}
}

func (w *logWriter) line(s string) { w.b.WriteString(strings.TrimRight(s, " ") + "\n") }
