package hosting

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/notices"
	"pbem/pbem/sheet"
	"pbem/pbem/timing"
	"pbem/store"
)

// The host gives commands by mail, from an address in the configuration, or with "pbem
// host". The commands are the same.

// A Hosting carries out the lines of the host on copies. Then it commits everything or
// nothing.
type Hosting struct {
	d      *desk.Draft
	Lines  int // lines of the mail; 0 for "pbem host"
	Work   batch.Budget
	drafts []*hosted
	C      store.Commit // mails and marks that belong to no game
	looked int          // games that were opened for a list
	unseen int          // games in a list of which it is not known whether they are frozen
}

// A hosted is a game that the host changes.
type hosted struct {
	desk.Change
	welcome notices.Reply // for a player who is to get the whole position
	asides  int           // events about which nobody is mailed now: the next mails tell of them
}

// said adds an act of the host to the game's log, so that the players are told.
func (d *hosted) said(act, text string) { d.Next = d.Next.Said("", act, text) }

// A word is one command of the host.
type word struct {
	Name, Form, meaning string
	do                  func(h *Hosting, rest string) (answer string, err error)
	asks                bool // it only asks and changes nothing
}

// Words are the commands of the host, in the order of their help.
func Words() []word {
	return []word{
		{"list", "[running | open | paused | frozen | ended] [after GAME]", "The games, fifty at a time: for whom each waits, since when and until when.", (*Hosting).list, true},
		{"show", "GAME", "One game: its seats, guests, requests and mails.", (*Hosting).show, true},
		{"pause", "GAME [REASON]", "Stop the clock and the moves.", (*Hosting).pause, false},
		{"resume", "GAME", "Let a paused game go on.", (*Hosting).resume, false},
		{"pace", "GAME [PACE]", "Show or change how long a table waits: 3 days, weekends off, grace 2 days, policy pass.", (*Hosting).pace, false},
		{"mails", "GAME [all | turn]", "Show or set when mails come that ask nothing: after every move, or on a player's turn and when a round ends. A player's own setting comes first.", (*Hosting).news, false},
		{"page", "GAME [public | unlisted | off | usual]", "Show or set who finds the page of a running game: everybody in the list, those who know its address, or there is none. A player may have less.", (*Hosting).showPage, false},
		{"rollback", "GAME to POSITION", "Take back everything after a position; frees a frozen game.", (*Hosting).rollback, false},
		{"move", "GAME PLAYER: COMMAND", "Make a move for a player.", (*Hosting).move, false},
		{"address", "GAME | all PLAYER | OLD NEW", "Send a player's mails to another address, if the old one is dead.", (*Hosting).address, false},
		{"seat", "GAME PLAYER ADDRESS NAME | GAME PLAYER caretaker [off]", "Give a seat to somebody else, or have the caretaker play it until its player writes.", (*Hosting).seat, false},
		{"robot", "GAME PLAYER [easy | steady | off]", "Have a robot play a seat until its player writes, or end that; steady if nothing is said.", (*Hosting).robot, false},
		{"admit", "ADDRESS [NAME]", "Let somebody into the lobby.", (*Hosting).admit, false},
		{"resend", "GAME [PLAYER]", "Mail the present position again.", (*Hosting).resend, false},
		{"failed", "[ADDRESS | GAME]", "The mails that could not be delivered, the last fifty: all, those to an address or of a game; and the addresses whose mails have come back.", (*Hosting).failed, true},
		{"retry", "[MAIL | GAME]", "Send those again: all, one, or those of a game.", (*Hosting).retry, false},
		{"aside", "", "The mails on which the service failed.", (*Hosting).aside, true},
		{"again", "KEY", "Work on one of those again, once the cause is fixed.", (*Hosting).again, false},
		{"ban", "[ADDRESS]", "Read nothing more from an address; without ADDRESS: who is banned.", (*Hosting).ban, false},
		{"unban", "ADDRESS", "Read an address again.", (*Hosting).unban, false},
		{"outages", "[drop WHEN]", "The times that did not count; make one count after all.", (*Hosting).outages, false},
		{"forget", "ADDRESS | GAME NAME really", "Delete for good who somebody is: address, name, settings and mails. In games they are called \"Former player 2\". With GAME and NAME: the name of somebody who had a seat and gave it up.", (*Hosting).forget, false},
		{"nodes", "[decide NUMBER | decide newest]", "The services that work on the store: how mails reach each, whether it decides, and what is wrong with it. Set by which rules games are decided, after an upgrade that went wrong.", (*Hosting).nodes, false},
		{"tell", "GAME | all TEXT", "Write to everybody.", (*Hosting).tell, false},
		{"close", "GAME really [REASON]", "End a game without a winner.", (*Hosting).closeGame, false},
		{"put", "away GAME | DAYS days", "Compress games that ended so long ago; they stay in the database, and \"bring back\" makes them whole.", (*Hosting).put, false},
		{"bring", "back GAME", "Bring back a game that was put away.", (*Hosting).bring, false},
		{"help", "", "This list.", (*Hosting).help, true},
	}
}

// New returns a Hosting that works on a draft.
func New(d *desk.Draft) *Hosting {
	return &Hosting{d: d, C: store.Commit{Marks: store.Marks{}}}
}

// anywhere are the words that a service carries out that does not decide. They open no game.
var anywhere = []string{"nodes", "failed", "aside", "help"}

// Anywhere reports whether a line is for any service, also for one that does not decide.
func Anywhere(line string) bool {
	name, _ := wordOf(line)
	return slices.Contains(anywhere, name)
}

// wordOf splits a line into its word and the rest.
func wordOf(line string) (name, rest string) {
	name, rest, _ = strings.Cut(strings.TrimSpace(line), " ")
	if strings.EqualFold(name, "host") {
		name, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
	}
	return strings.ToLower(strings.Trim(name, ":.,")), rest
}

// Say carries out one line, with or without the word "host" before it.
func (h *Hosting) Say(line string) (answer string, err error) {
	name, rest := wordOf(line)
	words := Words()
	i := slices.IndexFunc(words, func(w word) bool { return w.Name == name })
	if i < 0 {
		return "", engine.Refuse("%q is not a command of the host; there are: %s.", name, names(words))
	}
	if words[i].asks && !h.Work.Ask(batch.HostWork, line) {
		return "", nil // Work.Left tells the host
	}
	if err := h.Work.Begin(batch.HostWork); err != nil {
		return "", err
	}
	answer, err = words[i].do(h, strings.TrimSpace(rest))
	if err == nil {
		h.d.Log.Info("host.said", "word", name)
	}
	return answer, err
}

func names(words []word) string {
	var out []string
	for _, w := range words {
		out = append(out, w.Name)
	}
	return strings.Join(out, ", ")
}

func (h *Hosting) help(string) (string, error) { return Help(), nil }

// Help lists the lines of the host.
func Help() string {
	var b strings.Builder
	for _, w := range Words() {
		fmt.Fprintf(&b, "host %s\n    %s\n", strings.TrimSpace(w.Name+" "+w.Form), w.meaning)
	}
	b.WriteString("A GAME is an id or a part of a name, a PLAYER an id such as p1, or a name.\n")
	return b.String()
}

// Commit adds what the lines have changed to the draft.
func (h *Hosting) Commit() error {
	var changes []desk.Change
	for _, d := range h.drafts {
		if d.Next == d.Before {
			continue
		}
		if len(d.Next.Log) > len(d.Before.Log)+d.asides {
			if err := batch.Advance(h.d, &h.C, d.Before, d.Next, d.welcome); err != nil {
				return err
			}
		} else if err := timing.Record(h.d, &h.C, d.Before, d.Next); err != nil {
			return err
		}
		changes = append(changes, d.Change)
	}
	if len(changes)+len(h.C.Mails)+len(h.C.Marks)+len(h.C.Add) > 0 || h.C.Cause != "" {
		if err := h.d.Take(h.C, changes...); err != nil {
			return err
		}
	}
	for _, ch := range changes {
		if ch.Before.Game.State().Result != nil && ch.Next.Game.State().Result == nil {
			h.d.Later(func() error { h.d.Keeper.Add(ch.Next, true); return nil }) // the archive's pages still say that the game is over
		}
	}
	return nil
}

// Lines returns the lines of a mail. It also splits a line at a semicolon if another
// command of the host follows: "host list; host failed". Other semicolons belong to
// texts.
func Lines(l letter.Letter) (lines []string) {
	for _, line := range l.Commands {
		for i, part := range strings.Split(strings.TrimRight(line.Text, "; "), ";") {
			verb, _, _ := grammar.Service(part)
			if i > 0 && verb != "host" {
				lines[len(lines)-1] += ";" + part
				continue
			}
			lines = append(lines, strings.TrimSpace(part))
		}
	}
	return lines
}

// Mailed carries out one line of a mail.
func (h *Hosting) Mailed(line string) (answer string, err error) {
	verb, rest, ok := grammar.Service(line)
	if !ok || verb != "host" {
		return "", engine.Refuse("Please send the lines of the host in a mail of their own. Nothing was carried out.")
	}
	return h.Say(rest)
}

// Answer mails the host the answers to their lines.
func (h *Hosting) Answer(l letter.Letter, address string, answers []sheet.Section) error {
	m, err := h.d.Member(address)
	if err != nil {
		return err
	}
	if err := h.d.Enrol(&m); err != nil {
		return err
	}
	h.d.KeepMember(h.C.Marks, m)
	id := h.d.Office.ID("host", h.d.Office.Secret("host", h.C.Cause))
	h.C.Mails = append(h.C.Mails, h.d.WriteNote(m, id, sheet.Note("What you said as the host", "", answers...), l.MessageID))
	return nil
}
