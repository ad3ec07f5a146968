package letter

import (
	"regexp"
	"strings"
)

// Most lines of our mails, which replies quote, are looked at by expressions that they do not match. A look at single bytes tells
// that in a fraction of the time.

// A sifted expression is tried only where its sieve, which lets through all that it matches, says that it may match.
type sifted struct {
	*regexp.Regexp
	may func(string) bool
}

// MatchString reports whether a string contains a match.
func (h sifted) MatchString(s string) bool { return h.may(s) && h.Regexp.MatchString(s) }

// FindStringIndex returns where the leftmost match in a string is; nil if there is none.
func (h sifted) FindStringIndex(s string) []int {
	if !h.may(s) {
		return nil
	}
	return h.Regexp.FindStringIndex(s)
}

// mayDate is the sieve of date: a digit behind a sign behind a digit, a year of this century or the last one, or the name of a day or a month.
func mayDate(s string) bool {
	if !isASCII(s) {
		return true
	}
	for i := range len(s) - 2 {
		switch a, b, c := s[i], s[i+1], s[i+2]; {
		case isDigit(a) && isDigit(c) && strings.IndexByte(":.hH/-", b) >= 0:
			return true
		case isDigit(c) && (a == '1' && b == '9' || a == '2' && b == '0'):
			return true
		case isDigit(a):
		default:
			switch string([]byte{a | 0x20, b | 0x20, c | 0x20}) { // as small letters
			case "mon", "tue", "wed", "thu", "fri", "sat", "sun", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec":
				return true
			}
		}
	}
	return false
}

// mayWrite is the sieve of verb and verbAtEnd.
func mayWrite(s string) bool {
	if !isASCII(s) {
		return true
	}
	s = strings.ToLower(s)
	for _, v := range plainVerbs {
		if strings.Contains(s, v) {
			return true
		}
	}
	return false
}

// plainVerbs are the verbs that have no letters but those of ASCII.
var plainVerbs = func() (out []string) {
	for v := range strings.SplitSeq(strings.ReplaceAll(verbs, `\`, ""), "|") {
		if isASCII(v) {
			out = append(out, v)
		}
	}
	return out
}()

// mayShow is the sieve of usage: a bar, a bracket, or three capitals in a row.
func mayShow(s string) bool {
	capitals := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '|' || c == '[':
			return true
		case c < 'A' || c > 'Z':
			capitals = 0
		case capitals == 2:
			return true
		default:
			capitals++
		}
	}
	return false
}

func mayIso(s string) bool   { return s != "" && isDigit(s[0]) }
func mayDash(s string) bool  { return strings.HasPrefix(s, "--") }
func mayCount(s string) bool { return strings.ContainsAny(s, "0123456789") }

// mayNotify is the sieve of notification.
func mayNotify(s string) bool {
	return strings.Contains(s, "notificationType") || strings.Contains(s, "Feedback-Type")
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
