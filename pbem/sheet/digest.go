package sheet

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"pbem/engine"
	"pbem/pbem/letter"
)

// A digest is one mail for several mails with news, each of another game. The mails were written before, so their
// texts are taken as they are. Only the line above which a player writes is left out: the digest has its own at the
// top, so an answer that quotes it says nothing below.

// A Piece is a mail with news of one game, as a part of a digest.
type Piece struct {
	Game string // id, "g12"
	Name string // of the game, "Shoreline"
	Now  string // "OR 2.1 - Amy to move: B&M"
	New  string // what is new in a few words, see WriteNews; "" for nothing

	text, html string
	answer     *answering
}

// PieceOf reads a mail of this package. to is the address for answers, and brief what WriteNews said of the mail.
// A mail with only text has no HTML. ok is false if the mail cannot be read.
func PieceOf(mail Page, to, brief string) (p Piece, ok bool) {
	f := subjectForm.FindStringSubmatch(mail.Subject)
	cut, text, _ := strings.Cut(mail.Text, "\n")
	if f == nil || !strings.Contains(cut, letter.CutLine) || strings.TrimSpace(text) == "" {
		return Piece{}, false
	}
	p = Piece{Game: f[3], Name: f[1], Now: f[2], New: brief, text: setIn(text), answer: &answering{to, "Re: " + mail.Subject, cut}}
	if mail.HTML != "" {
		p.html, ok = within(mail.HTML)
		return p, ok
	}
	return p, true
}

// subjectForm is what subject writes.
var subjectForm = regexp.MustCompile(`^\[(.*)\] (\S.*?) +\(([gs][0-9]+)\)$`)

// setIn indents the headline of a mail. Lines at the margin are headings, in all parts of a digest but the first.
func setIn(text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	n := slices.IndexFunc(lines, func(l string) bool { return l == "" || strings.HasPrefix(l, indent) })
	if n < 0 {
		n = len(lines)
	}
	var w textWriter
	for _, l := range wrap(strings.Join(lines[:n], " "), Columns-len(indent)) {
		w.line(indent + l)
	}
	for _, l := range lines[n:] {
		w.line(l)
	}
	return w.b.String()
}

// shell is what stands around the blocks of every HTML mail.
var shell = sync.OnceValues(func() (before, after string) {
	before, after, _ = strings.Cut((&doc{}).html(), "</div>")
	return before, "</div>" + after
})

// within returns the blocks of an HTML mail below the line above which a player writes.
func within(page string) (blocks string, ok bool) {
	before, after := shell()
	blocks, begins := strings.CutPrefix(page, before)
	blocks, ends := strings.CutSuffix(blocks, after)
	cut, blocks, found := strings.Cut(blocks, "</p>")
	return blocks, begins && ends && found && strings.Contains(cut, letter.CutLine)
}

// HTML reports whether the mail has HTML.
func (p Piece) HTML() bool { return p.html != "" }

// Size is how much a piece adds to a digest, in bytes.
func (p Piece) Size() int { return max(len(p.text), len(p.html)) }

// Digest writes a mail of several pieces.
func Digest(pieces []Piece) Page {
	d := contents(pieces)
	text, page := d.text(), d.html()
	_, after := shell()
	page = strings.TrimSuffix(page, after)
	for _, p := range pieces {
		text += "\n" + rule + "\n" + indent + p.Game + " " + oneLine(p.Name) + "\n\n" + p.text
		page += ascii(written(p.bar(), 500)) + p.html
	}
	return Page{Subject: digestSubject(pieces), Text: text, HTML: page + after}
}

// contents lists the games of a digest, and says how to answer it.
func contents(pieces []Piece) *doc {
	d := notepaper(fmt.Sprintf("News of %d games", len(pieces)))
	t, wide := &table{Columns: []column{{Most: 24}, {Wrap: true}, {Wrap: true}}}, 0
	for _, p := range pieces {
		wide = max(wide, len(p.Game))
	}
	for _, p := range pieces { // a program may quote each cell as a line: with the id first, a name is no command
		id := p.Game + strings.Repeat(tie, wide+1-len(p.Game))
		t.add(cell{{Text: id}, {Text: oneLine(p.Name), Strong: true}}, plain(oneLine(p.Now)), plain(oneLine(p.New)))
	}
	gap := block{Drawing: []cell{nil}, TextOnly: true}
	d.add(gap)
	d.add(block{Table: t})
	d.add(gap)
	d.say("Nothing is asked of you in these games. To say something in one of them, answer this mail and begin with the line:")
	d.add(gap)
	d.add(block{Examples: []example{{Command: "game " + pieces[0].Game, Gloss: "what follows is for " + oneLine(pieces[0].Name)}}})
	d.add(block{Text: plain(`Or tap "write to this game" below.`), HTMLOnly: true})
	return d
}

// WriteNews writes a mail like Write. It also says in a few words what the mail tells: "Amy and Brian moved, Cleo wrote";
// "" if nothing has happened.
func WriteNews(m Mail) (p Page, brief string) {
	v := look(m)
	d := v.mail()
	return Page{v.subject(), d.text(), d.html()}, v.fewWords()
}

func (v *view) fewWords() string {
	var moved, wrote []string
	all, _ := v.news()
	for _, d := range all {
		by := d.By
		if v.Title.Facts.Company(by) != nil {
			by = d.Player
		}
		if v.State.Seat(by) >= 0 && !d.Beside && !slices.Contains(moved, by) {
			moved = append(moved, by)
		}
	}
	for _, e := range v.Since {
		if e, ok := e.(engine.Hosted); ok && e.Act == Press && !slices.Contains(wrote, e.By) {
			wrote = append(wrote, e.By)
		}
	}
	out := slices.DeleteFunc([]string{v.did(moved, "moved"), v.did(wrote, "wrote")}, func(s string) bool { return s == "" })
	if len(out) == 0 && len(all) > 0 {
		return "news"
	}
	return strings.Join(out, ", ")
}

// mostDoers is how many players are named in a few words.
const mostDoers = 3

// did says of players, or of the host, what they did: "Amy and Brian moved".
func (v *view) did(who []string, what string) string {
	if len(who) > mostDoers {
		return fmt.Sprintf("%d players %s", len(who), what)
	}
	var names []string
	for _, id := range who {
		name := "the host"
		if id != "" {
			name = v.name(id)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	return list(names, "and") + " " + what
}

// rule separates the pieces in the text.
var rule = strings.Repeat("=", Columns-4)

const (
	barStyle    = "margin:32px 0 8px;padding:6px 8px;background-color:#88888833;font-size:17px"
	answerStyle = "font-size:14px;" + unbroken
)

// bar begins a piece in the HTML, with a link that answers for its game alone. The id comes first, because a name may
// begin like a command, and programs quote without marks.
func (p Piece) bar() g.Node {
	link := (&doc{answer: p.answer}).link(" ")
	return line(h.P(h.Style(barStyle), g.Text(p.Game+" "), h.B(g.Text(oneLine(p.Name))), g.Text(" "),
		g.If(link != "", h.A(h.Href(link), h.Style(answerStyle), g.Text("write to this game")))))
}

// mostSubject limits the games that the subject of a digest names, in columns.
const mostSubject = 90

// digestSubject writes "3 games: Shoreline (g12), Steel (g15), g20".
func digestSubject(pieces []Piece) string {
	var names []string
	used := 0
	for i, p := range pieces {
		name := cut(oneLine(p.Name), 30) + " (" + p.Game + ")"
		if used += columns(name) + 2; used > mostSubject && i > 0 {
			names = append(names, fmt.Sprintf("%d more", len(pieces)-i))
			break
		}
		names = append(names, name)
	}
	return fmt.Sprintf("%d games: %s", len(pieces), strings.Join(names, ", "))
}
