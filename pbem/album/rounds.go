package album

import (
	"pbem/engine"
	"pbem/titles/title"
)

// A Round is a stretch of a game's log: the events from From up to Upto.
type Round struct {
	Name  string        // "OR 2.1"
	From  int           //
	Upto  int           //
	State *engine.State // the state at its end
}

// Rounds divides a log by the rounds of the title. The setup is part of the
// first. After an undo back into an earlier round, what was taken back belongs
// to that earlier round.
func Rounds(t *title.Title, log []engine.Event) []Round {
	d := divider{title: t, table: engine.Fold(nil)}
	d.saved = []save{{0, d.table}}
	for i, e := range log {
		d.event(log, i, e)
	}
	d.advance(log, len(log))
	for i := range d.rounds {
		d.rounds[i].Upto = len(log)
		if i+1 < len(d.rounds) {
			d.rounds[i].Upto = d.rounds[i+1].From
		}
	}
	if n := len(d.rounds); n > 0 {
		d.rounds[n-1].State = d.table
	}
	return d.rounds
}

type divider struct {
	title  *title.Title
	rounds []Round
	begun  []int         // number of events in force when each round began
	table  *engine.State // the state after the first `at` events
	at     int
	force  engine.Force // the events in force
	saved  []save       // the first is that of no events
}

// A save is the state after the first events in force, for an undo to go back to: to fold the whole log for each of thousands of
// undos would take minutes.
type save struct {
	events int
	table  *engine.State
}

// saveEvery is after how many events a state is saved.
const saveEvery = 100

func (d *divider) event(log []engine.Event, i int, e engine.Event) {
	switch e := e.(type) {
	case engine.Undone:
		d.undone(log, i, e)
	case engine.Flowed:
		d.flowed(log, i)
		d.force = d.force.With(log, i)
		d.save()
	default:
		d.force = d.force.With(log, i)
	}
}

// undone goes back to an earlier state.
func (d *divider) undone(log []engine.Event, i int, e engine.Undone) {
	d.force = d.force.With(log, i)
	for n := len(d.saved) - 1; n > 0 && d.saved[n].events > e.To; n-- {
		d.saved = d.saved[:n]
	}
	last := d.saved[len(d.saved)-1]
	var since []engine.Event
	for _, at := range d.force[last.events:] {
		since = append(since, log[at])
	}
	d.table, d.at = last.table.With(since...), i+1
	for n := len(d.rounds) - 1; n > 0 && d.begun[n] >= e.To; n-- {
		d.rounds, d.begun = d.rounds[:n], d.begun[:n]
	}
}

// save saves the present state if the last one was saved long ago. All events in force are in it.
func (d *divider) save() {
	if len(d.force)-d.saved[len(d.saved)-1].events >= saveEvery {
		d.saved = append(d.saved, save{len(d.force), d.table})
	}
}

// flowed checks, when a step begins, whether a round has begun since the previous step.
func (d *divider) flowed(log []engine.Event, i int) {
	before, from := d.table, d.at
	d.advance(log, i+1)
	n := len(d.rounds)
	if n > 0 && d.table.Result != nil {
		return
	}
	name := d.name(d.table)
	if n == 0 {
		d.rounds, d.begun = []Round{{Name: name}}, []int{0}
		return
	}
	old := d.rounds[n-1].Name
	if name == old {
		return
	}
	at := from // the first event that does not belong to the old round
	for after := before.With(log[at]); at < i && d.name(after) == old; after = before.With(log[at]) {
		before, at = after, at+1
	}
	d.rounds[n-1].State = before
	d.rounds, d.begun = append(d.rounds, Round{Name: name, From: at}), append(d.begun, len(d.force)-(i-at))
}

func (d *divider) name(s *engine.State) string { return d.title.Round(s) }

// advance brings the state up to the first n events.
func (d *divider) advance(log []engine.Event, n int) {
	if n > d.at {
		d.table, d.at = d.table.With(log[d.at:n]...), n
	}
}
