package desk

import (
	"fmt"
	"slices"
	"strings"

	"pbem/pbem/envelope"
	"pbem/pbem/sheet"
	"pbem/store"
)

// A Page is a mail that is decided but not yet written. It holds only values, taken when
// the draft was made. To write it needs neither store nor clock.
type Page struct {
	Envelope envelope.Mail       // without the text of a position
	Position *sheet.Mail         // nil for a note, whose text is in Envelope
	Chart    *MapOf              // nil for none
	Earned   func() sheet.Ledger // works out what was earned so far; nil for a mail that does not show it
	Also     string              // a second address that gets a copy; "" for none
	final    *FinalPage          // nil for none
}

// Enclose attaches a final page to a mail.
func (d *Draft) Enclose(id string, k *FinalPage) {
	p := d.Pages[id]
	p.final = k
	d.Pages[id] = p
}

// AlsoID begins the Message-IDs of copies for second addresses.
const AlsoID = "also"

// copies adds the copies for members who want all mails at both addresses. What
// supersedes a mail also supersedes its copy.
func (d *Draft) copies() {
	for _, m := range slices.Clone(d.decided.Mails) {
		p := d.Pages[m.ID]
		if p.Also == "" {
			continue
		}
		local, _, _ := strings.Cut(strings.Trim(m.ID, "<>"), "@")
		p.Envelope.ID = d.Office.ID(AlsoID, local[:strings.LastIndex(local, ".")])
		p.Envelope.To.Address = p.Also
		c := d.AddPage(p.Also, p)
		c.Topic, c.Next = m.Topic, m.Next
		d.decided.Mails = append(d.decided.Mails, c)
	}
}

// unheld takes the place of the address in the name of the mark that holds a mail back. It is no address, so there is
// never such a mark, and the mail is never held. Mails of older programs name no mark at all.
const unheld = "nobody"

// address sets for each mail which mark holds it back, and when the mail came that it answers. An answer goes out even to a
// suspended address: nothing else tells its owner what was wrong with their mail, and how the suspension ends.
func (d *Draft) address() {
	for i := range d.decided.Mails {
		m := &d.decided.Mails[i]
		m.Unless = Suspensions.Name(m.To)
		p := d.Pages[m.ID]
		if a := d.Arrived; p.Envelope.Answers != "" && p.Envelope.Answers == envelope.PlainID(a.ID) && strings.EqualFold(m.To, a.From) {
			m.Answers, m.Unless = a.At, Suspensions.Name(unheld)
		}
	}
}

// AddPage adds a page to the draft, which writes it before the commit.
func (d *Draft) AddPage(to string, p Page) store.Mail {
	d.Pages[p.Envelope.ID] = p
	return store.Mail{ID: p.Envelope.ID, To: to}
}

// render writes the pages of the mails to be committed.
func (d *Draft) render() error {
	for i, m := range d.decided.Mails {
		p, ok := d.Pages[m.ID]
		if !ok {
			return fmt.Errorf("mail %s has no page", m.ID)
		}
		raw, err := p.Write(&d.Maps)
		if err != nil {
			return fmt.Errorf("mail %s: %w", m.ID, err)
		}
		d.decided.Mails[i].Raw = raw
	}
	return nil
}

// Write writes a page in MIME. Painted maps come from the cache if they are there.
func (p Page) Write(maps *MapCache) ([]byte, error) {
	e := p.Envelope
	if p.Chart != nil {
		var err error
		if e.Picture, e.Near, err = p.Chart.paint(maps); err != nil {
			return nil, err
		}
	}
	if p.Position != nil {
		m := *p.Position
		if e.Picture != nil {
			m.Picture = "cid:" + envelope.PictureID
		}
		if e.Near != nil {
			m.Near, m.NearTo = "cid:"+envelope.NearID, p.Chart.Near
		}
		if p.Earned != nil {
			m.Ledger = p.Earned()
		}
		var text sheet.Page
		if e.News {
			text, e.New = sheet.WriteNews(m)
		} else {
			text = sheet.Write(m)
		}
		e.Subject, e.Text, e.HTML = text.Subject, text.Text, text.HTML
	}
	if p.final != nil {
		e.Enclosed = p.final.enclosure()
	}
	return e.Bytes()
}
