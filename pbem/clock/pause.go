package clock

import (
	"errors"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/calendar"
	"pbem/pbem/table"
)

// Pause asks the other players for a pause: "pause until 20 Dec holidays".
func Pause(p *batch.Speaker, rest string) error {
	if pause := p.Table.Record.Paused; pause != nil {
		return engine.Refuse("%s", pause.Sentence())
	}
	s := p.Batch.Draft
	until, reason, err := PauseWords(rest, s.Now(), s.Config.Zone)
	if err != nil {
		return err
	}
	return p.Ask(table.Request{Kind: table.PauseRequest, Rest: until, Words: reason})
}

// PauseWords reads the end of a pause and its reason. Both may be missing.
func PauseWords(text string, now time.Time, zone *time.Location) (until time.Time, reason string, err error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return time.Time{}, "", nil
	}
	first := strings.ToLower(words[0])
	dated := first == "until" || first == "till"
	for n := len(words); n > 0 && (dated || first == "for" || strings.ContainsAny(first[:1], "0123456789")); n-- {
		span, wrong := calendar.ParseSpan(strings.TrimRight(strings.Join(words[:n], " "), ",:;."), now, zone)
		if wrong == nil {
			return span.To, strings.Join(words[n:], " "), nil
		}
		if err = wrong; errors.As(wrong, new(calendar.DayError)) {
			break // it is a date, only a wrong one: the words are not a reason
		}
	}
	if dated || errors.As(err, new(calendar.DayError)) {
		return time.Time{}, "", engine.Refuse("Write the last day of the pause, and a reason if you like: pause until 2026-12-20 we are skiing. (%v.)", err)
	}
	return time.Time{}, strings.TrimPrefix(text, "for "), nil
}

// Resume ends a pause that the players agreed on.
func Resume(p *batch.Speaker, _ string) error {
	switch pause := p.Table.Record.Paused; {
	case pause == nil:
		return engine.Refuse("The game is not paused.")
	case pause.By == "":
		return engine.Refuse("%s Only the host can resume it.", pause.Sentence())
	}
	p.Table = p.Table.Resumed(p.Player, p.Batch.Draft.Now())
	return nil
}
