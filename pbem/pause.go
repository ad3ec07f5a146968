package pbem

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/calendar"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// pause asks the other players for a pause: "pause until 20 Dec holidays".
func pause(d *speaker, rest string) error {
	if p := d.table.Record.Paused; p != nil {
		return engine.Refuse("%s", p.Sentence())
	}
	s := d.batch.d
	until, reason, err := pauseWords(rest, s.now(), s.cfg.Zone)
	if err != nil {
		return err
	}
	return d.ask(table.Request{Kind: table.PauseRequest, Rest: until, Words: reason})
}

// pauseWords reads until when a pause is to last, and why.
func pauseWords(text string, now time.Time, zone *time.Location) (until time.Time, reason string, err error) {
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
			break // it is a date: what is wrong with it is no reason
		}
	}
	if dated || errors.As(err, new(calendar.DayError)) {
		return time.Time{}, "", engine.Refuse("Write the last day of the pause, and then why if you like: pause until 2026-12-20 we are skiing. (%v.)", err)
	}
	return time.Time{}, strings.TrimPrefix(text, "for "), nil
}

func pauseText(d *draft, _ *table.Table, r table.Request) string {
	text := "pause the game"
	if !r.Rest.IsZero() {
		text += " until " + d.when(people.Member{}, r.Rest)
	}
	p := table.Pause{Reason: r.Words}
	return text + p.Why()
}

func grantPause(d *draft, t *table.Table, r table.Request) (*table.Table, error) {
	p := table.Pause{By: r.By, At: d.now().UTC(), Until: r.Rest, Reason: r.Words}
	if !p.Until.IsZero() && !p.Until.After(p.At) {
		return t.Said("", sheet.Notice, fmt.Sprintf("All agreed to the pause that %s asked for, but it is over already.", t.Name(r.By))), nil
	}
	return t.Stopped(p), nil
}

// resume ends a pause of the players.
func resume(d *speaker, _ string) error {
	switch p := d.table.Record.Paused; {
	case p == nil:
		return engine.Refuse("The game is not paused.")
	case p.By == "":
		return engine.Refuse("%s Only the host can let it go on.", p.Sentence())
	}
	d.table = d.table.Resumed(d.player, d.batch.d.now())
	return nil
}
