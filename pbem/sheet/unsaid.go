package sheet

import (
	"cmp"
	"slices"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/pbem/grammar"
	"pbem/titles/title"
)

// skipped are the words for a pass, by its question, if the title has none of its own.
var skipped = map[string]string{
	"track": "laid no track", "station": "placed no station marker", "trains": "bought no train", "stock turn": "did no more",
}

// tellAll adds words for commands since the reader's last mail that have no words in the log, above all a
// pass. They are told of the company whose step it was. at has the index in Since of each event.
func (v *view) tellAll() (told []engine.Event, at []int) {
	all, past := slices.Concat(v.Past, v.Since), len(v.Past)
	var force engine.Force
	for i := range past {
		force = force.With(all, i)
	}
	now := stepAt(all, force, v.passes)
	for i := past; i < len(all); i++ {
		told, at = append(told, all[i]), append(at, i-past)
		if e, ok := all[i].(engine.Said); ok {
			if text := v.answer(now, e, all[i+1:], past); text != "" {
				told, at = append(told, engine.Noted{By: v.behind(e, now), Text: text}), append(at, i-past)
			}
		}
		force = force.With(all, i)
		if _, back := all[i].(engine.Undone); back {
			now = stepAt(all, force, v.passes)
			continue
		}
		now.add(all[i], i, v.passes)
	}
	return told, at
}

// answer returns the text for a command in a step, "" if it needs none. A pass needs none if the news tell
// what was done before it in the same step.
func (v *view) answer(now *stepNow, e engine.Said, after []engine.Event, past int) string {
	text, passes := v.unsaid(e, after), v.passes(e.Verb)
	switch place, acted := now.acted[e.Question]; {
	case text == "" || !passes || !acted:
		return text
	case place >= past:
		return ""
	}
	return "did no more"
}

func (v *view) passes(verb string) bool { return v.Title.Verbs.Does(verb, moves.Passes) }

// A stepNow is the present step: whose it is, and which of its questions had an answer other than a pass,
// with the position of the last such answer.
type stepNow struct {
	acting string
	spoke  string // the company that the last note of the step is about, "" for none
	acted  map[string]int
}

// stepAt reads the present step from the events in force.
func stepAt(log []engine.Event, force engine.Force, passes func(verb string) bool) *stepNow {
	now := &stepNow{acted: map[string]int{}}
	for _, i := range stepOf(log, force) {
		now.add(log[i], i, passes)
	}
	return now
}

// add adds the next event in force.
func (n *stepNow) add(e engine.Event, place int, passes func(verb string) bool) {
	switch e := e.(type) {
	case engine.Flowed:
		n.acting, n.spoke = actorOf(e), ""
		clear(n.acted)
	case engine.Noted:
		n.spoke = e.By
	case engine.Said:
		if !passes(e.Verb) {
			n.acted[e.Question] = place
		}
	}
}

// unsaid returns the text for a command. It is "" if its results tell it, or if it is secret until all have
// answered.
func (v *view) unsaid(e engine.Said, after []engine.Event) string {
	if len(v.Title.Sealed) > 0 && (e.Question == "" || slices.Contains(v.Title.Sealed, e.Question)) { // 20-RU-48
		return ""
	}
	passes, told := v.passes(e.Verb), false
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
	case e.Verb == "accept":
		return "consented"
	}
	return "said: " + oneLine(grammar.Phrase(grammar.Context{Facts: v.Title.Facts, Players: v.everyName()}, e.Command))
}

// behind returns whom a command is told of: the company whose step it was, or the player. If another company of the player acts in
// that step, such as the buyer of the one that is sold, it is the player.
func (v *view) behind(e engine.Said, now *stepNow) string {
	other := now.spoke != now.acting && v.Title.Facts.Company(now.spoke) != nil
	if v.Title.Facts.Company(now.acting) != nil && !other {
		return now.acting
	}
	return e.By
}

// toSpeakers tells the words of tellAll of the player who said the command, if the company whose step it was is not theirs: who
// consents to a sale or buys the company is not its president, and one that has merged has none. plays says who plays a company at
// each event.
func (v *view) toSpeakers(told []engine.Event, at []int, plays func(i int, sym string) string) {
	for i := 1; i < len(told); i++ {
		said, answer := told[i-1].(engine.Said)
		note, words := told[i].(engine.Noted)
		if !answer || !words || at[i] != at[i-1] || v.Title.Facts.Company(note.By) == nil {
			continue
		}
		p := plays(i, note.By)
		if v.State.Seat(p) < 0 && v.inPlay(note.By) {
			continue
		}
		if p != said.By {
			told[i] = engine.Noted{By: said.By, Text: note.Text}
		}
	}
}

// inPlay reports whether a company is one of the position.
func (v *view) inPlay(sym string) bool {
	return slices.ContainsFunc(v.pos.Companies, func(c title.Company) bool { return c.Sym == sym })
}
