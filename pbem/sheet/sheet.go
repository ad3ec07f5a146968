// Package sheet writes how a game looks to a player: the content of one mail
// as plain text of at most 76 columns and as HTML with the same content, and
// the log of a game as text for the archive.
//
// Everything here is a pure function of its arguments; nothing is stored. The
// package knows no title: it reads a title's facts, its Position, the choices
// the engine offers and the facts of the log.
//
// Promises: no line of text is wider than Columns; what a player typed never
// becomes markup nor a line of its own; lines to copy begin with ". ", which
// the grammar refuses, so that a mail that is quoted back executes nothing;
// equal arguments give equal bytes.
package sheet

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/pbem/calendar"
	"pbem/pbem/letter"
	"pbem/titles/title"
)

// A Kind is what a mail is for.
type Kind string

// The kinds of mail. Auto becomes YourMove, Information or Ended, depending on the position.
const (
	Auto        Kind = ""
	YourMove    Kind = "your move"
	Information Kind = "information"
	Reminder    Kind = "reminder"
	Status      Kind = "status"  // the whole position, on request
	Answer      Kind = "answer"  // an answer to another question, without the position
	Preview     Kind = "preview" // the position as it would be
	Rejected    Kind = "rejection"
	Ended       Kind = "ended"
)

// A Mail is what one mail says.
type Mail struct {
	Title *title.Title
	Game  string // id, "g12"
	Name  string // of the game, "Shoreline"
	// Position is the number of the position. The mail's cut line carries it.
	Position int
	Reader   string // player id, "" for a guest
	State    *engine.State
	Pending  []engine.Choice // of all players
	// Since is what happened since the reader's last mail: the events in force
	// only, or all with an Undone among them.
	Since    []engine.Event
	Past     []engine.Event // the log before Since, needed to tell what was undone and whose step it was
	Deadline time.Time      // zero for none
	Time     []string       // more sentences about time
	Again    string         // why the player who passed last is asked again, a sentence; "" if not
	First    bool           // the reader's first mail of the game
	Wanted   []Fact         // requests that wait for the reader: the kind, and "undo that Amy asks for"
	Paused   string         // a sentence if the game is paused, otherwise ""
	Still    string         // a sentence if the game is frozen, otherwise ""
	Open     []string       // players who have left
	Kept     []string       // players whose seats the caretaker or robots play
	Robots   []string       // those of them whose seats robots play
	Secret   bool           // the reader answers in secret, as others do
	Alone    bool           // the reader plays every seat
	Zone     *time.Location // of the reader; nil for UTC
	Style    calendar.Style // how the reader likes dates and times written
	Kind     Kind
	Refused  *Refusal       // set for a rejection
	Board    bool           // the reader asked for the map, with its picture
	Runs     []title.Course // runs of trains that the picture of the map shows
	Then     *engine.State  // the map shows this position of the past; nil for the present one
	// Whole brings the whole position: the reader asked for it, or wants it with every mail.
	Whole bool
	// Was is the position that the reader's last mail with the whole position showed, and
	// WasAt its number. With it a mail on the reader's turn shows the table near the reader's companies
	// and what has changed; nil for none in this round.
	Was   *engine.State
	WasAt int
	// Around is the part of the map near the companies that the reader moves for, as hexes in the order of the
	// map.
	Around []string
	Extra  []Section // sections after the news
	Ahead  []Saying  // what the reader could say in advance, shown with the choices
	// Declined are the commands of the reader that others have declined in this step. They are suggested last.
	Declined []engine.Command
	Turn     Saying // an example of the rest of the present turn in one line, shown first; empty for none
	// Picture is where HTML finds the picture of the map ("cid:map"), "" for
	// none.
	Picture string
	// Near is where HTML finds the larger picture of the part around the
	// companies NearTo; "" for none.
	Near   string
	NearTo []string
	// Had says that the reader has the picture of the map, or of the part, and it has not changed since.
	Had bool
	// Answer is the address for answers. HTML uses it to offer answers that are
	// already written. "" for none.
	Answer string
	Index  *Index // shared by all mails of one position; nil lets each mail compute its own
	Ledger Ledger // what was earned so far, shown with the whole position; empty for none
}

// A Section is a heading and what stands under it, in this order.
type Section struct {
	Head  string
	Facts []Fact   // a table of two columns
	Lines []string // sentences begin with two blanks; other lines are shown as they are
	Say   []Saying // lines to copy
	Chart bool     // the lines are the map; an Answer shows its picture instead
}

// A Fact is what something is called, and what it is.
type Fact struct{ Name, Text string }

// A Saying is a line to copy and what it does.
type Saying struct{ Line, Gloss string }

func (s Section) show(d *doc) {
	d.head(oneLine(s.Head), "")
	if len(s.Facts) > 0 {
		t := &table{Columns: []column{{}, {Wrap: true}}}
		for _, f := range s.Facts {
			t.add(strong(oneLine(f.Name)+" "), plain(oneLine(f.Text)))
		}
		d.add(block{Table: t})
	}
	if !slices.ContainsFunc(s.Lines, func(l string) bool { return !sentence(l) }) {
		for _, l := range s.Lines {
			d.say(oneLine(l))
		}
		s.toCopy(d)
		return
	}
	var lines []string
	for _, l := range s.Lines {
		lines = append(lines, kept(l, Columns)...)
	}
	d.draw(lines)
	s.toCopy(d)
}

// sentence reports whether a line may be wrapped: it begins with two blanks and then a letter or digit, and
// it has no columns.
func sentence(l string) bool {
	body, ok := strings.CutPrefix(l, indent)
	first, _ := utf8.DecodeRuneInString(body)
	return ok && (unicode.IsLetter(first) || unicode.IsDigit(first)) && !strings.Contains(body, "  ")
}

func (s Section) toCopy(d *doc) {
	var list []example
	for _, say := range s.Say {
		list = append(list, example{Command: oneLine(say.Line), Gloss: oneLine(say.Gloss)})
	}
	if len(list) == 0 {
		return
	}
	if len(s.Facts)+len(s.Lines) > 0 {
		d.add(block{Drawing: []cell{nil}, TextOnly: true})
	}
	d.add(block{Examples: list})
}

// A Page is a mail written out.
type Page struct{ Subject, Text, HTML string }

// Write writes subject, text and HTML together, which takes a third of the work
// of writing each alone.
func Write(m Mail) Page {
	v := look(m)
	d := v.mail()
	return Page{v.subject(), d.text(), d.html()}
}

// Position writes the whole position as plain text, without a headline.
func Position(m Mail) string {
	v, d := look(m), &doc{}
	v.position(d)
	return d.text()
}

// Map writes the map as plain text, with the values that depend on the phase.
func Map(m Mail) string {
	v, d := look(m), &doc{}
	v.chart(d)
	return strings.TrimPrefix(d.text(), "MAP\n\n")
}

// A view is a mail with the values that are computed from it.
type view struct {
	Mail
	pos   title.Position
	table step.Table
	board *board.Board
	mine  []engine.Choice
	// asked and turn are the choices that the game waits for, of all players and of the reader. Choices that
	// only withdraw an offer are not among them.
	asked, turn []engine.Choice
	namedSpots  []board.Spot // stops that were explained already
	mapHead     string       // the heading of the map; "" for the usual one
}

func look(m Mail) *view {
	if m.Zone == nil {
		m.Zone = time.UTC
	}
	t := m.Title.Table(m.State)
	m.Pending = open(m.Pending)
	v := &view{Mail: m, pos: m.Index.position(m.Title, m.State), table: t, board: t.Board()}
	v.mine = engine.Of(m.Pending, m.Reader)
	v.asked = slices.DeleteFunc(slices.Clone(m.Pending), func(ch engine.Choice) bool { return ch.Unawaited })
	v.turn = engine.Of(v.asked, m.Reader)
	if m.Kind == Auto {
		v.Kind = v.kind()
	}
	return v
}

func (v *view) kind() Kind {
	switch {
	case v.State.Result != nil:
		return Ended
	case len(v.turn) > 0:
		return YourMove
	}
	return Information
}

// mail builds all parts of the mail in order.
func (v *view) mail() *doc {
	d := v.paper()
	v.headline(d)
	if v.Kind == Preview {
		d.head("Preview", "")
		d.say(`Nothing was carried out. This is how it would be. Send the lines again without "preview" to have them carried out.`)
	}
	if v.Kind == Rejected && v.Refused != nil {
		v.Refused.show(d, v)
	}
	if v.Kind == Ended {
		v.ranking(d)
	}
	v.since(d)
	v.press(d)
	if v.Kind == Preview && len(v.Runs) > 0 {
		v.courses(d)
		if v.Picture != "" && v.extent() != allOfIt {
			d.add(block{Picture: v.Picture})
		}
	}
	drawn := v.Kind != Answer
	for _, s := range v.Extra {
		if s.Chart && !drawn {
			drawn = true
			then := v.then()
			then.mapHead = oneLine(s.Head)
			then.chart(d)
			v.courses(d)
			continue
		}
		s.show(d)
	}
	if v.Kind == Answer {
		v.answered(d)
		return d
	}
	if len(v.mine) > 0 && v.State.Result == nil && !v.Refused.held() { // a held mail has said it
		v.choices(d)
	}
	switch v.extent() {
	case allOfIt:
		if v.operates() {
			v.near(d)
		}
		v.position(d)
	case forRound:
		v.ofRound(d)
	case forTurn:
		v.ofTurn(d)
	default:
		v.brief(d)
	}
	v.earnings(d)
	return d
}

// then returns the view whose map the mail shows.
func (v *view) then() *view {
	if v.Then == nil {
		return v
	}
	m := v.Mail
	m.State, m.Pending, m.Index, m.Was = v.Then, nil, nil, nil
	return look(m)
}

// courses lists the runs that the picture of the map shows.
func (v *view) courses(d *doc) {
	if len(v.Runs) == 0 {
		return
	}
	t := &table{Columns: []column{{Head: "Company"}, {Head: "Train"}, {Head: "Stops", Wrap: true}}}
	for _, r := range v.Runs {
		t.add(cell{v.company(r.Company)}, plain(r.Train), plain(strings.ReplaceAll(r.Way, "-", " - ")))
	}
	d.head("Runs", "the picture of the map shows them in the colours of the companies")
	d.add(block{Table: t})
}

// short reports whether the mail needs no position: it asks the reader nothing, or the reader has the
// position already.
func (v *view) short() bool {
	return v.Kind == Information || v.Kind == Rejected && (v.Refused == nil || v.Refused.Since == nil)
}

// CutLine returns the line above which a player writes. It names the position
// that the mail shows.
func CutLine(game string, position int) string {
	return fmt.Sprintf("-- %s (game %s, position %d) --", letter.CutLine, game, position)
}

func (v *view) money(n int) string { return v.Title.Facts.Money(n) }

// officer is what the rules call the player who directs a company.
func (v *view) officer() string { return v.Title.Facts.Officer() }

// name returns the name of a player, made safe for one line.
func (v *view) name(id string) string { return oneLine(v.State.PlayerName(id)) }

// everyName returns the names of all players by id.
func (v *view) everyName() map[string]string {
	out := map[string]string{}
	for _, id := range v.State.Players() {
		out[id] = v.name(id)
	}
	return out
}

// player returns a span with the name of a player.
func (v *view) player(id string) span {
	name := v.name(id)
	return span{Text: name, Strong: true, Whole: short(name)}
}

// company returns a span with the symbol of a company.
func (v *view) company(sym string) span { return chip(v.Title.Facts, sym) }

func chip(f *facts.Title, sym string) span { return span{Text: sym, Company: f.Company(sym)} }
