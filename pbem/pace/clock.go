package pace

import (
	"time"

	"pbem/pbem/calendar"
)

// Lateness is how far the steps have gone for a player who has not answered.
// Each step counts from the one before, so that none comes before the player
// could answer the last.
type Lateness struct {
	Step int       `json:"step,omitempty"` // one of the steps below; stored
	At   time.Time `json:"at,omitzero"`    // when it was due
}

// The steps of lateness. Every step after GivenUp is one more reminder.
const (
	inTime   = iota
	Reminded // the player was reminded
	Announced
	GivenUp // the grace is over and the table's policy was applied
)

// The keys of a seat's deadlines, followed by a slash and the player. They say what happens then.
const (
	RemindKey = "remind"
	TellKey   = "tell"
	LateKey   = "late"
	KeepKey   = "caretaker" // the caretaker has more moves to make than one mail allows
	RobotKey  = "robot"     // a robot is asked
)

// DeadlineKeys are all of them.
var DeadlineKeys = []string{RemindKey, TellKey, LateKey, KeepKey, RobotKey}

// A Turn is what a player has time for.
type Turn struct {
	Asked time.Time
	Offer bool // the question is whether to accept another player's offer
	Late  Lateness
}

// A Clock counts the time of one seat.
type Clock struct {
	calendar.Hours
	pace Pace
	away []calendar.Span // time that does not count
}

// Clock returns the clock of a seat that was asked at a given time. Tables
// without a zone use zone.
func (p Pace) Clock(zone *time.Location, asked time.Time, uncounted ...[]Spell) Clock {
	c := Clock{Hours: p.Hours(zone), pace: p}
	for _, spells := range uncounted {
		for _, sp := range spells {
			if sp.To.After(asked) {
				c.away = append(c.away, calendar.Span(sp))
			}
		}
	}
	return c
}

func (c Clock) after(start time.Time, d time.Duration) time.Time { return c.Add(start, d, c.away...) }
func (c Clock) move() time.Duration                              { return c.pace.Move.of(c.Hours) }
func (c Clock) grace() time.Duration                             { return c.pace.Grace.of(c.Hours) }
func (c Clock) day() time.Duration                               { return Wait{Days: 1}.of(c.Hours) }

// Due returns until when a player should answer. A player who is asked to agree
// to an offer has the grace too; after that the offer counts as declined.
func (c Clock) Due(t Turn) time.Time {
	if t.Offer {
		return c.after(t.Asked, c.move()+c.grace())
	}
	return c.after(t.Asked, c.move())
}

// Next returns the next step of lateness, and when it is due. Without a grace
// the policy is followed a day after the time is over.
func (c Clock) Next(t Turn) (key string, at time.Time) {
	grace, late := c.grace(), t.Late
	switch {
	case t.Offer && late.Step == inTime:
		return RemindKey, c.after(t.Asked, c.untilReminder())
	case t.Offer:
		return LateKey, c.after(late.At, c.move()+grace-c.untilReminder())
	case late.Step == inTime:
		return RemindKey, c.after(t.Asked, c.move())
	case late.Step == Reminded && grace > 0:
		return TellKey, c.after(late.At, grace/2)
	case late.Step == Reminded:
		return LateKey, c.after(late.At, c.day())
	case late.Step == Announced:
		return LateKey, c.after(late.At, grace-grace/2)
	}
	return LateKey, c.after(late.At, c.move())
}

// OverAt returns when the policy is followed for a late player.
func (c Clock) OverAt(t Turn) time.Time {
	if t.Late.Step == Announced {
		_, end := c.Next(t)
		return end
	}
	grace := c.grace()
	if grace == 0 {
		grace = c.day()
	}
	return c.after(t.Late.At, grace)
}

// untilReminder is how long after the question a player who must agree to an
// offer is reminded.
func (c Clock) untilReminder() time.Duration {
	if c.grace() == 0 {
		return c.move() / 2
	}
	return c.move()
}

// punctual is how late a step may be and still count from its due time. A later step counts from when it
// happens.
const punctual = time.Hour

// Moved returns the lateness after a step that was due at a given time.
func (l Lateness) Moved(key string, at, now time.Time) Lateness {
	if now.Sub(at) > punctual {
		at = now
	}
	l.At = at.UTC()
	switch key {
	case RemindKey:
		l.Step = Reminded
	case TellKey:
		l.Step = Announced
	default:
		l.Step = max(l.Step+1, GivenUp)
	}
	return l
}
