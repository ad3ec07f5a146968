package sheet

import (
	"cmp"
	"strings"

	"pbem/engine/facts"
)

// A mail is built once as a list of blocks and then written as text and as HTML, so that both say the same.

// A block is a heading or one thing under a heading. The fields that are set say which.
type block struct {
	Cut      string    // the line above which the player writes
	Head     string    // heading of a section
	Aside    string    // small text beside the heading
	Asks     string    // the word of the glossary that the heading asks for when it is tapped; "" for none
	Text     []span    // a paragraph
	Big      bool      // the paragraph is the headline of the mail
	Table    *table    //
	List     []cell    // short entries, several on a line
	Examples []example // lines to copy
	Taps     []tap     // links that HTML shows beside the examples
	Drawing  []cell    // lines in a monospaced font
	Spaces   [][]space // rows of a market, which HTML mails show instead of the drawing
	Quote    []string  // lines that somebody wrote; for HTML only
	TextOnly bool      // left out of HTML
	HTMLOnly bool      // left out of the text
	Picture  string    // where HTML finds a picture of the map
	Caption  string    // caption of a picture that shows a part of the map
}

// A span is a piece of text. HTML shows the symbol of a company in its colours.
type span struct {
	Text    string
	Company *facts.Company
	Strong  bool
	Whole   bool // HTML does not break it
	Code    bool
}

// A cell is the content of one cell of a table.
type cell []span

func (c cell) text() string {
	out := ""
	for _, s := range c {
		out += s.Text
	}
	return out
}

// A column of a table. Text wraps only in columns with Wrap.
type column struct {
	Head  string
	Right bool // numbers
	Wrap  bool
	Most  int    // longest text kept; 0 for any
	Asks  string // the word to ask for what the column is; "" for the heading itself
	Below string // heading used when HTML for small screens puts the column below its row; "" keeps it in the row
}

// word returns what to ask help for about a heading of the column.
func (c column) word(head string) string { return cmp.Or(c.Asks, head) }

// A space of the market: its price and the companies on it, the first to arrive on top.
type space struct {
	Price  string
	Stands []cell
}

// A row of a table. A wide row spans all columns: a heading, or a remark on the row above.
type row struct {
	Cells []cell
	Wide  cell
	Title bool // a wide row that is a heading
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

// An example is a line that the player may copy, with a gloss. If the command ends in dots, Form shows what
// to fill in.
type example struct {
	Command string
	Gloss   string
	Form    string
}

// plain makes a cell of plain text.
func plain(s string) cell { return cell{{Text: s}} }

// tie is a blank at which lines are not broken.
const tie = "\u00a0"

// tied keeps a few words on one line: "OR 14.1".
func tied(s string) string { return strings.ReplaceAll(s, " ", tie) }

func strong(s string) cell { return cell{{Text: s, Strong: true}} }

// A doc is a mail that is being built.
type doc struct {
	blocks []block
	answer *answering // nil if the reader cannot answer by tapping
}

func (d *doc) add(b block) { d.blocks = append(d.blocks, b) }

func (d *doc) head(title, aside string) { d.add(block{Head: title, Aside: aside}) }

// topic is a heading whose word the glossary explains.
func (d *doc) topic(title, word, aside string) { d.add(block{Head: title, Asks: word, Aside: aside}) }

// draw adds lines in a monospaced font.
func (d *doc) draw(lines []string) {
	b := block{}
	for _, l := range lines {
		b.Drawing = append(b.Drawing, plain(l))
	}
	d.add(b)
}

func (d *doc) say(text string) { d.add(block{Text: cell{{Text: text}}}) }
