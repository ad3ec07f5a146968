package letter

import "regexp"

// sentenceEnd matches where a sentence ends within a line.
var sentenceEnd = regexp.MustCompile(`[.!]\s+`)

// thanksApart puts polite words behind a command on a line of their own, as "Run auto. Thanks! Amy" that somebody dictates. A
// text to others stays whole.
func (l *Letter) thanksApart(lines []Line, verbs Words) []Line {
	m := l.matcher(verbs)
	var out []Line
	for _, one := range lines {
		head, rest := m.thanks(one.Text)
		out = append(out, Line{one.Num, head})
		if rest != "" {
			out = append(out, Line{one.Num, rest})
		}
	}
	return out
}

// thanks parts a line into a command and the polite words behind it; rest is "" if there are none.
func (m matcher) thanks(line string) (command, rest string) {
	for _, at := range sentenceEnd.FindAllStringIndex(line, maxClosing) {
		head, rest := line[:at[0]], line[at[1]:]
		first, _ := commandWord(initialWord(head))
		if m.verbs.surety(head) >= bare && !spokenFreely[first] && m.verbs.surety(rest) < bare && m.courtesy(rest, closings, false) == polite {
			return head, rest
		}
	}
	return line, ""
}
