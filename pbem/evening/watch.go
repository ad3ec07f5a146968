package evening

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/store"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// A watch sees everything that is written and sent in an evening, and complains about faults.
type watch struct {
	e       *evening
	waiting []*sent // not settled yet
	unread  []*sent // settled, and without a known answer yet
	last    []*sent // some of the last mails
	tally   *Report
	read    int                          // mails that people have read
	stored  map[string][]json.RawMessage // the log of each game, as far as it was read
	events  map[string][]engine.Event
}

func newWatch(e *evening) *watch {
	return &watch{e: e, tally: newReport(), stored: map[string][]json.RawMessage{}, events: map[string][]engine.Event{}}
}

// complain records a fault.
func (w *watch) complain(format string, args ...any) {
	w.tally.complain(fmt.Sprintf(format, args...))
}

// complainOf records a fault in how a mail was handled, and stores the mail as evidence.
func (w *watch) complainOf(m *sent, format string, args ...any) {
	w.tally.complain(fmt.Sprintf(format, args...) + w.keep(m.game, fmt.Sprint(m.number), m.raw))
}

// complainAbout records a fault in a mail of the service, and stores the mail as evidence.
func (w *watch) complainAbout(n *notice, format string, args ...any) {
	id, _, _ := strings.Cut(n.id, "@")
	w.tally.complain(n.game + ": mail " + id + " " + fmt.Sprintf(format, args...) + w.keep(n.game, id, n.raw))
}

// keep stores a mail as evidence, and says where.
func (w *watch) keep(game, name string, raw []byte) string {
	if w.e.Evidence == "" {
		return ""
	}
	slug := "none"
	if t := w.title(game); t != nil {
		slug = t.Facts.Slug
	}
	name = filepath.Join(w.e.Evidence, fmt.Sprintf("%s-%d-%s.eml", slug, w.e.Seed, name))
	if err := os.WriteFile(name, raw, 0o644); err != nil {
		return " (" + err.Error() + ")"
	}
	return " (" + name + ")"
}

// letter stores a mail to a person, as it came and its text.
func (w *watch) letter(p *person, n *notice) {
	if w.e.Letters == "" {
		return
	}
	slug := "none"
	if t := w.title(n.game); t != nil {
		slug = t.Facts.Slug
	}
	w.read++
	name := filepath.Join(w.e.Letters, fmt.Sprintf("%s-%d-%04d-%s-%s", slug, w.e.Seed, w.read, p.name, strings.ReplaceAll(n.kind(), " ", "")))
	err := errors.Join(os.WriteFile(name+".eml", n.raw, 0o644), os.WriteFile(name+".txt", []byte("Subject: "+n.subject+"\n\n"+n.text), 0o644))
	if err != nil {
		w.complain("mail %s is not kept: %v", n.id, err)
	}
}

// title returns the title of a game.
func (w *watch) title(id string) *title.Title {
	for _, g := range w.e.tables {
		if g.id == id {
			return g.title
		}
	}
	return nil
}

// went records a mail of a person.
func (w *watch) went(m *sent) {
	w.waiting = append(w.waiting, m)
	if w.last = append(w.last, m); len(w.last) > 200 {
		w.last = slices.Clone(w.last[100:])
	}
}

// unsettled returns the mails that the service has not settled yet.
func (w *watch) unsettled() []*sent {
	w.waiting = slices.DeleteFunc(w.waiting, func(m *sent) bool {
		outcome, ok, err := w.e.db.Settled(m.key)
		if err != nil || !ok {
			return false
		}
		m.outcome, m.settled = outcome, true
		w.unread = append(w.unread, m)
		return true
	})
	return w.waiting
}

// mostEvents is how many events one mail may cause. Plans stop answering after some 1,500 events, and the
// last answer may have many.
const mostEvents = 2000

// settled checks the mails that were settled since the last time. All their answers have been sent.
func (w *watch) settled() error {
	for _, m := range w.unread {
		m.answer = w.e.answerTo(m)
		entry := w.wrote(m)
		if entry != nil && entry.events > mostEvents {
			w.complainOf(m, "%q of %s leads to %d events", m.lines, m.by.name, entry.events)
		}
		if entry != nil {
			w.again(m, entry)
			w.confirmed(m, entry)
		}
		w.tally.count(m)
		if m.answer == nil {
			w.silence(m)
		}
		if m.sure && m.outcome == "rejected" && !m.again {
			w.denied(m)
		}
		m.raw = nil
	}
	w.unread = w.unread[:0]
	return nil
}

// mostSame is how often one mail may make somebody say the same: plans answer each question that comes, and
// stop when nobody decides anything any more. In a merger round each of a president's companies, often
// seven of them, is asked to convert or merge and to take offers.
const mostSame = 24

// again complains about plans that go on for ever.
func (w *watch) again(m *sent, e *entry) {
	for said, n := range e.said {
		if n > mostSame {
			w.complainOf(m, "%q of %s has %s said %d times", m.lines, m.by.name, said, n)
		}
	}
}

// confirmed complains about a line that was reported as carried out but is not in the log.
func (w *watch) confirmed(m *sent, e *entry) {
	if !m.sure || m.again || m.outcome != "applied" {
		return
	}
	for _, verb := range verbs(m.lines) {
		if !e.hasSaid(m.game, verb) {
			w.complainOf(m, "%s: %q of %s was confirmed and %q stands in no log", m.game, m.lines, m.by.name, verb)
		}
	}
}

// verbs returns the first words of all steps that lines name: three for "pay; buy train 5E; pass". A line
// that is put aside for later is one step.
func verbs(lines []string) (all []string) {
	for _, line := range lines {
		steps := strings.Split(line, ";")
		if first := strings.Fields(steps[0]); len(first) > 0 && (first[0] == "plan" || first[0] == "next") {
			steps = steps[:1]
		}
		for _, step := range steps {
			if words := strings.Fields(step); len(words) > 0 {
				all = append(all, words[0])
			}
		}
	}
	return all
}

// hasSaid reports whether a verb was said in a game because of the mail.
func (e *entry) hasSaid(game, verb string) bool {
	for said := range e.said {
		if f := strings.Fields(said); f[0] == game && strings.EqualFold(f[2], verb) {
			return true
		}
	}
	return false
}

// answerTo finds the answer to a mail, which its writer has not read yet.
func (e *evening) answerTo(m *sent) *notice {
	for _, raw := range e.post.Mails(m.by.address, e.read[m.by.address]) {
		if n, err := readNotice(raw); err == nil && n.answers == m.id {
			return n
		}
	}
	return nil
}

// wrote returns what was committed because of a mail, nil if nothing was.
func (w *watch) wrote(m *sent) *entry {
	in, err := w.e.db.Inbound(m.key)
	if err != nil {
		return nil
	}
	return w.e.book.of(in.Key)
}

// denied complains about an offered line that is refused, unless the game has gone on.
func (w *watch) denied(m *sent) {
	why := "nothing was said of it"
	if m.answer != nil {
		why = m.answer.why()
	}
	if m.answer != nil && m.answer.position > m.to.position {
		w.tally.overtaken++
		return
	}
	w.complainOf(m, "%s: %q was offered to %s at position %d and is refused: %s", m.game, m.lines, m.by.name, m.to.position, why)
}

// why returns the reason of a refusal.
func (n *notice) why() string {
	_, rest, ok := strings.Cut(n.text, "\nWHY\n")
	if !ok {
		return n.subject
	}
	rest, _, _ = strings.Cut(rest, "\n\n")
	return strings.Join(strings.Fields(rest), " ")
}

// came checks a mail that reached a person.
func (w *watch) came(p *person, n *notice) {
	times, may := w.e.book.arrived(n.id)
	switch {
	case may == 0:
		w.complain("%s got mail %s, which nobody queued", p.name, n.id)
	case times > may && w.e.crashed == 0:
		w.complain("%s got mail %s %d times", p.name, n.id, times)
	}
	w.tally.measure(n)
	w.letter(p, n)
	w.judge(p, n)
}

// log reads the log of a game.
func (w *watch) log(id string) ([]engine.Event, error) {
	raws := w.stored[id]
	_, more, err := w.e.db.Load(id, len(raws))
	if err != nil || len(more) == 0 {
		return w.events[id], err
	}
	for _, ev := range more {
		raws = append(raws, ev.Data)
	}
	w.stored[id] = raws
	w.events[id], err = engine.UnmarshalLog(raws)
	return w.events[id], err
}

// examineAll checks everything at the end of the evening.
func (w *watch) examineAll() error {
	for _, g := range w.e.tables {
		log, err := w.log(g.id)
		if err != nil {
			return err
		}
		if err := replay.Again(g.title, log, nil); err != nil {
			w.complain("%s (%s): what was confirmed, decided again without mails: %v", g.id, g.title.Facts.Name, err)
		}
		w.tally.finish(g, log)
	}
	return w.delivered()
}

// delivered complains about mails that were queued but neither came nor were superseded.
func (w *watch) delivered() error {
	for _, p := range w.e.people {
		if _, err := w.e.reads(p); err != nil {
			return err
		}
	}
	w.e.book.mu.Lock()
	defer w.e.book.mu.Unlock()
	for id, m := range w.e.book.queued {
		if m.came > 0 {
			continue
		}
		got, err := w.e.db.Mail(m.id)
		switch {
		case err != nil:
			w.complain("mail %s to %s is lost: %v", id, m.to, err)
		case got.State == store.Queued && got.Next.After(w.e.now()):
		case got.State == store.Dropped:
		default:
			w.complain("mail %s to %s never came: it is %s", id, m.to, got.State)
		}
	}
	return nil
}

// mostIdle is how long nobody may have anything to say in a game before that counts as a fault.
const mostIdle = 60 * 24 * time.Hour

// mostVain is how many mails people may write for a game without a move.
const mostVain = 200

// vain complains about a game for which many mails are written without a move.
func (w *watch) vain(g *game) error {
	log, err := w.log(g.id)
	if err != nil {
		return err
	}
	said := 0
	for _, e := range log {
		if _, ok := e.(engine.Said); ok {
			said++
		}
	}
	if said != g.said {
		g.said, g.vain = said, 0
	}
	if g.vain < mostVain {
		return nil
	}
	var last []string
	for _, m := range slices.Backward(w.last) {
		if m.game == g.id && len(last) < 8 {
			last = append(last, fmt.Sprintf("%s %s: %q at position %d is %s", m.by.name, m.kind, m.lines, m.to.position, m.outcome))
		}
	}
	return fmt.Errorf("%s (%s): %d mails and no move; the last: %s", g.id, g.title.Facts.Name, g.vain, strings.Join(last, "; "))
}

// waits complains about a game in which nobody knows that it is their move.
func (w *watch) waits() error {
	for _, g := range w.e.tables {
		if err := w.vain(g); err != nil {
			return err
		}
		if g.over || w.e.now().Sub(g.stirred) < mostIdle {
			continue
		}
		return fmt.Errorf("%s (%s): nobody has said anything for %s; it waits for %s", g.id, g.title.Facts.Name, mostIdle, w.waitsFor(g))
	}
	return nil
}

// waitsFor says whom a game waits for, and what they know about it.
func (w *watch) waitsFor(g *game) string {
	game, err := w.e.service().Game(g.id)
	if err != nil {
		return err.Error()
	}
	var who []string
	for _, id := range engine.Awaited(game.Pending()) {
		who = append(who, w.knows(g.id, game.State().PlayerName(id)))
	}
	return strings.Join(who, "; ")
}

// knows says what a person whom a game waits for knows about it.
func (w *watch) knows(id, name string) string {
	for _, p := range w.e.people {
		s := p.seats[id]
		switch {
		case p.name != name:
		case s == nil || s.latest == nil:
			return name + ", who has no mail"
		default:
			owed := "nothing"
			if s.owed != nil {
				owed = fmt.Sprintf("%q (%s)", s.owed.lines, s.owed.outcome)
			}
			return fmt.Sprintf("%s, whose last mail is %q of position %d; left %t, over %t, waiting for an answer to %s%s", name, s.latest.subject, s.latest.position,
				s.left, s.over, owed, w.keep(id, "last", s.latest.raw))
		}
	}
	return name + ", whom nobody knows"
}
