package sheet

import (
	"strings"

	"pbem/engine/facts"
)

// A mail is built once as a list of blocks and then written as text or as
// HTML, so that both say the same.

// A block is a heading or one thing under it; the fields that are set say
// which.
type block struct {
	Cut      string    // the line above which the player writes
	Head     string    // heading of a section
	Aside    string    // said beside the heading
	Text     []span    // a paragraph
	Big      bool      // the paragraph is the headline
	Table    *table    //
	List     []cell    // short entries, several a line
	Examples []example // lines to copy
	Taps     []tap     // what HTML offers beside them
	Drawing  []cell    // lines that need a fixed pitch
	Spaces   [][]space // what HTML of a mail shows in place of the drawing: rows of a market
	Quote    []string  // what somebody wrote, line by line; for HTML only
	TextOnly bool      // left out of HTML
	Picture  string    // where HTML finds a picture of the map
	Caption  string    // of a picture that is a part of the map
}

// A span is a stretch of text. In HTML a company's symbol shows in its colours.
type span struct {
	Text    string
	Company *facts.Company
	Strong  bool
	Whole   bool // HTML does not break it
	Code    bool
}

// A cell is what stands in one place of a table.
type cell []span

func (c cell) text() string {
	out := ""
	for _, s := range c {
		out += s.Text
	}
	return out
}

// A column of a table. The text of a table never wraps but in the column that
// may; there it goes on below itself.
type column struct {
	Head  string
	Right bool // numbers
	Wrap  bool
	Most  int    // longest text kept; 0 for any
	Below string // what it is called where a mail's HTML, for small screens, has it below its row; "" for beside
}

// A space of the market: its price, and who stands there, first to arrive on
// top.
type space struct {
	Price  string
	Stands []cell
}

// A row of a table. Wide rows run over the whole width: a heading, or what is
// added to the row above.
type row struct {
	Cells []cell
	Wide  cell
	Title bool // a wide row that heads those below
}

type table struct {
	Columns []column
	Rows    []row
}

// heads reports whether any column has a heading.
func (t *table) heads() bool {
	for _, c := range t.Columns {
		if c.Head != "" {
			return true
		}
	}
	return false
}

func (t *table) add(cells ...cell) { t.Rows = append(t.Rows, row{Cells: cells}) }

// An example is a line the player may copy, and a gloss on it. Form is what is
// to be filled in where the command ends in dots.
type example struct {
	Command string
	Gloss   string
	Form    string
}

// plain makes a cell of text.
func plain(s string) cell { return cell{{Text: s}} }

// tie is a blank at which no line is broken.
const tie = "\u00a0"

// tied keeps a few words on one line: "OR 14.1".
func tied(s string) string { return strings.ReplaceAll(s, " ", tie) }

func strong(s string) cell { return cell{{Text: s, Strong: true}} }

// A doc is a mail in the making.
type doc struct {
	blocks []block
	answer *answering // nil where no answer is to be written for the reader
}

func (d *doc) add(b block) { d.blocks = append(d.blocks, b) }

func (d *doc) head(title, aside string) { d.add(block{Head: title, Aside: aside}) }

// draw adds lines that need a fixed pitch.
func (d *doc) draw(lines []string) {
	b := block{}
	for _, l := range lines {
		b.Drawing = append(b.Drawing, plain(l))
	}
	d.add(b)
}

func (d *doc) say(text string) { d.add(block{Text: cell{{Text: text}}}) }
