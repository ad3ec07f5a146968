package pbem

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/sheet"
	"pbem/store"
)

// The host speaks by mail, from an address that the configuration names, or on
// the command line. The words are the same.

// A hosting is the batch of a host's mail: its lines work on copies, and then
// everything is committed at once, or nothing.
type hosting struct {
	d      *draft
	lines  int // of the mail; 0 on the command line
	work   budget
	drafts []*hosted
	c      store.Commit // mails and marks beside the games'
	looked int          // games that were opened for a list
	unseen int          // games in it that were not, though nobody knows whether they stand still
}

// A hosted is a game that the host changes.
type hosted struct {
	change
	welcome reply // to a player who is to get the whole position
	asides  int   // events of which nobody is mailed: the next mails tell of them
}

// said notes in the game's log what the host does; its players are told.
func (d *hosted) said(act, text string) { d.next = d.next.Said("", act, text) }

// A hostWord is one command of the host.
type hostWord struct {
	name, form, meaning string
	do                  func(h *hosting, rest string) (answer string, err error)
	asks                bool // it does nothing
}

// hostWords are the commands of the host, in the order of their help.
func hostWords() []hostWord {
	return []hostWord{
		{"list", "[running | open | paused | frozen | ended] [after GAME]", "The games, fifty at a time: who is waited for, since when and until when.", (*hosting).list, true},
		{"show", "GAME", "One game: its seats, guests, requests and mails.", (*hosting).show, true},
		{"pause", "GAME [REASON]", "Stop the clock and the moves.", (*hosting).pause, false},
		{"resume", "GAME", "Let a paused game go on.", (*hosting).resume, false},
		{"pace", "GAME [PACE]", "Show or change how long a table waits: 3 days, weekends off, grace 2 days, policy pass.", (*hosting).pace, false},
		{"mails", "GAME [all | turn]", "Show or say when mails come that ask nothing: after every move, or on a player's turn and when a round ends. Who has set it has it their way.", (*hosting).news, false},
		{"rollback", "GAME to POSITION", "Take back everything after a position; frees a frozen game.", (*hosting).rollback, false},
		{"move", "GAME PLAYER: COMMAND", "Say something for a player.", (*hosting).move, false},
		{"address", "GAME | all PLAYER | OLD NEW", "Send a player's mails elsewhere, where the old address is dead.", (*hosting).address, false},
		{"seat", "GAME PLAYER ADDRESS NAME | GAME PLAYER caretaker [off]", "Give a seat to somebody else, or have the caretaker play it until its player writes.", (*hosting).seat, false},
		{"admit", "ADDRESS [NAME]", "Let somebody into the lobby.", (*hosting).admit, false},
		{"resend", "GAME [PLAYER]", "Mail the present position again.", (*hosting).resend, false},
		{"failed", "", "The mails that could not be delivered.", (*hosting).failed, true},
		{"retry", "[MAIL | GAME]", "Send those again: all, one, or those of a game.", (*hosting).retry, false},
		{"aside", "", "The mails on which the service failed.", (*hosting).aside, true},
		{"again", "KEY", "Work on one of those again, once what was wrong is mended.", (*hosting).again, false},
		{"ban", "[ADDRESS]", "Read nothing more from an address; alone: who is banned.", (*hosting).ban, false},
		{"unban", "ADDRESS", "Read an address again.", (*hosting).unban, false},
		{"outages", "[drop WHEN]", "The times that counted for nobody; have one count after all.", (*hosting).outages, false},
		{"tell", "GAME | all TEXT", "Write to everybody.", (*hosting).tell, false},
		{"close", "GAME really [REASON]", "End a game without a winner.", (*hosting).closeGame, false},
		{"put", "away GAME | DAYS days", "Move the logs of games that ended so long ago out of the database, into files beside their pages.", (*hosting).put, false},
		{"bring", "back GAME", "Bring back a game that was put away.", (*hosting).bring, false},
		{"help", "", "This list.", (*hosting).help, true},
	}
}

func (d *draft) hosting() *hosting {
	return &hosting{d: d, c: store.Commit{Marks: store.Marks{}}}
}

// HostSays carries out a line of the host, such as "pause g12", and returns the
// answer: lines of at most 76 columns. A line that cannot be carried out is a
// *engine.Refusal.
func (s *Service) HostSays(line string) (answer string, err error) {
	defer s.archive.Done()
	err = s.unit(nil, func(d *draft) error {
		h := d.hosting()
		if answer, err = h.say(line); err != nil {
			return err
		}
		return h.commit()
	})
	if err != nil {
		return "", err
	}
	lines := sheet.Fit(strings.Split(strings.TrimRight(answer, "\n"), "\n")...)
	return strings.Join(lines, "\n") + "\n", nil
}

// say carries out one line, with or without the word "host" before it.
func (h *hosting) say(line string) (answer string, err error) {
	name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if strings.EqualFold(name, "host") {
		name, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
	}
	name = strings.ToLower(strings.Trim(name, ":.,"))
	words := hostWords()
	i := slices.IndexFunc(words, func(w hostWord) bool { return w.name == name })
	if i < 0 {
		return "", engine.Refuse("%q is no command of the host; there are: %s.", name, hostNames(words))
	}
	if words[i].asks && !h.work.ask(hostWork, line) {
		return "", nil // left tells
	}
	if err := h.work.begin(hostWork); err != nil {
		return "", err
	}
	answer, err = words[i].do(h, strings.TrimSpace(rest))
	if err == nil {
		h.d.log.Info("host.said", "word", name)
	}
	return answer, err
}

func hostNames(words []hostWord) string {
	var out []string
	for _, w := range words {
		out = append(out, w.name)
	}
	return strings.Join(out, ", ")
}

func (h *hosting) help(string) (string, error) { return HostHelp(), nil }

// HostHelp lists the lines of the host.
func HostHelp() string {
	var b strings.Builder
	for _, w := range hostWords() {
		fmt.Fprintf(&b, "host %s\n    %s\n", strings.TrimSpace(w.name+" "+w.form), w.meaning)
	}
	b.WriteString("A GAME is an id or a part of a name, a PLAYER an id such as p1, or a name.\n")
	return b.String()
}

// commit writes what the lines have come to.
func (h *hosting) commit() error {
	var changes []change
	for _, d := range h.drafts {
		if d.next == d.before {
			continue
		}
		if len(d.next.Log) > len(d.before.Log)+d.asides {
			if err := h.d.advance(&h.c, d.before, d.next, d.welcome); err != nil {
				return err
			}
		} else if err := h.d.record(&h.c, d.before, d.next); err != nil {
			return err
		}
		changes = append(changes, d.change)
	}
	if len(changes)+len(h.c.Mails)+len(h.c.Marks)+len(h.c.Add) > 0 || h.c.Cause != "" {
		if err := h.d.take(h.c, changes...); err != nil {
			return err
		}
	}
	for _, ch := range changes {
		if ch.before.Game.State().Result != nil && ch.next.Game.State().Result == nil {
			h.d.later(func() error { h.d.archive.Add(ch.next, true); return nil }) // it says that the game is over
		}
	}
	return nil
}

// forHost reports whether a mail has lines for the host's ear.
func forHost(l letter.Letter) bool {
	return slices.ContainsFunc(l.Commands, func(c letter.Line) bool {
		verb, _, ok := grammar.Service(c.Text)
		return ok && verb == "host"
	})
}

// hostUnproven handles a mail from an address of the host without a token: it
// is held until the code comes back.
func (d *draft) hostUnproven(address string) (who sender, err error) {
	who.member, err = d.member(address)
	who.suspect = "A mail with lines of the host came from your address, but not to a reply address of yours."
	return who, err
}

// obeyHost carries out a believed mail with lines of the host, whole or not at
// all.
func (d *draft) obeyHost(key string, l letter.Letter, who sender) (outcome string, err error) {
	if !d.cfg.IsHost(who.address()) {
		return d.refuseTyped(key, l, who, &sheet.Refusal{Lines: texts(l), Fault: -1,
			Reason: "Lines that begin with \"host\" are for the host of this service only. Nothing was carried out."}, texts(l))
	}
	began := d.point()
	h := d.hosting()
	lines := hostLines(l)
	h.lines = len(lines)
	h.c.Cause, h.c.Outcome = key, outcomeApplied
	for name, value := range who.marks {
		h.c.Marks[name] = value
	}
	var answers []sheet.Section
	for i, line := range lines {
		answer, err := h.mailed(line)
		refused := &sheet.Refusal{Lines: lines, Fault: i}
		switch {
		case err != nil && why(refused, err):
			d.back(began)
			return d.refuseTyped(key, l, who, refused, texts(l))
		case err != nil:
			return "", err
		}
		if answer == "" {
			continue // left tells
		}
		h.work.question(byteWork * min(len(answer), mostAnswered))
		answers = append(answers, sheet.Section{Head: line, Lines: strings.Split(strings.TrimRight(answer, "\n"), "\n")})
	}
	left := mostAnswered
	answers = append(cutShort(answers, &left, "host list running"), h.work.left()...)
	if err := h.answer(l, who.address(), answers); err != nil {
		return "", err
	}
	return outcomeApplied, h.commit()
}

// hostLines returns the lines of a mail, split where another host command
// begins after a semicolon: "host list; host failed". Texts may have semicolons
// too.
func hostLines(l letter.Letter) (lines []string) {
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

// mailed carries out one line of a mail.
func (h *hosting) mailed(line string) (answer string, err error) {
	verb, rest, ok := grammar.Service(line)
	if !ok || verb != "host" {
		return "", engine.Refuse("Please send the lines of the host in a mail of their own. Nothing was carried out.")
	}
	return h.say(rest)
}

// answer mails the host what their lines have come to.
func (h *hosting) answer(l letter.Letter, address string, answers []sheet.Section) error {
	m, err := h.d.member(address)
	if err != nil {
		return err
	}
	if err := h.d.enrol(&m); err != nil {
		return err
	}
	h.d.keepMember(h.c.Marks, m)
	id := h.d.office.ID("host", h.d.office.Secret("host", h.c.Cause))
	h.c.Mails = append(h.c.Mails, h.d.writeNote(m, id, sheet.Note("What you said as the host", "", answers...), l.MessageID))
	return nil
}
