// Package letter turns the raw bytes of one mail into what the service may act on.
//
// It is pure: no files, no network, no clock, nothing stored. Read never fails and never panics; a mail that cannot be
// understood still yields a Letter that says why. The work is bounded by Limits whatever the mail holds.
//
// What is promised about the text: quoted text, attributions, forwarded mail, signatures, a greeting, closing words and
// everything below our own cut line never become commands, and a mail that was cut short by a limit yields no commands at all, so that half a
// mail is never carried out. Whether the sender is who he says he is belongs elsewhere.
package letter

import (
	"strings"
	"time"
)

// CutLine is the text of the line, in every mail we send, above which a player writes. The composer must use it as it
// stands, on one line; letter finds it whatever the client has put around it, and also wrapped over two or three lines.
const CutLine = "write your commands above this line"

// LoopHeader is the header field that marks mail sent by us.
const LoopHeader = "X-PBEM-Loop"

// Class says what kind of mail this is. Only Human and Unreadable mail may be answered.
type Class string

const (
	Human      Class = "human"      // written by a person, as far as can be told
	Bounce     Class = "bounce"     // a delivery report or an abuse report
	AutoReply  Class = "auto-reply" // an out of office note, a read receipt
	Loop       Class = "loop"       // our own mail, returned to us; its text is left out
	List       Class = "list"       // a mailing list or bulk mail
	Unreadable Class = "unreadable" // a person's mail that we cannot read; Note says why
)

// Letter is one mail, read. Every string is valid UTF-8; header texts hold no control characters.
type Letter struct {
	Class      Class
	Why        string    // one sentence for the operator: what made it that class
	From       string    // the address of the only From field, domain in lower case; "" if there is not exactly one
	FromName   string    // the display name beside From
	To         []string  // every address in To, Cc, Delivered-To, X-Original-To and Envelope-To, domains in lower case
	Subject    string    // decoded
	MessageID  string    // with its angle brackets, as InReplyTo and References
	InReplyTo  string    //
	Beside     []string  // the others that In-Reply-To names, where several mails were answered at once
	References []string  // oldest first, the last fifty
	Date       time.Time // zero if unreadable; anyone can write anything here, so it proves nothing but that a mail claims to be old
	Arrived    time.Time // when the last server accepted it, from the topmost Received field; zero if that has no time
	ReturnPath string    // the envelope sender; "<>" if the mail says it is null, "" if it says nothing
	AuthResult string    // the topmost Authentication-Results field, unchanged; only the host knows whether to trust it

	Commands    []Line   // candidate command lines, in order, folded
	Refused     []Line   // the same where Note says why none of them counts
	Text        string   // what the person typed, as typed
	Ignored     string   // the rest that can be read: quotes, attributions, signatures, and also greeting and closing, which are in Text too
	Attachments []string // names, or types, of parts that were left out
	Note        string   // for the sender, in sentences: what could not be read, and why
	Bounce      *Failure // set for Class Bounce only
}

// Line is one candidate command line: trimmed, rejoined where a mail program broke it, with exotic spaces, quotes, dashes and full-width letters made plain.
type Line struct {
	Num  int // its first line in Letter.Text, counted from 1
	Text string
}

// Failure is what a bounce states; fields it does not state are zero.
type Failure struct {
	Address   string // the address that failed, as the final server names it
	Original  string // the address as the sender wrote it, if it is stated and different
	Class     int    // 4 for a delay or a temporary problem, 5 for a permanent failure
	Status    string // enhanced status code such as "5.1.1"
	MessageID string // Message-ID of the returned mail
	State     State  // what became of the mail
	Quoted    string // what the report repeats of the returned mail, header and text, and its own words; at most 64 KB
}

// A State is what became of a mail of which a report tells.
type State string

// The states; "" is unknown. Only Failed means that the mail was given up. A server that still tries, or that
// reports success, has not given up.
const (
	Failed     State = "failed"
	Delayed    State = "delayed"
	Delivered  State = "delivered"
	Complained State = "complained" // it arrived and was reported as unwanted
)

// Limits bound the work spent on one mail, and tell commands from polite words. A zero field stands for its default.
type Limits struct {
	Verbs    Words // words that commands begin with; default none
	Header   int   // bytes of one header; 256 KB
	Parts    int   // MIME parts; 200
	Depth    int   // levels of MIME nesting; 20
	Text     int   // bytes of readable text; 256 KB
	Lines    int   // lines of readable text; 5000
	Commands int   // command lines; 200
}

func (l Limits) filled() Limits {
	set := func(p *int, n int) {
		if *p <= 0 {
			*p = n
		}
	}
	set(&l.Header, 256<<10)
	set(&l.Parts, 200)
	set(&l.Depth, 20)
	set(&l.Text, 256<<10)
	set(&l.Lines, 5000)
	set(&l.Commands, 200)
	return l
}

// Read makes a Letter of the raw bytes of one mail. It does not keep raw.
func Read(raw []byte, limits Limits) Letter {
	limits = limits.filled()
	root := newPart(raw, limits.Header)
	l := root.envelope()
	c := readContent(root, limits)
	l.Attachments = c.attachments
	l.Class, l.Why = classify(&l, root, c, limits.Verbs)
	if l.Class == Loop {
		return l // nobody typed it, and every line of ours is looked at long
	}
	if l.Class == Bounce {
		l.Bounce = failure(&l, root, c)
	}
	l.write(c, limits)
	return l
}

// write sets the texts, the commands and the notes.
func (l *Letter) write(c *content, limits Limits) {
	var note notes
	f := findTyped(c.lines, limits.Verbs, l.Subject)
	l.Text, l.Ignored = f.text(), f.ignored()
	if l.Text == "" && len(c.attachments) == 0 && limits.Verbs.begin(l.Subject) && !answerPrefix.MatchString(l.Subject) {
		l.Text = l.Subject // the mail has only a subject
	}
	cut := c.cut && !f.cutLine
	if cut {
		note.add("Your mail is too long; please send only your commands.")
	}
	if f.borrowed {
		note.add("Your mail holds only quoted or forwarded text; please write your commands at the top.")
	}
	if f.cutLine && l.Text == "" && !f.strayed {
		note.add("Nothing was written above the line \"" + CutLine + "\".")
	}
	if end, line := belowEnd(l.Text, limits.Verbs); line != "" && f.doubt == "" {
		f.doubt = line
		note.add("Your line \"" + shorten(line, 200) + "\" is below your line \"" + shorten(end, 40) + "\", which ends the commands, so nothing was carried out. " +
			"Please send all your commands again, without that line.")
	} else if f.strayed {
		note.add("Your line \"" + f.doubt + "\" is inside the mail that you answer, so it may or may not be a command, and nothing was carried out. " +
			"Please send all your commands again, above everything else, and without that line below.")
	} else if f.doubt != "" {
		note.add("Your line \"" + f.doubt + "\" is where signatures and quotes are, so it may or may not be a command, and nothing was carried out. " +
			"Please send all your commands again, one below the other, above everything else.")
	}
	if !cut && f.doubt == "" && !f.borrowed && c.trouble == "" && l.Class == Human {
		var all bool
		if l.Commands, all = commands(l.Text, limits.Commands, limits.Verbs); !all {
			note.add("Your mail has too many lines; none of them was carried out.")
		}
		parted, greetings := l.politeApart(l.rejoin(l.Commands, limits.Verbs), limits.Verbs)
		var left []Line
		l.Commands, left = l.withoutCourtesies(parted, limits.Verbs, f.blocks())
		l.Ignored = joinLines(append(greetings, left...), l.Ignored)
	}
	if f.doubt != "" {
		l.Refused, _ = commands(l.Text, limits.Commands, limits.Verbs)
	}
	note.add(c.trouble)
	if c.remark != c.trouble {
		note.add(c.remark)
	}
	if l.Class == Human && len(c.attachments) > 0 {
		note.add("Attachments are ignored.")
	}
	l.Note = note.String()
}

// notes collects sentences.
type notes struct{ all []string }

func (n *notes) add(s string) {
	if s != "" {
		n.all = append(n.all, s)
	}
}

func (n *notes) String() string { return strings.Join(n.all, " ") }
