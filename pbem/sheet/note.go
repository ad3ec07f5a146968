package sheet

import "pbem/pbem/letter"

// Note writes a mail about no game: a headline, a sentence or two ("" for
// none), and sections.
func Note(head, text string, sections ...Section) Page {
	d := notepaper(head)
	if text != "" {
		d.say(oneLine(text))
	}
	for _, s := range sections {
		s.show(d)
	}
	return Page{Subject: oneLine(head), Text: d.text(), HTML: d.html()}
}

// RefusalNote writes the refusal of a mail that was for no game.
func RefusalNote(r *Refusal, sections ...Section) Page {
	head := "Nothing was carried out"
	if r.held() {
		head = "Is this mail yours?"
	}
	d := notepaper(head)
	r.words(d)
	near(d, r.Closest)
	for _, s := range sections {
		s.show(d)
	}
	return Page{Subject: head, Text: d.text(), HTML: d.html()}
}

func notepaper(head string) *doc {
	d := &doc{}
	d.add(block{Cut: "-- " + letter.CutLine + " --"})
	d.add(block{Big: true, Text: strong(oneLine(head))})
	return d
}
