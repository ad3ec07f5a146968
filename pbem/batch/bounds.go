package batch

import (
	"fmt"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
)

// Bounds of one mail. letter.Limits bounds its bytes and lines, but a line may hold many
// commands, and a command may be long or ask for much.
const (
	MostParts    = 200       // commands; those between semicolons count one by one
	LongestPart  = 4000      // bytes of a command that is not a message to others
	MostAnswered = 128 << 10 // bytes of the text of all answers
)

// Unbounded refuses lines that hold too many commands, or a command that is too long,
// before any work is done. fault is the line at which that shows. A message to other
// players is one command; its length is checked when it is read.
func Unbounded(lines []string) (fault int, err error) {
	n, over := 0, -1
	for i, line := range lines {
		if verb, _, ok := grammar.Service(line); ok && senders.OwnsRest[verb] {
			n++
			continue
		}
		for _, part := range grammar.Split(line) {
			if len(part) > LongestPart {
				return i, engine.Refuse("A command has at most %d bytes; one of this line has %d. None of your mail was carried out.", LongestPart, len(part))
			}
			if n++; n > MostParts && over < 0 {
				over = i
			}
		}
	}
	if over < 0 {
		return 0, nil
	}
	return over, engine.Refuse("Your mail has %d commands, counting each between semicolons, and the limit is %d. None of it was carried out; please send fewer in one mail.", n, MostParts)
}

// full reports whether the answers have reached their greatest length. Further questions
// are then not answered.
func (b *Batch) full() bool {
	n := sizeOf(b.Answers)
	for _, p := range b.Drafts {
		n += sizeOf(p.Answers)
	}
	return n > MostAnswered
}

// cutAnswers cuts the answers to MostAnswered, in whole lines. It tells the sender what
// was cut and which questions were not answered.
func (b *Batch) cutAnswers() {
	left := MostAnswered
	b.Answers = CutShort(b.Answers, &left, "history 120 200")
	for _, p := range b.Drafts {
		p.Answers = CutShort(p.Answers, &left, "history 120 200")
	}
	b.Answers = append(b.Answers, b.work.Left()...)
}

// CutShort returns as much of the answers as fits into the bytes left. If it cuts, it
// adds a sentence; less is an example of a smaller question.
func CutShort(answers []sheet.Section, left *int, less string) []sheet.Section {
	var out []sheet.Section
	for _, s := range answers {
		n := sizeOf([]sheet.Section{s})
		if *left -= n; *left >= 0 {
			out = append(out, s)
			continue
		}
		if kept := firstOf(s, *left+n); sizeOf([]sheet.Section{kept}) > len(kept.Head) {
			out = append(out, kept)
		}
		*left = 0
		return append(out, sheet.Section{Head: "Cut short", Lines: []string{
			fmt.Sprintf("  The answers to your mail end here: at most %s are sent in one. Ask for less in one mail, such as: %s.", senders.BytesText(MostAnswered), less)}})
	}
	return out
}

// firstOf returns as much of a section as fits into a number of bytes.
func firstOf(s sheet.Section, most int) sheet.Section {
	out := sheet.Section{Head: s.Head}
	most -= len(s.Head)
	fits := func(n int) bool { most -= n + 1; return most >= 0 }
	for _, f := range s.Facts {
		if !fits(len(f.Name) + len(f.Text)) {
			return out
		}
		out.Facts = append(out.Facts, f)
	}
	for _, l := range s.Lines {
		if !fits(len(l)) {
			return out
		}
		out.Lines = append(out.Lines, l)
	}
	for _, say := range s.Say {
		if !fits(len(say.Line) + len(say.Gloss)) {
			return out
		}
		out.Say = append(out.Say, say)
	}
	return out
}

// sizeOf returns the length of the answers as text, in bytes.
func sizeOf(answers []sheet.Section) (n int) {
	for _, s := range answers {
		n += len(s.Head)
		for _, l := range s.Lines {
			n += len(l) + 1
		}
		for _, f := range s.Facts {
			n += len(f.Name) + len(f.Text) + 1
		}
		for _, say := range s.Say {
			n += len(say.Line) + len(say.Gloss) + 1
		}
	}
	return n
}
