package pace

import (
	"math"
	"slices"
	"time"

	"pbem/engine"
	"pbem/pbem/calendar"
)

// A Spell is a time that does not count: a vacation, a pause, an outage.
type Spell struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// LastDay returns the last day of a spell in a zone.
func LastDay(style calendar.Style, sp Spell, zone *time.Location) string {
	return style.Day(sp.To.Add(-1), zone)
}

// Joined adds a spell to others, in order. Spells that touch become one.
func Joined(spells []Spell, more Spell) []Spell {
	all := append(slices.Clone(spells), more)
	slices.SortFunc(all, func(a, b Spell) int { return a.From.Compare(b.From) })
	var out []Spell
	for _, sp := range all {
		if n := len(out); n > 0 && !sp.From.After(out[n-1].To) {
			if sp.To.After(out[n-1].To) {
				out[n-1].To = sp.To
			}
			continue
		}
		out = append(out, sp)
	}
	return out
}

// Later returns the later of two times.
func Later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Bounds of the vacations of a player, in days.
const (
	longestVacation = 60 // at a time; calendar.Longest
	mostVacation    = 90 // in a year
	YearDays        = 365
)

// CheckAway refuses vacations that are too long, or too many of them in a year.
func CheckAway(away []Spell) error {
	for _, last := range away {
		if n := days(last.To.Sub(last.From)); n > longestVacation {
			return engine.Refuse("With what is on file you would be away for %d days at a time: the limit is %d. For longer, ask the others for a pause, or give up your seat.", n, longestVacation)
		}
		year, sum := last.To.AddDate(0, 0, -YearDays), time.Duration(0)
		for _, sp := range away {
			if from := Later(sp.From, year); sp.To.After(from) && !sp.To.After(last.To) {
				sum += sp.To.Sub(from)
			}
		}
		if n := days(sum); n > mostVacation {
			return engine.Refuse("With what is on file you would be away for %d days of a year: the limit is %d. \"vacation\" shows what is on file.", n, mostVacation)
		}
	}
	return nil
}

func days(d time.Duration) int { return int(math.Round(d.Hours() / 24)) }
