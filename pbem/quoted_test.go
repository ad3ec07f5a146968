package pbem

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"html"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/evening/program"
	"pbem/pbem/grammar"
	"pbem/pbem/table"
	"pbem/titles"
)

// quotings answer a mail of the service with one command above it, and delete nothing. Each form is one that a program can
// make of its text or of its HTML.
var quotings = []struct {
	name  string
	quote func(o outgoing, subject string) string
}{
	{"marked text", func(o outgoing, _ string) string {
		return plainKind + "undo\n\nOn Mon, Mar 2, 2026 at 7:04 PM Shoreline <pbem@play.example> wrote:\n\n" + eachLine(o.text, func(s string) string { return "> " + s })
	}},
	{"marked text, not set in", func(o outgoing, _ string) string {
		return plainKind + "undo\n\nOn Mon, Mar 2, 2026 at 7:04 PM Shoreline <pbem@play.example> wrote:\n\n" + eachLine(o.text, func(s string) string { return "> " + strings.TrimSpace(s) })
	}},
	{"unmarked text", func(o outgoing, subject string) string {
		return plainKind + "undo\n\n-----Original Message-----\nFrom: Shoreline <pbem@play.example>\nSent: Monday, March 2, 2026 7:04 PM\nTo: Amy\nSubject: " + subject + "\n\n" + o.text
	}},
	{"unmarked text, not set in", func(o outgoing, subject string) string {
		return plainKind + "undo\n\n-----Original Message-----\nFrom: Shoreline <pbem@play.example>\nSent: Monday, March 2, 2026 7:04 PM\nTo: Amy\nSubject: " + subject + "\n\n" + eachLine(o.text, strings.TrimSpace)
	}},
	{"a page in a quote", func(o outgoing, _ string) string {
		return pageKind + `<div dir="ltr">undo</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Mar 2, 2026 at 7:04 PM Shoreline &lt;pbem@play.example&gt; wrote:<br></div><blockquote class="gmail_quote">` + o.html + `</blockquote></div>`
	}},
	{"a page below a header", func(o outgoing, subject string) string {
		return pageKind + `<div>undo</div><hr><div id="divRplyFwdMsg"><b>From:</b> Shoreline<br><b>Sent:</b> Monday, March 2, 2026 7:04 PM<br><b>To:</b> Amy<br><b>Subject:</b> ` + html.EscapeString(subject) + `</div>` + o.html
	}},
}

const (
	plainKind = "Content-Type: text/plain; charset=utf-8\n\n"
	pageKind  = "Content-Type: text/html; charset=utf-8\n\n"
)

func eachLine(text string, change func(string) string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(change(strings.TrimRight(line, "\r\n")) + "\n")
	}
	return b.String()
}

// quotable answers a mail of the service in some of the forms, which differ from mail to mail, and as a program does. The command
// above the quote is read, and no line of the quote is taken for another.
func quotable(t testing.TB, m sent) {
	t.Helper()
	o := readBack(t, m)
	subject := o.subject(t)
	h := fnv.New32()
	h.Write(m.raw)
	n, styles := int(h.Sum32()&0xffff), program.Styles()
	for i, q := range quotings {
		if (i+n)%len(quotings) >= testsize.Part(1, 2, 2, len(quotings)) {
			continue
		}
		in := "From: Amy <amy@example.org>\nSubject: Re: " + strings.ReplaceAll(subject, "\n", " ") + "\n" + q.quote(o, subject)
		readsOnly(t, fmt.Sprintf("%q as %s", subject, q.name), []byte(in), "undo")
	}
	s := styles[n%len(styles)]
	raw, err := s.Reply(program.Answer{To: m.raw, Name: "Amy", Address: "amy@example.org", Date: time.Date(2026, 3, 2, 20, 5, 0, 0, time.UTC), Text: "undo",
		Language: program.Languages()[n%len(program.Languages())], Ending: program.Bare, Seed: uint64(n)})
	if err != nil {
		t.Fatal(err)
	}
	readsOnly(t, fmt.Sprintf("%q as %s", subject, s.Name), raw, "undo")
	quotedAnywhere(t, m.raw, subject, int(h.Sum32()))
}

// quotedAnywhere answers a mail once more as another program does, wherever people type in that, with all or one of its texts, and
// with a command or without a word of their own.
func quotedAnywhere(t testing.TB, mail []byte, subject string, n int) {
	t.Helper()
	left := n
	of := func(many int) int {
		defer func() { left /= many }()
		return left % many
	}
	styles := program.Styles()
	s := styles[of(len(styles))]
	parts := append([]program.Parts{""}, s.Parts...)
	a := program.Answer{To: mail, Name: "Amy", Address: "amy@example.org", Date: time.Date(2026, 3, 2, 20, 5, 0, 0, time.UTC), Text: "undo",
		Place: s.Places[of(len(s.Places))], Parts: parts[of(len(parts))], Language: program.Languages()[of(len(program.Languages()))], Ending: program.Bare, Seed: uint64(n)}
	if of(4) == 0 {
		a.Text, a.Place = "", program.Above
	}
	raw, err := s.Reply(a)
	if err != nil {
		t.Fatal(err)
	}
	if what := fmt.Sprintf("%q as %s, %s, %s", subject, s.Name, a.Place, a.Parts); a.Text != "" {
		readsOnly(t, what, raw, a.Text)
	} else if l := desk.LetterOf(raw); len(l.Commands) > 0 || strings.Contains(l.Note, "Your line") {
		t.Errorf("%s, with nothing typed: %v, %s", what, l.Commands, l.Note)
	}
}

// readsOnly checks that a mail says one command and gets no remark.
func readsOnly(t testing.TB, what string, raw []byte, want string) {
	t.Helper()
	if l := desk.LetterOf(raw); l.Note != "" || len(l.Commands) != 1 || !strings.EqualFold(l.Commands[0].Text, want) {
		t.Errorf("%s: %v, %s", what, l.Commands, l.Note)
	}
}

// Every answer about the words of the service, outside and inside a game of each title, can be answered as it stands.
func TestAnswersToHelp(t *testing.T) {
	for i, ti := range titles.All() {
		d := newTestService(t)
		d.cfg.Limits.Sender, d.cfg.Limits.Game, d.title = -1, -1, ti.Facts.Slug
		d.restart(d.db)
		who := []string{"Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>"}
		id := d.start("Shoreline", seats(t, who...)...)
		for _, m := range d.flush() {
			quotable(t, m)
		}
		var ask []string
		for _, v := range ti.Verbs {
			ask = append(ask, "help "+v.Name)
		}
		for _, v := range slices.Concat(grammar.ServiceVerbs, grammar.Plans) {
			ask = append(ask, "help "+strings.TrimSuffix(v.Name, ":"))
		}
		ask = append(ask, "help", "help words", "help "+ti.Facts.Slug, "choices", "status", "history", "map", "settings", "games", "orders", "notes", "help\ngames", "robots", "caretaker", "routes", "advice")
		for n, line := range ask {
			if n%5 != i && n < len(ask)-16 && !testsize.Whole() {
				continue
			}
			d.receive(d.mail("amy@example.org", id+".p1", fmt.Sprintf("%d@x", n), strings.Split(line, "\n")...), desk.OutcomeAnswered)
			for _, m := range d.flush() {
				quotable(t, m)
			}
		}
	}
}

// So can the choices and the history of positions in stored games of each title.
func TestAnswersToChoices(t *testing.T) {
	for _, ti := range titles.All() {
		files, err := filepath.Glob("../titles/" + ti.Facts.Slug + "/testdata/v1/*.log.gz")
		if err != nil || len(files) == 0 {
			t.Fatal(ti.Facts.Slug, err)
		}
		for k, file := range files {
			log := storedGame(t, file)
			some := testsize.Part(1, 4, 5, 20)
			for n := range some {
				at := ((n*len(files)+k)*len(log))/(some*len(files)) + 1
				for at < len(log) {
					if _, ok := log[at].(engine.Said); ok {
						break
					}
					at++
				}
				if at == len(log) || engine.Open(ti.Rules, log[:at]).Frozen() != nil {
					continue
				}
				d := newTestService(t)
				by := log[at].(engine.Said).By
				var who []table.Seat
				events := slices.Clone(log[:at])
				start := events[0].(engine.Started)
				start.Players = []string{"Amy", "Brian", "Crystal", "Dora", "Emil", "Fred", "Gus", "Hilda", "Ivan", "Jane", "Karl", "Lena"}[:len(start.Players)]
				for i, name := range start.Players {
					who = append(who, table.Seat{Name: name, Address: engine.PlayerID(i) + "@example.org"})
				}
				events[0] = start
				d.seatAt(ti, "g1", events, who)
				for i, line := range []string{"choices", "status", "history"} {
					d.receive(d.mail(by+"@example.org", "g1."+by, fmt.Sprintf("%d@x", i), line), desk.OutcomeAnswered)
					for _, m := range d.flush() {
						quotable(t, m)
					}
				}
			}
		}
	}
}

// A command that somebody typed between lines of such a mail is found all the same.
func TestCommandTypedIntoAnAnswer(t *testing.T) {
	d := newTestService(t)
	id := d.three()
	for n, line := range []string{"choices", "help", "help lay", "history", "games"} {
		d.receive(d.mail("amy@example.org", id+".p1", fmt.Sprintf("%d@x", n), line), desk.OutcomeAnswered)
		for _, m := range d.flush() {
			o := readBack(t, m)
			lines := strings.Split(o.text, "\n")
			for at := 4; at < len(lines); at += 5 {
				if lines[at-1] != "" || lines[at] == "" {
					continue // between two paragraphs
				}
				for _, typed := range []string{"reserve NLN", "pass", "value NLN 65 top", "press Brian: no"} {
					with := o
					with.text = strings.Join(slices.Insert(slices.Clone(lines), at, typed, ""), "\n")
					for _, q := range quotings[:4] {
						in := []byte("From: Amy <amy@example.org>\n" + q.quote(with, o.subject(t)))
						l := desk.LetterOf(in)
						if strings.HasPrefix(q.name, "marked") {
							in = bytes.Replace(in, []byte("> "+typed+"\n"), []byte(typed+"\n"), 1)
							if l = desk.LetterOf(in); len(l.Commands) != 2 || l.Commands[1].Text != typed {
								t.Errorf("%q above %q in the answer to %q, as %s: %v, %s", typed, lines[at], line, q.name, l.Commands, l.Note)
							}
							continue
						}
						if len(l.Commands) > 0 || !strings.Contains(l.Note, typed) {
							t.Errorf("%q above %q in the answer to %q, as %s: %v, %s", typed, lines[at], line, q.name, l.Commands, l.Note)
						}
					}
				}
			}
		}
	}
}

// Whoever is told that a line stands inside the quote is shown what they wrote above it.
func TestRefusalForAQuoteShowsTheLines(t *testing.T) {
	d := newTestService(t)
	id := d.three()
	d.receive(d.mail("amy@example.org", id+".p1", "1@x", "choices"), desk.OutcomeAnswered)
	o := readBack(t, d.flush()[0])
	lines := append([]string{"reserve NLN", "press Good luck"}, strings.Split("\n-----Original Message-----\nFrom: Shoreline\nSent: Monday\nSubject: x\n\n"+strings.Replace(o.text, "\n\n", "\n\npass\n\n", 1), "\n")...)
	d.receive(d.mail("amy@example.org", id+".p1", "2@x", lines...), desk.OutcomeRejected)
	refusal := readBack(t, d.flush()[0]).text
	if !strings.Contains(refusal, `Your line "pass" is inside the mail`) || !strings.Contains(refusal, "> reserve NLN\n  > press Good luck") {
		t.Error(refusal)
	}
}
