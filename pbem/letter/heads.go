package letter

import (
	"regexp"
	"strings"
	"unicode"
)

// A head announces the text of another mail: an attribution ("On Monday Amy wrote:"), a block of header fields as
// Outlook quotes them, or a line such as "Forwarded message".
type head struct {
	n            int  // number of lines; 0 if there is none
	quoteFollows bool // the announced text is marked as a quote, so unmarked text after it is the writer's
	glued        bool // its first line begins with the writer's own text
}

const (
	maxHeadLines = 6   // lines of an attribution, which mail programs may wrap
	maxHeadBytes = 600 // its length when joined
	maxHeads     = 200 // how many are checked in one mail
)

// findHeads returns the heads, by the line they begin at. Lines marked as quotes have none. A head that
// begins with a word of a command is the writer's line with an attribution glued to it.
func findHeads(lines []line, verbs Words) []head {
	heads := make([]head, len(lines))
	tried := 0
	for end := range lines {
		if tried == maxHeads || !mayEnd(lines[end]) && !bareAttribution(lines, end) {
			continue
		}
		tried++
		if start, ok := attribution(lines, end, verbs); ok {
			heads[start] = head{end - start + 1, quoteFollows(lines, verbs.skip(lines, end+1)), verbs.commands(lines[start].text)}
		}
	}
	for i := 0; i < len(lines); i++ {
		if lines[i].mark == typed && forwardedEnd.MatchString(strings.TrimSpace(shorten(lines[i].text, 100))) {
			heads[i] = head{n: 1, quoteFollows: true} // the writer may go on below
		} else if n := headerBlock(lines[i:]); n > 0 {
			heads[i] = head{n: n, quoteFollows: quoteFollows(lines, verbs.skip(lines, i+n))}
			i += n - 1
		}
	}
	return heads
}

// mostAnswered is how many lines people type between an attribution and its quote.
const mostAnswered = 20

// skip returns the line at which a marked quote begins, if an answer was typed between the attribution and
// the quote; otherwise from. Such an answer begins with a command; anything else there is the quote, only not
// marked.
func (w Words) skip(lines []line, from int) int {
	first := nextShown(lines, from)
	if first == len(lines) || lines[first].mark != typed || w.surety(lines[first].text) < bare {
		return from
	}
	for i := first + 1; i < len(lines) && i < first+mostAnswered; i++ {
		if lines[i].mark == quoted {
			if w.answers(lines, first, i) {
				return from
			}
			return i
		}
	}
	return from
}

// answers reports whether the lines down to a quote are themselves an answer to it: our cut line is among them, or an attribution
// of its own stands right above the quote. Then they are the mail of somebody that is quoted without marks, with what that quoted.
func (w Words) answers(lines []line, first, quote int) bool {
	if _, n := findCut(lines[first:quote]); n > 0 {
		return true
	}
	last := quote - 1
	for last > first && isBlank(lines[last].text) {
		last--
	}
	if last == first || !mayEnd(lines[last]) && !bareAttribution(lines, last) {
		return false
	}
	start, ok := attribution(lines, last, w)
	return ok && start > first
}

// quoteFollows reports whether the next line that is not blank is marked as a quote.
func quoteFollows(lines []line, from int) bool {
	for _, l := range lines[from:] {
		if !isBlank(l.text) {
			return l.mark == quoted
		}
		if l.mark == quoted {
			return true
		}
	}
	return false
}

// ourFollows reports whether a quote comes next, marked or beginning with our cut line, and whether it is the
// cut line.
func ourFollows(lines []line, from int) (quote, cut bool) {
	next := from
	for next < len(lines) && isBlank(lines[next].text) {
		quote = quote || lines[next].mark == quoted
		next++
	}
	if next == len(lines) {
		return quote, false
	}
	at, n := findCut(lines[next:min(len(lines), next+4)])
	cut = n > 0 && at == 0
	return quote || cut || lines[next].mark == quoted, cut
}

// attribution reports whether an attribution ends at that line, and where it begins.
func attribution(lines []line, end int, verbs Words) (start int, ok bool) {
	follows, cut := ourFollows(lines, verbs.skip(lines, end+1))
	best := -1
	joined := ""
	for start = end; start >= 0 && end-start < maxHeadLines; start-- {
		l := lines[start]
		if start < end && (len(l.text) > maxHeadBytes || !joins(l, lines[start+1]) || verbs.surety(l.text) >= bare && !isDated(l.text)) {
			break
		}
		joined = strings.TrimSpace(bidi.Replace(l.text) + " " + joined)
		if len(joined) > maxHeadBytes {
			break
		}
		dated := beginsDated(l.text)
		if start < end && !dated && !namedAddress.MatchString(joined) && best >= 0 {
			continue
		}
		if !announces(joined, follows) {
			continue
		}
		if best < 0 || dated {
			best = start
		}
		if dated || start == end && isDated(joined) {
			break
		}
	}
	if best < 0 && cut && lines[end].mark == typed && verbs.surety(lines[end].text) == unlike && len(lines[end].text) < 200 {
		best = end // our mail follows, so the words do not matter
	}
	for best > 0 && end-best+1 < maxHeadLines && goesUp(lines[best-1], lines[best], verbs) {
		best--
	}
	return greeted(lines, best, end), best >= 0
}

// goesUp reports whether an attribution that was recognised from a line on began one line above, with the day
// or the name.
func goesUp(above, l line, verbs Words) bool {
	if above.mark != l.mark || above.mark != typed || isBlank(above.text) || len(above.text) > 80 || !joins(above, l) || verbs.surety(above.text) > unlike {
		return false
	}
	if strings.HasPrefix(l.text, "<") {
		return !strings.HasSuffix(strings.TrimSpace(above.text), ".")
	}
	return opener.MatchString(above.text+" ") && beginsDated(above.text+" "+l.text) && !beginsAnew(l.text)
}

// beginsAnew reports whether a line itself begins a whole attribution.
func beginsAnew(s string) bool { return beginsDated(s) && wordedOpener.MatchString(s) }

var wordedOpener = regexp.MustCompile(`^(?:On|Am|Le|El|Il|Op|Den|Em|Dnia|W dniu|Dne)\s`)

// greeted returns where an attribution begins if a program began it with a greeting: "Hello Bob," above "on
// Friday you wrote:".
func greeted(lines []line, best, end int) int {
	if best > 0 && youWrote.MatchString(lines[end].text) {
		best -= greetingAbove(lines[:best])
	}
	return best
}

var (
	youWrote     = regexp.MustCompile(`(?i)(?:you wrote|sie schrieben|vous écriviez|вы писали|usted escribió|lei scriveva)\s*:\s*$`)
	programGreet = regexp.MustCompile(`(?i)^(?:hello|hi|hallo|guten tag|bonjour|hola|buongiorno|здравствуйте|dear) [^.!?]{1,60},$`)
)

// greetingAbove returns how many lines such a greeting takes: "Hello Bob," and a blank line.
func greetingAbove(lines []line) int {
	i := len(lines) - 1
	for i > 0 && i > len(lines)-3 && isBlank(lines[i].text) {
		i--
	}
	if lines[i].mark == typed && programGreet.MatchString(strings.TrimSpace(lines[i].text)) {
		return len(lines) - i
	}
	return 0
}

// mayEnd is a cheap check that rules out most lines.
func mayEnd(l line) bool {
	if len(l.text) > maxHeadBytes {
		return false
	}
	s := strings.TrimRight(bidi.Replace(l.text), " \t*_")
	if s == "" || l.mark == below || l.mark == signed {
		return false
	}
	if l.mark == quoted { // the wrapped end of an address: "> wrote:"
		return len(s) < 40 && strings.HasSuffix(s, ":") && (s == ":" || verbAtEnd.MatchString(s)) && !isDated(s)
	}
	return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：") || strings.HasSuffix(s, "---") ||
		isoLine.MatchString(s)
}

// bareAttribution reports whether a line is an attribution without its colon, right before the quote.
func bareAttribution(lines []line, end int) bool {
	next := nextShown(lines, end+1)
	return next < len(lines) && lines[next].mark == quoted && lines[end].mark == typed && len(lines[end].text) < 200 &&
		beginsDated(lines[end].text) && verb.MatchString(lines[end].text)
}

// joins reports whether a line may belong to the attribution that continues in the next line.
func joins(l, next line) bool {
	s := strings.TrimSpace(l.text)
	if s == "" {
		return strings.HasPrefix(strings.TrimSpace(next.text), "<")
	}
	return l.mark != quoted && l.mark != below && !strings.HasSuffix(s, ":") && !strings.HasSuffix(s, "!") &&
		!strings.HasSuffix(s, "?")
}

// announces reports whether a joined line says that somebody wrote something. follows means that a quote
// comes next.
func announces(s string, follows bool) bool {
	s = strings.TrimRight(s, " *_")
	address := strings.Contains(s, "@") && bareAddress.MatchString(s)
	dated := isDated(s)
	switch {
	case dashesWrote.MatchString(s), isoLine.MatchString(s):
		return true
	case !strings.HasSuffix(s, ":") && !strings.HasSuffix(s, "："):
		return follows && beginsDated(s) && verb.MatchString(s)
	case verbAtEnd.MatchString(s):
		return address || dated || follows
	case verb.MatchString(s) && (beginsDated(s) || namedAddress.MatchString(s)):
		return address || follows || dated
	case quoting.MatchString(s):
		return address || follows
	case verb.MatchString(s) && dated:
		return address || follows
	}
	return dated && address && (follows || beginsDated(s))
}

// beginsDated reports whether a line begins like an attribution that has the date first.
func beginsDated(s string) bool {
	s = strings.TrimLeft(bidi.Replace(s), " \t*_-")
	loc := date.FindStringIndex(shorten(s, 120))
	if loc == nil {
		return false
	}
	first := strings.IndexFunc(s, unicode.IsSpace)
	return loc[0] == 0 || first < 0 || loc[0] <= first || opener.MatchString(s)
}

// isDated reports whether a line has a day or a time with a digit.
func isDated(s string) bool { return strings.ContainsAny(s, "0123456789") && date.MatchString(s) }

var bidi = strings.NewReplacer("\u200e", "", "\u200f", "", "\u202a", "", "\u202b", "", "\u202c", "", "\u202d", "",
	"\u202e", "", "\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "", "\u00a0", " ", "\u202f", " ")

var (
	// date finds what looks like a day or a time.
	date = sifted{regexp.MustCompile(`(?i)\b\d{1,2}[:.h]\d{2}\b|\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|[0-9]{4} ?[年년]|[0-9]+ ?[月월]|\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? [a-z]*\.? ?\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)`), mayDate}

	// opener finds the words attributions begin with, where the date follows.
	opener = regexp.MustCompile(`(?i)^(?:on|at|am|um|le|el|il|lo|la|op|den|de|em|no|dia|dnia|w dniu|w dn\.|dne|d[ňn]a|på|kl|pe|în|in data|data|ti|ke|pvm|på|tarihinde|em|a|al|pada|vào|в|у|на|στις|בתאריך|في|am|i|ons|tors|tis|mån|fre|lör|sön|man|tir|fre|lør|søn|\d{1,2}\.? \pL{3,12}|\pL{2,12}[.,]|\pL{3,14},|在|於|于)[\s.,:]`)

	// namedAddress finds "Name <address>" at the beginning.
	namedAddress = regexp.MustCompile(`^["'“*_]?[^<>@:]{1,80}["'”*_]? ?[<\[(](?:mailto:)?[^<>\s]+@[^<>\s]+[>\])]`)

	// isoLine finds attributions of Gmail that hold no verb, with or without a colon.
	isoLine = sifted{regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d?:\d\d (?:GMT|UTC)[+-]?[\d:]* .{1,120}$|^\d{4}[/-]\d{1,2}[/-]\d{1,2} [^<>]{1,100}<[^<>]*@[^<>]*>:?$`), mayIso}

	// dashesWrote finds "---- On Monday Amy wrote ----".
	dashesWrote = sifted{regexp.MustCompile(`(?i)^-{2,}.*(?:` + verbs + `)\s*:?\s*-{2,}$`), mayDash}

	// quoting finds attributions whose verb comes first.
	quoting = regexp.MustCompile(`(?i)^(?:quoting|zitat von|citando|citát|cytowanie|cytat|citerar|citat fr[åa]n|mensaje citado por|citat af|quoted from|in message|in article|dans son message|in an email dated|in a message dated)\s`)

	verb      = sifted{regexp.MustCompile(`(?i)(?:^|[^\pL])(?:` + verbs + `)`), mayWrite}
	verbAtEnd = sifted{regexp.MustCompile(`(?i)(?:` + verbs + `)\s*(?:\([a-z]+\))?\s*[:：]$`), mayWrite}
)

// verbs are the words for "wrote" in the languages of our players' mail programs.
const verbs = `wrote|writes|has written|said|schrieb|schrieben|a écrit|écrit|écrivait|escribió|escribio|escribía|ha escrito` +
	`|va escriure|escreveu|ha scritto|scrive|scrisse|schreef|geschreven|schrijft|skrev|skreiv|skrifaði|kirjoitti` +
	`|napisana przez|napisał\(a\)|napisał/a|napisał|napisała|pisze|napsal\(a\)|napsal/a|napsal|napsala|napísal\(a\)|napísal|napísala` +
	`|написал\(а\)|написал\(a\)|написал|написала|написало|пишет|писал|писала|написав|написала|пише|написа|írta|írt` +
	`|a scris|έγραψε|έγραψες|γράφει|yazdı|yazmış|şunları yazdı|şunu yazdı|写道|寫道|写到|寫到|书写|书写道|さんは書きました` +
	`|書きました|のメッセージ|wrote|작성|님이 씀|viết|đã viết|menulis|כתב|כתבה|كتب|rašė|rakstīja|kirjutas|je napisao|je napisala` +
	`|napisao|napisala|je napisal|je napisala|piše|shkroi|idatzi zuen`
