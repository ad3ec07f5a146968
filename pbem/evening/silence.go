package evening

import (
	"slices"

	"pbem/store"
)

// Why a mail may have no answer. Any other silence is a fault.
const (
	knownMail     = "the same mail had come before"
	toldToday     = "the same was refused before, on the same day"
	onlyNoise     = "several mails in an hour in which nothing was understood"
	overtakenMail = "a newer mail to the same reader took its place"
	seatGivenUp   = "its writer has given the seat up"
)

// silence records why a mail was not answered, or complains.
func (w *watch) silence(m *sent) {
	why := w.reason(m)
	if why == "" {
		w.complainOf(m, "%s: %q of %s, a %s written with %s, is %s and has no answer", m.game, m.lines, m.by.name, m.kind, m.by.style.Name, m.outcome)
		return
	}
	w.tally.silent[why]++
}

// reason returns why a mail has no answer, "" if there is no good reason.
func (w *watch) reason(m *sent) string {
	switch {
	case m.again, m.kind == repeat && w.answered(m.id):
		return knownMail
	case m.outcome == "rejected" && w.refusedToday(m):
		return toldToday
	case m.outcome == "ignored" && w.noisy(m):
		return onlyNoise
	case w.dropped(m):
		return overtakenMail
	case m.kind == leave && m.outcome == "applied":
		return seatGivenUp
	}
	return ""
}

// answered reports whether any copy of a mail was answered.
func (w *watch) answered(id string) bool {
	return slices.ContainsFunc(w.everything(), func(m *sent) bool { return m.id == id && m.answer != nil })
}

func (w *watch) everything() (all []*sent) {
	for _, p := range w.e.people {
		all = append(all, p.wrote...)
	}
	return all
}

// refusedToday reports whether the writer of a mail was told the same earlier on the same day.
func (w *watch) refusedToday(m *sent) bool {
	return slices.ContainsFunc(m.by.wrote, func(o *sent) bool {
		return o != m && o.game == m.game && o.outcome == "rejected" && o.answer != nil && slices.Equal(o.lines, m.lines) &&
			o.at.UTC().YearDay() == m.at.UTC().YearDay()
	})
}

// mostNoise is how many mails an hour are answered in which nothing is understood.
const mostNoise = 3

// noisy reports whether the writer of a mail has written more than that in its hour.
func (w *watch) noisy(m *sent) bool {
	n := 0
	for _, o := range m.by.wrote {
		if o.kind == prose && o.at.UTC().Truncate(60*60e9).Equal(m.at.UTC().Truncate(60*60e9)) {
			n++
		}
	}
	return m.kind == prose && n > mostNoise
}

// dropped reports whether the answer to a mail was queued and then superseded.
func (w *watch) dropped(m *sent) bool {
	entry := w.wrote(m)
	if entry == nil {
		return false
	}
	for _, o := range entry.mails {
		if got, err := w.e.db.Mail(o.id); o.to == m.by.address && err == nil && got.State == store.Dropped {
			return true
		}
	}
	return false
}
