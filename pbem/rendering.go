package pbem

import (
	"fmt"
	"slices"
	"strings"

	"pbem/pbem/envelope"
	"pbem/pbem/sheet"
	"pbem/store"
)

// A page is a mail that is decided and not yet written: only values, taken when
// the draft was made. Writing it reads neither store nor clock.
type page struct {
	envelope envelope.Mail // without the words of a position
	position *sheet.Mail   // nil for a note, whose words are in the envelope
	chart    *mapOf        // nil for none
	also     string        // a second address that gets a copy; "" for none
	keepsake *keepsake     // nil for none
}

// enclose has a mail carry a keepsake.
func (d *draft) enclose(id string, k *keepsake) {
	p := d.pages[id]
	p.keepsake = k
	d.pages[id] = p
}

// alsoID begins the Message-IDs of copies for second addresses.
const alsoID = "also"

// copies adds the copies for second addresses of members who want all mails at
// both. What supersedes a mail also supersedes its copy.
func (d *draft) copies() {
	for _, m := range slices.Clone(d.decided.Mails) {
		p := d.pages[m.ID]
		if p.also == "" {
			continue
		}
		local, _, _ := strings.Cut(strings.Trim(m.ID, "<>"), "@")
		p.envelope.ID = d.office.ID(alsoID, local[:strings.LastIndex(local, ".")])
		p.envelope.To.Address = p.also
		c := d.lay(p.also, p)
		c.Topic, c.Next = m.Topic, m.Next
		d.decided.Mails = append(d.decided.Mails, c)
	}
}

// lay puts a page into the draft, to be written with its commit.
func (d *draft) lay(to string, p page) store.Mail {
	d.pages[p.envelope.ID] = p
	return store.Mail{ID: p.envelope.ID, To: to}
}

// render writes the pages of the mails that were decided on.
func (d *draft) render() error {
	for i, m := range d.decided.Mails {
		p, ok := d.pages[m.ID]
		if !ok {
			return fmt.Errorf("mail %s has no page", m.ID)
		}
		raw, err := p.write(&d.maps)
		if err != nil {
			return fmt.Errorf("mail %s: %w", m.ID, err)
		}
		d.decided.Mails[i].Raw = raw
	}
	return nil
}

// write writes a page in MIME. Maps that were painted before are in the maps.
func (p page) write(maps *mapCache) ([]byte, error) {
	e := p.envelope
	if p.chart != nil {
		var err error
		if e.Picture, e.Near, err = p.chart.paint(maps); err != nil {
			return nil, err
		}
	}
	if p.position != nil {
		m := *p.position
		if e.Near != nil {
			m.Near, m.NearTo = "cid:"+envelope.NearID, p.chart.near
		}
		text := sheet.Write(m)
		e.Subject, e.Text, e.HTML = text.Subject, text.Text, text.HTML
	}
	if p.keepsake != nil {
		e.Enclosed = p.keepsake.enclosure()
	}
	return e.Bytes()
}
