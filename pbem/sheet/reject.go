package sheet

import (
	"cmp"
	"slices"
	"strings"

	"pbem/engine"
)

// A Refusal tells why a mail was not carried out.
type Refusal struct {
	Lines  []string // the commands of the mail, as they were read
	Fault  int      // index of the line at fault, -1 if there is none
	Part   string   // what is wrong of the line at fault, "" if that is all of it
	Reason string   // a sentence
	// Closest are legal commands close to the line. If there are none, Reject
	// looks for some itself.
	Closest []string
	// Held means that the mail waits until its owner confirms it.
	Held bool
	// Since is what has happened after the position that the mail answers, if
	// that is an old one. Then the mail shows the whole position.
	Since []engine.Event
}

// held reports whether a mail waits for a confirmation. It is false for nil, which is no refusal.
func (r *Refusal) held() bool { return r != nil && r.Held }

func (r *Refusal) show(d *doc, v *view) {
	closest := r.Closest
	if r.Since == nil && len(closest) == 0 && r.Fault >= 0 && r.Fault < len(r.Lines) {
		line := cmp.Or(r.Part, r.Lines[r.Fault])
		closest = v.closest(line)
		if slices.ContainsFunc(closest, func(c string) bool { return saidIn(line, c) }) {
			closest = nil // it is legal by itself, and was refused for what stands before it
		}
	}
	r.words(d)
	near(d, closest)
}

// words shows what was written and says why nothing was carried out.
func (r *Refusal) words(d *doc) {
	var lines []string
	for i, l := range r.Lines {
		l = oneLine(l)
		if i == r.Fault {
			l = cut(l, Columns-32) + "   <== this line"
		}
		lines = append(lines, indent+"> "+cut(l, Columns-6))
	}
	if len(lines) > 0 { // nothing is read of a mail that is encrypted
		d.head("What you wrote", "")
		d.draw(lines)
	}
	d.head("Why", "")
	d.say(oneLine(r.Reason))
}

// near lists commands that are similar to a line.
func near(d *doc, closest []string) {
	if len(closest) == 0 {
		return
	}
	d.head("Closest to that", "")
	var list []example
	for _, c := range closest {
		list = append(list, example{Command: oneLine(c)})
	}
	d.add(block{Examples: list})
}

// suggested is how many commands are suggested. wordsRead is how many words of a line are compared; no
// command has more.
const (
	suggested = 4
	wordsRead = 60
)

// closest returns the legal commands that share most words with a line.
func (v *view) closest(line string) []string {
	type scored struct {
		command string
		score   int
	}
	words := strings.Fields(strings.ToLower(line))
	words = words[:min(wordsRead, len(words))]
	var all []scored
	for _, ch := range v.mine {
		for _, w := range v.ways(ch) {
			command := w.said(ch.Verb)
			if n := shared(words, strings.Fields(strings.ToLower(command))); n > 0 {
				all = append(all, scored{command, n})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var out []string
	for _, s := range all[:min(suggested, len(all))] {
		out = append(out, s.command)
	}
	return out
}

// saidIn reports whether one of the commands in a line is exactly some command.
func saidIn(line, command string) bool {
	for part := range strings.SplitSeq(line, ";") {
		if strings.EqualFold(strings.Trim(part, " ."), command) {
			return true
		}
	}
	return false
}

// shared counts the words that two commands share. The verb counts twice.
func shared(a, b []string) int {
	n := 0
	for i, w := range a {
		if slices.Contains(b, w) {
			n++
		}
		if i == 0 && w == b[0] {
			n++
		}
	}
	return n
}
