package evening

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-message/mail"
)

// A notice is a mail of the service as a person sees it.
type notice struct {
	raw      []byte
	id       string // Message-ID, without brackets
	answers  string // Message-ID of the mail that it answers, "" for none
	subject  string
	text     string   // the plain part
	taps     []string // mailto links of the HTML part
	pictures int

	game     string // "g1"; "" if it is about no game
	position int    // number of events that the game had; -1 if the mail does not say

	turn    bool // its reader is to move
	refused bool // nothing in a mail was carried out
	over    bool // the game has ended
	wanted  bool // another player's request waits for the reader
	says    []saying
}

// A saying is a line that a mail offers for copying.
type saying struct {
	line, gloss string
	ahead       bool // it is said in advance
	wanted      bool // it is offered outside the list of moves
}

// verb returns the first word of a saying.
func (s saying) verb() string {
	v, _, _ := strings.Cut(s.line, " ")
	return v
}

var (
	placeLine = regexp.MustCompile(`\(game (g\d+), position (\d+)\)`)
	gameName  = regexp.MustCompile(`\((g\d+)\)$`)
	mailto    = regexp.MustCompile(`href="(mailto:[^"]*)"`)
)

// readNotice reads a mail of the service.
func readNotice(raw []byte) (*notice, error) {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("a mail of the service cannot be read: %w", err)
	}
	defer r.Close()
	n := &notice{raw: raw, position: -1}
	n.subject, _ = r.Header.Subject()
	if n.id, err = r.Header.MessageID(); err != nil || n.id == "" {
		return nil, fmt.Errorf("mail %q has no Message-ID: %v", n.subject, err)
	}
	if list, _ := r.Header.MsgIDList("In-Reply-To"); len(list) > 0 {
		n.answers = list[0]
	}
	if err := n.parts(r); err != nil {
		return nil, fmt.Errorf("mail %s: %w", n.id, err)
	}
	n.interpret()
	return n, nil
}

// interpret reads the subject and the text as a person would.
func (n *notice) interpret() {
	if m := gameName.FindStringSubmatch(n.subject); m != nil {
		n.game = m[1]
	}
	if m := placeLine.FindStringSubmatch(n.text); m != nil {
		n.game = m[1]
		n.position, _ = strconv.Atoi(m[2])
	}
	n.refused = strings.Contains(n.subject, "nothing was carried out")
	n.over = strings.Contains(n.subject, "the game is over")
	n.wanted = strings.Contains(n.subject, "your answer is wanted")
	n.turn = strings.Contains(n.subject, "your move") || strings.Contains(n.text, "\n  Please answer by ")
	n.says = sayings(n.text)
}

// heading matches a line such as "YOU MAY NOW SAY  one command a line".
var heading = regexp.MustCompile(`^[A-Z][A-Z ]+[A-Z](  .*)?$`)

// sayings reads the lines that begin with the mark for copying, with their explanations.
func sayings(text string) (out []saying) {
	move, ahead := false, false
	var last *saying
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case heading.MatchString(line):
			move, ahead, last = strings.HasPrefix(line, "YOU MAY NOW SAY"), strings.HasPrefix(line, "YOU CAN PLAN") || strings.HasPrefix(line, "YOU ARE ASKED WITH"), nil
			continue
		case strings.TrimSpace(line) == "in advance":
			ahead = true
			continue
		}
		rest, marked := strings.CutPrefix(line, "  .")
		switch {
		case !marked:
			last = nil
		case strings.HasPrefix(rest, "  "):
			if last != nil {
				last.more(strings.TrimSpace(rest), rest)
			}
		case strings.HasPrefix(rest, " "):
			said, gloss, _ := strings.Cut(rest[1:], "  ")
			out = append(out, saying{line: said, gloss: strings.TrimSpace(gloss), ahead: ahead, wanted: !move})
			last = &out[len(out)-1]
		}
	}
	return slices.DeleteFunc(out, func(s saying) bool { return s.line == "" || strings.Contains(s.line, "...") })
}

// more adds a continuation line to a saying: of the command if that is wrapped, or of its explanation.
func (s *saying) more(text, whole string) {
	if s.gloss == "" && strings.HasPrefix(whole, "   ") && !strings.HasPrefix(whole, "    ") {
		s.line += " " + text
		return
	}
	s.gloss = strings.TrimSpace(s.gloss + " " + text)
}

// numbers matches the range of numbers in an explanation.
var numbers = regexp.MustCompile(`any number from (\d+) to (\d+)(?: in steps of (\d+))?`)

// span returns the range of the number that ends a saying. ok is false if there is nothing to choose.
func (s saying) span() (least, most, step int, ok bool) {
	m := numbers.FindStringSubmatch(s.gloss)
	if m == nil {
		return 0, 0, 0, false
	}
	least, _ = strconv.Atoi(m[1])
	most, _ = strconv.Atoi(m[2])
	step, _ = strconv.Atoi(m[3])
	return least, most, max(step, 1), true
}

// with returns the line of a saying with another number at its end.
func (s saying) with(n int) string {
	i := strings.LastIndexByte(s.line, ' ')
	return s.line[:i+1] + strconv.Itoa(n)
}
