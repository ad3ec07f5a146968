package pbem

import (
	"fmt"

	"pbem/pbem/envelope"
	"pbem/pbem/sheet"
	"pbem/store"
)

// A page is a mail that is decided and not yet written: values alone, taken when
// the draft was made. To write it reads neither store nor clock.
type page struct {
	envelope envelope.Mail // without the words of a position
	position *sheet.Mail   // nil for a note, whose words are in the envelope
	chart    *mapOf        // nil for none
}

// lay puts a page into the draft, to be written with its commit.
func (s *draft) lay(to string, p page) store.Mail {
	s.pages[p.envelope.ID] = p
	return store.Mail{ID: p.envelope.ID, To: to}
}

// render writes the pages of the mails that were decided on.
func (d *draft) render() error {
	for i, m := range d.decided.Mails {
		p, ok := d.pages[m.ID]
		if !ok {
			return fmt.Errorf("mail %s has no page", m.ID)
		}
		raw, err := p.write(&d.album)
		if err != nil {
			return fmt.Errorf("mail %s: %w", m.ID, err)
		}
		d.decided.Mails[i].Raw = raw
	}
	return nil
}

// write writes a page in MIME. Maps that were painted before are in the album.
func (p page) write(album *drawings) ([]byte, error) {
	e := p.envelope
	if p.chart != nil {
		png, err := p.chart.paint(album)
		if err != nil {
			return nil, err
		}
		e.Picture = png
	}
	if p.position != nil {
		text := sheet.Write(*p.position)
		e.Subject, e.Text, e.HTML = text.Subject, text.Text, text.HTML
	}
	return e.Bytes()
}
