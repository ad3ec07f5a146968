package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/titles/title"
)

// Log writes the log of a game as text for the archive: headings by round, and
// under them what each player said and what came of it. What was taken back
// stays in, marked.
func Log(t *title.Title, events []engine.Event) string {
	l := &logger{title: t}
	for _, e := range events {
		l.event(e)
	}
	l.flush()
	return l.b.String()
}

// LogPart is the part of Log between two positions, numbers of events.
func LogPart(t *title.Title, events []engine.Event, from, to int) string {
	l := &logger{title: t}
	for i, e := range events[:to] {
		if i == from {
			l.flush()
			l.b.Reset()
		}
		l.event(e)
	}
	l.flush()
	return l.b.String()
}

type logger struct {
	title   *title.Title
	players []string
	b       strings.Builder
	actor   string   // the company or player whose step it is
	by      string   // who spoke last
	said    string   // who and what, "B&M, Amy: lay H6 8 W-SE"
	facts   []string // what came of it
}

func (l *logger) event(e engine.Event) {
	switch e := e.(type) {
	case engine.Started:
		l.players = e.Players
		l.start(e)
	case engine.Flowed:
		l.flush()
		if l.actor, l.by = "", ""; len(e.Stack) > 0 {
			l.actor = e.Stack[len(e.Stack)-1].Actor
		}
	case engine.Said:
		l.flush()
		l.say(e.Command)
	case engine.Noted:
		l.note(e)
	case engine.Undone:
		l.flush()
		l.put(fmt.Sprintf("(%s took back everything after event %d)", l.name(e.By), e.To))
	case engine.Hosted:
		l.flush()
		l.beside(e)
	case engine.Seated:
		l.flush()
		l.put(l.name(e.Player) + "'s seat goes to " + oneLine(e.Name))
		l.rename(e)
	case engine.Ended:
		l.flush()
		l.end(e)
	}
}

// beside takes what was said or done beside the table.
func (l *logger) beside(e engine.Hosted) {
	who, text := "Host", oneLine(e.Text)
	if e.By != "" {
		who = l.name(e.By)
	}
	if e.Act == Press {
		l.put(who + " says: " + text)
		return
	}
	l.put(who + ": " + text)
}

// rename gives a seat its new name.
func (l *logger) rename(e engine.Seated) {
	l.players = slices.Clone(l.players)
	for i := range l.players {
		if engine.PlayerID(i) == e.Player {
			l.players[i] = e.Name
		}
	}
}

func (l *logger) start(e engine.Started) {
	l.line(fmt.Sprintf("%s, %d players, seed %d", l.title.Facts.Name, len(e.Players), e.Seed))
	for i, name := range e.Players {
		l.line(fmt.Sprintf("  seat %d  %s", i+1, oneLine(name)))
	}
	l.line("")
}

// say takes a command.
func (l *logger) say(c engine.Command) {
	l.by = c.By
	l.said = l.name(c.By) + ": " + oneLine(grammar.Phrase(grammar.Context{Facts: l.title.Facts}, c))
	if l.title.Facts.Company(l.actor) != nil {
		l.said = l.actor + ", " + l.said
	}
}

// note takes a fact; news of nobody heads what follows.
func (l *logger) note(e engine.Noted) {
	if e.By != "" {
		fact := oneLine(e.Text)
		if l.said == "" && len(l.facts) == 0 || e.By != l.actor && e.By != l.by {
			fact = l.name(e.By) + " " + fact
		}
		l.facts = append(l.facts, fact)
		return
	}
	l.flush()
	l.line("")
	for _, s := range wrap(oneLine(e.Text), Columns) {
		l.line(s)
	}
}

// flush writes a command with what came of it.
func (l *logger) flush() {
	text := strings.Join(l.facts, "; ")
	if l.said != "" && text != "" {
		text = l.said + " => " + text
	} else {
		text += l.said
	}
	l.said, l.facts = "", nil
	if text != "" {
		l.put(text)
	}
}

// put writes one entry, what is too long on further lines.
func (l *logger) put(text string) {
	for i, s := range wrap(text, Columns-6) {
		if i > 0 {
			s = "    " + s
		}
		l.line(indent + s)
	}
}

func (l *logger) end(e engine.Ended) {
	l.line("")
	l.line("The game is over: " + oneLine(e.Reason))
	for i, name := range l.players {
		l.line(fmt.Sprintf("  %-20s %s", oneLine(name), l.title.Facts.Money(e.Scores[engine.PlayerID(i)])))
	}
}

func (l *logger) name(id string) string {
	s := engine.State{Game: engine.Started{Players: l.players}}
	return oneLine(s.PlayerName(id))
}

func (l *logger) line(s string) { l.b.WriteString(strings.TrimRight(s, " ") + "\n") }
