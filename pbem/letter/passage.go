package letter

import "strings"

// Passage returns the lines of Text below one of its lines, as typed, up to a line that reads until, to one that ends
// the commands, or to the end. closed says that the line until was there; next is the number of the first line that is
// not part of it.
func (l *Letter) Passage(below int, until string) (text string, next int, closed bool) {
	lines := strings.Split(l.Text, "\n")
	next = below + 1
	for ; next <= len(lines); next++ {
		s := Fold(lines[next-1])
		if strings.EqualFold(strings.TrimRight(s, ".:!"), until) {
			return strings.Join(lines[below:next-1], "\n"), next + 1, true
		}
		if ends(s) {
			break
		}
	}
	return strings.Join(lines[min(below, len(lines)):next-1], "\n"), next, false
}
