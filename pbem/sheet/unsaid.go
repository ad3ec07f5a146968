package sheet

import (
	"cmp"
	"slices"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/pbem/grammar"
)

// skipped are the words for a pass, by the question that it answers, where a title has
// none of its own.
var skipped = map[string]string{
	"track": "laid no track", "station": "placed no station marker", "trains": "bought no train", "stock turn": "did no more",
}

// tellAll puts into words what was said since the reader's last mail and has no words
// of its own in a log: a pass above all. It belongs to the company whose step it was.
// At is the place in Since of each event.
func (v *view) tellAll() (told []engine.Event, at []int) {
	acting, acted := "", map[string]bool{} // questions of the step that were answered otherwise, and whether that is told here
	lead := leadTo(v.Past)
	all := slices.Concat(lead, v.Since)
	for i, e := range all {
		news := i >= len(lead)
		if news {
			told, at = append(told, e), append(at, i-len(lead))
		}
		switch e := e.(type) {
		case engine.Flowed:
			acting = ""
			if clear(acted); len(e.Stack) > 0 {
				acting = e.Stack[len(e.Stack)-1].Actor
			}
		case engine.Said:
			passes := v.Title.Verbs.Does(e.Verb, moves.Passes)
			text := v.unsaid(e, all[i+1:])
			here, again := acted[e.Question]
			if !passes {
				acted[e.Question] = news
			}
			if passes && again && text != "" {
				text = "did no more"
			}
			if news && text != "" && !(passes && here) {
				told, at = append(told, engine.Noted{By: v.behind(e, acting), Text: text}), append(at, i-len(lead))
			}
		}
	}
	return told, at
}

// unsaid is the text for a command; "" where what comes of it tells it, or nobody is
// to know before all have answered.
func (v *view) unsaid(e engine.Said, after []engine.Event) string {
	if len(v.Title.Sealed) > 0 && (e.Question == "" || slices.Contains(v.Title.Sealed, e.Question)) { // 20-RU-48
		return ""
	}
	passes, told := v.Title.Verbs.Does(e.Verb, moves.Passes), false
	if n := slices.IndexFunc(after, func(e engine.Event) bool { _, next := e.(engine.Said); return next }); n >= 0 {
		after = after[:n]
	}
	for _, next := range after {
		if note, ok := next.(engine.Noted); ok && note.By != "" && (!passes || note.By == e.By) {
			told = true
		}
	}
	switch text := cmp.Or(v.Title.Skipped[e.Question], skipped[e.Question]); {
	case told:
		return ""
	case passes && text != "":
		return text
	case passes:
		return "passed"
	}
	return "said: " + oneLine(grammar.Phrase(grammar.Context{Facts: v.Title.Facts}, e.Command))
}

// behind is who a command is told of: the company whose step it was, or who said it.
func (v *view) behind(e engine.Said, acting string) string {
	if v.Title.Facts.Company(acting) != nil {
		return acting
	}
	return e.By
}

// leadTo returns the events of the step that was on at the end of a log.
func leadTo(log []engine.Event) []engine.Event {
	for i, e := range slices.Backward(log) {
		if _, ok := e.(engine.Flowed); ok {
			return log[i:]
		}
	}
	return nil
}
