package watch

import (
	"fmt"
	"time"
)

func number(what string, n int) row { return row{what, fmt.Sprint(n)} }

func (f Figures) gameRows() []row {
	out := []row{number("going on", f.Games.Running)}
	for _, r := range []row{number("looking for players", f.Games.Lobby), number("paused", f.Games.Paused), number("standing still, to be looked at", f.Games.Frozen)} {
		if r.Figure != "0" {
			out = append(out, r)
		}
	}
	out = append(out, number("ended", f.Games.Ended), number("players waited for", f.Waiting))
	if !f.OldestTurn.IsZero() {
		out = append(out, row{"longest wait", Ago(f.Now, f.OldestTurn)})
	}
	return out
}

// lookHeadline is for what needs somebody while the service works, such as problems of one game or mail.
const lookHeadline = "It works; something waits for a look"

// headline says at a glance whether the host has to act.
func (f Figures) headline(well, warned bool) string {
	switch {
	case !well:
		return "Something needs you"
	case warned, f.Games.Frozen+f.Quarantined+f.Failed > 0:
		return lookHeadline
	}
	return "All is well"
}

// outcomeWords are the outcomes of mails in words for the page. An outcome without words is shown as it is.
var outcomeWords = map[string]string{
	"applied": "moves carried out", "answered": "questions answered", "rejected": "refused, with the reason", "held": "held until the player confirms",
	"canary":  "sent by the service to itself",
	"ignored": "ignored: strangers, automatic mail", "quarantine": "set aside: the service failed on them",
}

func (f Figures) inRows() []row {
	var out []row
	for _, o := range f.Tally.outcomes() {
		words, ok := outcomeWords[o]
		if !ok {
			words = o
		}
		out = append(out, number(words, f.Tally.In[o]))
	}
	if n := f.Tally.Answers.N; n > 0 {
		mean := f.Tally.Answers.Sum / time.Duration(n)
		words := Ago(f.Now, f.Now.Add(-mean))
		if mean < 10*time.Second {
			words = fmt.Sprintf("%.1f seconds", mean.Seconds())
		}
		out = append(out, row{"mean time to the answer", words})
	}
	out = append(out, number("commands of players carried out", f.Tally.Decisions))
	if f.Tally.Faults > 0 {
		out = append(out, number("work that failed (see the log)", f.Tally.Faults))
	}
	if f.Quarantined > 0 {
		out = append(out, number("set aside in all (see the log)", f.Quarantined))
	}
	return out
}

func (f Figures) outRows() []row {
	t := f.Tally
	out := []row{number("sent", t.Out[Sent]), number("waiting to be sent", f.Queued)}
	if !f.Oldest.IsZero() {
		out = append(out, row{"waiting longest", Ago(f.Now, f.Oldest)})
	}
	for _, r := range []row{
		number("overtaken by newer ones, or not wanted", t.Out[Dropped]), number("attempts to be repeated", t.Out[Retried]),
		number("given up", t.Out[Failed]), number("given up in all (see the log)", f.Failed), number("addresses that get no mail, because it comes back", f.Suspended),
	} {
		if r.Figure != "0" {
			out = append(out, r)
		}
	}
	return out
}
