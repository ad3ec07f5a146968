package sheet

import "pbem/pbem/letter"

// Note writes a mail that is about no game: a headline, a sentence or two, and
// lines that are shown as they are.
func Note(head, text string, lines []string) Page {
	d := &doc{}
	d.add(block{Cut: "-- " + letter.CutLine + " --"})
	d.add(block{Big: true, Text: strong(oneLine(head))})
	d.say(oneLine(text))
	if len(lines) > 0 {
		Section{Head: "How to answer", Lines: lines}.show(d)
	}
	return Page{Subject: oneLine(head), Text: d.text(), HTML: d.html()}
}
