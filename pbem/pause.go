package pbem

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/calendar"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
)

// A Pause stops a game's clock and its moves. What all players have agreed to,
// such as to take something back, is done in a pause too.
//
// The host ends a pause of the host. One of the players is ended by any of
// them: all had to agree to it, so it lasts as long as all want it.
type Pause struct {
	By     string    `json:"by,omitempty"`   // a player, for all of them; "" for the host
	At     time.Time `json:"at"`             // since when the clock stands still
	Until  time.Time `json:"until,omitzero"` // then it is over by itself; zero for never
	Reason string    `json:"reason,omitempty"`
}

func (p *Pause) sentence() string {
	text := "The game is paused"
	if p.By == "" {
		text += " by the host"
	}
	return text + p.why() + "."
}

// why is the reason behind a colon.
func (p *Pause) why() string {
	if p.Reason == "" {
		return ""
	}
	return ": " + strings.TrimRight(p.Reason, ".")
}

// paused returns the table paused; by is a player, for all of them, "" for the
// host.
func (t *table) paused(by, reason string, at time.Time) *table {
	return t.stopped(Pause{By: by, At: at.UTC(), Reason: reason})
}

// stopped returns the table in a pause. A game that is paused already has stood
// still since then.
func (t *table) stopped(p Pause) *table {
	text := "pauses the game" + p.why()
	if p.By != "" {
		text = "pauses the game, as all agreed" + p.why()
	}
	if was := t.record.Paused; was != nil {
		p.At = was.At
	}
	next := t.said(p.By, "pause", text)
	next.record.Paused = &p
	return next
}

// resumed returns the table after a pause; by is a player, "" for the host.
func (t *table) resumed(by string, at time.Time) *table {
	return t.said(by, "resume", "lets the game go on").goesOn(at)
}

// goesOn ends a pause; its time counts for nobody.
func (t *table) goesOn(at time.Time) *table {
	next := t.with(t.game, nil)
	stood := pace.Spell{From: t.record.Paused.At, To: at.UTC()}
	next.record.Paused, next.record.Stood = nil, append(slices.Clip(t.record.Stood), stood)
	return next
}

// pause asks the other players for a pause: "pause until 20 Dec holidays".
func pause(d *speaker, rest string) error {
	if p := d.table.record.Paused; p != nil {
		return engine.Refuse("%s", p.sentence())
	}
	s := d.errand.s
	until, reason, err := pauseWords(rest, s.now(), s.cfg.Zone)
	if err != nil {
		return err
	}
	return d.ask(Request{Kind: pauseRequest, Rest: until, Words: reason})
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
		err = wrong
	}
	if dated {
		return time.Time{}, "", engine.Refuse("Write the last day of the pause, and then why if you like: pause until 2026-12-20 we are skiing. (%v.)", err)
	}
	return time.Time{}, strings.TrimPrefix(text, "for "), nil
}

func pauseText(s *draft, _ *table, r Request) string {
	text := "pause the game"
	if !r.Rest.IsZero() {
		text += " until " + s.when(people.Member{}, r.Rest)
	}
	p := Pause{Reason: r.Words}
	return text + p.why()
}

func grantPause(s *draft, t *table, r Request) (*table, error) {
	p := Pause{By: r.By, At: s.now().UTC(), Until: r.Rest, Reason: r.Words}
	if !p.Until.IsZero() && !p.Until.After(p.At) {
		return t.said("", sheet.Notice, fmt.Sprintf("All agreed to the pause that %s asked for, but it is over already.", t.name(r.By))), nil
	}
	return t.stopped(p), nil
}

// resume ends a pause of the players.
func resume(d *speaker, _ string) error {
	switch p := d.table.record.Paused; {
	case p == nil:
		return engine.Refuse("The game is not paused.")
	case p.By == "":
		return engine.Refuse("%s Only the host can let it go on.", p.sentence())
	}
	d.table = d.table.resumed(d.player, d.errand.s.now())
	return nil
}
