// Package program writes mails as mail programs do: it answers a mail that the
// service sent, or follows a link out of one, in the form of Gmail, Outlook,
// Apple Mail and others, for tests, for the demo and for evenings of play.
//
// A program is a Style: a value in a table (styles.go) that holds its header, the
// form of its Message-IDs, how it quotes, what it adds, and how it encodes all
// that. What a person chooses, and what differs from mail to mail, is in Answer;
// what is left open there is chosen by its seed. The same Answer gives the same
// bytes: there is no clock, and no chance but the seed.
//
// It is pure: nothing is read, kept or sent.
package program

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// A Place is where a person writes.
type Place string

// The places.
const (
	Above   Place = "above"   // above the quote
	Below   Place = "below"   // below the quote
	Between Place = "between" // between two pieces of the quote
)

// An Ending is what stands below what a person writes.
type Ending string

// The endings.
const (
	Bare     Ending = "bare"     // nothing
	Own      Ending = "own"      // the program's own line: "Sent from my iPhone"
	Dashes   Ending = "dashes"   // a name below "-- "
	Business Ending = "business" // regards, name, title, firm, telephone
)

// Parts are which texts a mail has.
type Parts string

// The parts. "" are those that the program writes.
const (
	PageOnly Parts = "page" // HTML alone, as some programs and servers send
	TextOnly Parts = "text" // plain text alone, as some people set
)

// An Answer is what one person says to one mail.
type Answer struct {
	To       []byte    // the raw mail that is answered
	Name     string    // who answers; "" for an address without a name
	Address  string    //
	Date     time.Time // when, in the zone of who answers
	Text     string    // what they type, lines parted by \n
	Place    Place     // where; "" is Above
	Top      string    // what they type above the quote too, where Text is not
	Parts    Parts     // one of Style.Parts; "" for the program's own
	Language string    // the program's, one of Languages; "" by the seed
	Ending   Ending    // Bare or one of Style.Endings; "" by the seed
	Seed     uint64    // for what is left open
}

// A Style is a mail program, as some of its users have set it.
type Style struct {
	Name    string
	Places  []Place  // where people can write so that it is told from the quote
	Endings []Ending // what they may have below their text, beside nothing
	Parts   []Parts  // what people can set beside what it writes by itself

	header   string            // the fields, one a line; one without a value is left out
	id       string            // the form of its Message-IDs
	boundary string            // and of what parts its parts
	fold     string            // begins the lines of a field that is folded
	subject  map[string]string // what it sets before a subject, by language; several are parted by |
	said     map[string]string // the attribution above a quote, by language
	own      map[string]string // its own ending, by language
	refs     trim
	form     form
	code     code
	plain    plain
	markup   markup
	smart    bool // it makes quotes typographic, and begins lines with a capital
	signTop  bool // the ending stands above the quote, wherever the text is
}

// Find returns the style of a name.
func Find(name string) (Style, bool) {
	all := Styles()
	i := slices.IndexFunc(all, func(s Style) bool { return s.Name == name })
	if i < 0 {
		return Style{}, false
	}
	return all[i], true
}

// Reply writes the mail with which a person answers another.
func (s Style) Reply(a Answer) ([]byte, error) {
	if a.Place == "" {
		a.Place = Above
	}
	if !slices.Contains(s.Places, a.Place) {
		return nil, fmt.Errorf("in %s nobody writes %s the quote", s.Name, a.Place)
	}
	if a.Place == Above && a.Top != "" {
		return nil, errors.New("what is written above the quote is Text, not Top")
	}
	m, err := read(a.To)
	if err != nil {
		return nil, err
	}
	d, err := s.begin(a)
	if err != nil {
		return nil, err
	}
	d.mail, d.to, d.parent = m, m.answerTo, m.id
	d.subject = d.prefixed(m.subject)
	d.references = s.refs.of(m.chain())
	return d.write()
}

// Tap writes the new mail that a link in a mail opens, as RFC 6068 has it, and as
// it is sent without another word. What Answer.Text says, if anything, stands above
// what the link says; Answer.To and Answer.Place are not used.
func (s Style) Tap(link string, a Answer) ([]byte, error) {
	l, err := readLink(link)
	if err != nil {
		return nil, err
	}
	a.Place, a.Top = Above, ""
	a.Text = strings.TrimPrefix(a.Text+"\n"+l.body, "\n")
	d, err := s.begin(a)
	if err != nil {
		return nil, err
	}
	d.to, d.subject = l.to, l.subject
	return d.write()
}

// A draft is a mail that is being written.
type draft struct {
	style Style
	a     Answer
	dice  *rand.Rand
	lang  *language
	mail  *received // the mail answered, nil for none
	cut   int       // how many pieces of it are quoted above what is written between

	to              person
	subject, parent string
	references      []string
	typed, top      []string // what was typed, as the program left it
	below           []string // the ending
	dashes          bool     // the ending begins with "-- "
}

// begin chooses the settings that an Answer leaves open.
func (s Style) begin(a Answer) (*draft, error) {
	if a.Address == "" || a.Date.IsZero() {
		return nil, errors.New("an answer needs an address and a date")
	}
	h := fnv.New64a()
	h.Write([]byte(s.Name))
	d := &draft{style: s, a: a, dice: rand.New(rand.NewPCG(a.Seed, h.Sum64()))}
	if d.a.Language == "" {
		d.a.Language = languages[d.dice.IntN(len(languages))].code
	}
	if d.lang = tongue(d.a.Language); d.lang == nil {
		return nil, fmt.Errorf("there is no language %q, but %s", d.a.Language, strings.Join(Languages(), ", "))
	}
	if a.Parts != "" && !slices.Contains(s.Parts, a.Parts) {
		return nil, fmt.Errorf("%s writes no mail with %s alone", s.Name, a.Parts)
	}
	if err := d.end(); err != nil {
		return nil, err
	}
	d.typed = d.corrected(strings.Split(strings.Trim(a.Text, "\n"), "\n"))
	if a.Top != "" {
		d.top = d.corrected(strings.Split(strings.Trim(a.Top, "\n"), "\n"))
	}
	return d, nil
}

// end chooses the ending.
func (d *draft) end() error {
	all := append([]Ending{Bare}, d.style.Endings...)
	if d.a.Ending == "" {
		d.a.Ending = all[d.dice.IntN(len(all))]
	}
	if !slices.Contains(all, d.a.Ending) {
		return fmt.Errorf("in %s nobody has the ending %q", d.style.Name, d.a.Ending)
	}
	text := ""
	switch d.a.Ending {
	case Own:
		text = d.style.own[d.lang.code]
	case Dashes:
		text = "-- \nNAME"
	case Business:
		text = d.lang.business[d.dice.IntN(len(d.lang.business))]
	}
	if text == "" {
		return nil
	}
	text, d.dashes = strings.CutPrefix(text, "-- \n")
	d.below = strings.Split(strings.NewReplacer("NAME", d.name(), "ADDRESS", d.a.Address).Replace(text), "\n")
	return nil
}

// name returns the name with which a person signs.
func (d *draft) name() string {
	if d.a.Name != "" {
		return d.a.Name
	}
	name, _, _ := strings.Cut(d.a.Address, "@")
	return name
}

// prefixed adds the program's prefix to a subject, unless the subject has it already.
func (d *draft) prefixed(subject string) string {
	all := strings.Split(d.style.subject[d.lang.code], "|")
	for _, p := range all {
		if len(subject) >= len(p) && strings.EqualFold(subject[:len(p)], p) {
			return subject
		}
	}
	return all[d.dice.IntN(len(all))] + " " + subject
}

// order returns the sections of the mail in order: text typed at the top, the signature, the attribution,
// quotes, typed text, and the end of the frame around them.
func (d *draft) order() string {
	order := map[Place]string{Above: "HQt", Below: "HQTt", Between: "HqTrt"}[d.a.Place]
	top := "U"
	if d.a.Place == Above {
		top = "T"
	}
	switch {
	case d.mail == nil:
		return "TS"
	case d.style.signTop:
		return top + "S" + order
	}
	return top + order + "S"
}
