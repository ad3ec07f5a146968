package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/titles/title"
)

// An EntryKind says what an entry of the log is.
type EntryKind int

// The kinds of entries.
const (
	Deed   EntryKind = iota // what somebody said and its results
	News                    // news that belong to nobody, such as a new round; they head what follows
	Beside                  // something said or done beside the table
	Undo                    // commands were undone
	TheEnd                  // the game has ended
)

// An Entry is one item of a game's log. Each of its texts fits one line.
type Entry struct {
	Kind    EntryKind
	At      int      // number of the event it begins with, from 0
	Company string   // symbol of the company whose step it is, "" for none
	Player  string   // name of the speaker, "" if it happened by itself
	Said    string   // the command
	Came    []string // its results, or the text of an entry of another kind
	About   string   // if nobody spoke: the company or player id that it is about
	Undone  bool     // it was undone later
}

// Entries reads the log of a game as anybody may read it. Commands that were
// taken back stay in it, marked.
func Entries(t *title.Title, events []engine.Event) []Entry {
	return readLog(t, events, "", 0, len(events)).entries
}

// readLog reads a log up to event `to`. An entry ends before event `from`, so that none spans it.
func readLog(t *title.Title, events []engine.Event, reader string, from, to int) *logger {
	l := &logger{title: t, events: events[:to], reader: reader, over: over(events)}
	for i, e := range l.events {
		if i == from {
			l.flush()
		}
		l.event(i, e)
	}
	l.flush()
	return l
}

// over reports whether the game of a log has ended.
func over(events []engine.Event) bool {
	return slices.ContainsFunc(engine.Effective(events), func(e engine.Event) bool { _, ended := e.(engine.Ended); return ended })
}

type logger struct {
	title   *title.Title
	events  []engine.Event
	reader  string // the player it is written for, "" for anybody
	over    bool   // the game is over
	players []string
	entries []Entry
	open    Entry  // the entry that is being built
	actor   string // the company or player who has the step
	by      string // who spoke last
	force   engine.Force
}

func (l *logger) event(i int, e engine.Event) {
	switch e := e.(type) {
	case engine.Started:
		l.players = e.Players
	case engine.Flowed:
		l.flush()
		l.actor, l.by = actorOf(e), ""
	case engine.Said:
		l.flush()
		l.say(i, e)
	case engine.Noted:
		l.note(i, e)
	case engine.Undone:
		l.undo(i, e)
	case engine.Hosted:
		if Marks(e.Act) {
			break // the command that follows tells it
		}
		l.put(Beside, i, l.beside(e))
	case engine.Seated:
		l.put(Beside, i, l.name(e.Player)+"'s seat goes to "+oneLine(e.Name))
		l.rename(e)
	case engine.Ended:
		l.put(TheEnd, i, "The game is over: "+oneLine(e.Reason))
	}
	l.force = l.force.With(l.events, i)
	if _, ok := e.(engine.Undone); ok {
		l.goBack()
	}
}

// undo marks the entries that were undone. Entries beside the table stay.
func (l *logger) undo(i int, e engine.Undone) {
	l.flush()
	to, ok := l.force.Position(e)
	for n := len(l.entries) - 1; n >= 0 && ok && l.entries[n].At >= to; n-- {
		l.entries[n].Undone = l.entries[n].Kind != Beside
	}
	if !ok { // happens only in a damaged log
		to = e.To
	}
	if e.By == "" {
		l.put(Undo, i, fmt.Sprintf("(everything after position %d is taken back)", to))
		return
	}
	l.put(Undo, i, fmt.Sprintf("(%s took back everything after position %d)", l.name(e.By), to))
}

// goBack finds whose step it is after an Undone, and who spoke last in it.
func (l *logger) goBack() {
	l.actor, l.by = "", ""
	for _, e := range stepOf(l.events, l.force) {
		switch e := l.events[e].(type) {
		case engine.Flowed:
			l.actor = actorOf(e)
		case engine.Said:
			l.by = e.By
		}
	}
}

// stepOf returns the positions of the events in force that belong to the present step.
func stepOf(log []engine.Event, force engine.Force) []int {
	for n, i := range slices.Backward(force) {
		if _, ok := log[i].(engine.Flowed); ok {
			return force[n:]
		}
	}
	return nil
}

// actorOf returns whose step begins with an event, "" if nobody's.
func actorOf(e engine.Flowed) string {
	if len(e.Stack) == 0 {
		return ""
	}
	return e.Stack[len(e.Stack)-1].Actor
}

// beside returns the text of something said or done beside the table.
func (l *logger) beside(e engine.Hosted) string {
	who, text := "Host", oneLine(e.Text)
	if e.By != "" {
		who = l.name(e.By)
	}
	switch {
	case e.Act == Press:
		return who + " says: " + text
	case e.Act == Notice && e.By == "":
		return text
	}
	return who + ": " + text
}

// rename gives a player a new name.
func (l *logger) rename(e engine.Seated) {
	l.players = slices.Clone(l.players)
	for i := range l.players {
		if engine.PlayerID(i) == e.Player {
			l.players[i] = e.Name
		}
	}
}

// InSecret replaces an answer that only its player may read while the game is on. The results are told: they
// show how high a bid had to go, and not how high it would have gone.
// // 20-RU-48
const InSecret = "answered in secret"

// say adds a command.
func (l *logger) say(i int, e engine.Said) {
	c := e.Command
	l.by = c.By
	who := l.name(c.By)
	if act := MarkOf(l.events, i); act == Caretaker || act == Robot && !isRobotName(who) {
		who = act + " for " + who
	}
	said := oneLine(grammar.Phrase(grammar.Context{Facts: l.title.Facts}, c))
	if !l.over && c.By != l.reader && slices.Contains(l.title.Sealed, e.Question) {
		said = InSecret
	}
	l.open = Entry{At: i, Player: who, Said: said}
	if l.title.Facts.Company(l.actor) != nil {
		l.open.Company = l.actor
	}
}

// note adds a fact. A fact that belongs to nobody is news.
func (l *logger) note(i int, e engine.Noted) {
	if e.By == "" {
		l.put(News, i, oneLine(e.Text))
		return
	}
	fact := oneLine(e.Text)
	if l.open.Said == "" && len(l.open.Came) == 0 || e.By != l.actor && e.By != l.by {
		fact = l.name(e.By) + " " + fact
	}
	if l.open.Said == "" && len(l.open.Came) == 0 {
		l.open.At, l.open.About = i, e.By
	}
	l.open.Came = append(l.open.Came, fact)
}

// flush ends the entry that is being built.
func (l *logger) flush() {
	if l.open.Said != "" || len(l.open.Came) > 0 {
		l.entries = append(l.entries, l.open)
	}
	l.open = Entry{}
}

// put adds an entry of any kind but a deed.
func (l *logger) put(kind EntryKind, i int, text string) {
	l.flush()
	l.entries = append(l.entries, Entry{Kind: kind, At: i, Came: []string{text}})
}

func (l *logger) name(id string) string {
	s := engine.State{Game: engine.Started{Players: l.players}}
	return oneLine(s.PlayerName(id))
}

// Text is the entry in one sentence.
func (e Entry) Text() string {
	came := strings.Join(e.Came, "; ")
	if e.Said == "" {
		return came
	}
	said := e.Player + ": " + e.Said
	if e.Company != "" {
		said = e.Company + ", " + said
	}
	if came == "" {
		return said
	}
	return said + " => " + came
}
