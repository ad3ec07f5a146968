package pbem

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"pbem/store"
)

// Time in which players could not be heard, because the service was down or
// could not read its mailbox, counts for nobody. The service notes every minute
// that it hears; a gap in that is an outage.

// aliveMark is the mark with the instant at which the service last could hear
// the players.
const aliveMark = "alive"

// outageMark begins the names of the marks that hold outages: when one began;
// the value is when it was over.
const outageMark = "outage/"

// longestGap is how long the service may be deaf without that being an outage.
const longestGap = time.Hour

// waryAfter is how long the mailbox may be unread before deadlines wait until it
// is read again.
const waryAfter = 10 * time.Minute

// outageKept is how long an outage is kept.
const outageKept = 60 * 24 * time.Hour

// hears notes that the service can hear the players now. It reports false while
// it cannot, for its mailbox has not been read for some time.
func (s *Service) hears() bool {
	last := s.now()
	if !s.polled.IsZero() {
		last = s.polled
	}
	if s.now().Sub(last) > waryAfter+2*s.cfg.poll() {
		return false
	}
	if err := s.heard(last.UTC()); err != nil {
		s.log.Error("outage.unwritable", "error", err)
	}
	return true
}

// heard notes an instant at which the service can hear, and the outage that it
// ends.
func (s *Service) heard(now time.Time) error {
	text, err := s.db.Mark(aliveMark)
	if err != nil {
		return err
	}
	marks := map[string]string{aliveMark: now.Format(time.RFC3339)}
	last, err := time.Parse(time.RFC3339, text)
	if err != nil || now.Sub(last) <= longestGap+2*s.cfg.poll() {
		return s.db.SetMark(aliveMark, marks[aliveMark])
	}
	s.log.Warn("outage.over", "from", last, "to", now)
	for _, sp := range s.outages() {
		if now.Sub(sp.To) > outageKept {
			marks[outageMark+sp.From.Format(time.RFC3339)] = ""
		}
	}
	marks[outageMark+last.UTC().Format(time.RFC3339)] = marks[aliveMark]
	s.deaf, s.unset = nil, true
	return s.db.Commit(store.Commit{At: now, Marks: marks})
}

// mailboxRead notes that the mailbox could be read: what was written meanwhile
// is worked on by a clock that knows of it.
func (s *Service) mailboxRead() {
	s.mu.Lock()
	defer s.mu.Unlock()
	gap := s.now().Sub(s.polled)
	s.polled = s.now()
	if gap > waryAfter {
		s.hears()
	}
}

// outages are the times in which nobody could be heard, the oldest first.
func (s *Service) outages() []Spell {
	if s.deaf != nil {
		return s.deaf
	}
	marks, err := s.db.Marks(outageMark)
	if err != nil {
		s.log.Error("outage.unreadable", "error", err)
		return nil
	}
	s.deaf = []Spell{}
	for _, name := range slices.Sorted(maps.Keys(marks)) {
		from, err := time.Parse(time.RFC3339, strings.TrimPrefix(name, outageMark))
		to, wrong := time.Parse(time.RFC3339, marks[name])
		if err == nil && wrong == nil {
			s.deaf = append(s.deaf, Spell{from, to})
		}
	}
	return s.deaf
}

// silenceMark begins the names of the marks that hold since when an address was
// suspended, and until when.
const silenceMark = "silence/"

// silences are the times in which no mail could reach an address.
func (s *Service) silences(address string) []Spell {
	marks, err := s.db.Marks(silenceMark + strings.ToLower(address) + "/")
	if err != nil {
		s.log.Error("address.silence-unreadable", "address", address, "error", err)
	}
	var out []Spell
	for _, name := range slices.Sorted(maps.Keys(marks)) {
		from, err := time.Parse(time.RFC3339, name[strings.LastIndex(name, "/")+1:])
		to, wrong := time.Parse(time.RFC3339, marks[name])
		if err == nil && wrong == nil {
			out = append(out, Spell{from, to})
		}
	}
	return out
}

// excuse notes that a mail to an address was lost for good: until now its
// players may not have known that they are asked, so that time does not count.
func (s *Service) excuse(marks map[string]string, address string) {
	for _, t := range s.running() {
		for _, id := range t.everybody() {
			if seat := t.seat(id); strings.EqualFold(seat.Address, address) && !seat.Asked.IsZero() {
				name := silenceMark + strings.ToLower(address) + "/" + seat.Asked.UTC().Format(time.RFC3339)
				marks[name] = s.now().UTC().Format(time.RFC3339)
			}
		}
	}
	s.unset = true
}

// reachable notes until when an address was suspended, so that the clock of its
// player has stood still; fresh is the address at which they can be reached, the
// same or another. What is too old to matter is forgotten.
func (s *Service) reachable(marks map[string]string, address, fresh string) error {
	since, err := s.db.Mark(suspendName(address))
	if err != nil {
		return err
	}
	now := s.now().UTC()
	mark := func(from, to time.Time) string {
		name := silenceMark + strings.ToLower(fresh) + "/" + from.UTC().Format(time.RFC3339)
		marks[name] = to.UTC().Format(time.RFC3339)
		return name
	}
	for _, sp := range s.silences(address) {
		if name := mark(sp.From, sp.To); now.Sub(sp.To) > outageKept {
			marks[name] = ""
		}
	}
	if from, err := time.Parse(time.RFC3339, since); err == nil {
		mark(from, now)
	}
	s.unset = true
	return nil
}

// setAnew sets the deadlines of all games that are on: after an outage, a change
// of addresses, and when the service begins. One game at fault does not keep the
// others from theirs.
func (s *Service) setAnew(ctx context.Context) error {
	ids, err := s.db.Games()
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.unset = false // what is unset meanwhile is set by the next tick
	s.mu.Unlock()
	for portion := range slices.Chunk(ids, setAtOnce) {
		if err = ctx.Err(); err == nil {
			err = s.setPortion(portion)
		}
		if err != nil {
			s.mu.Lock()
			s.unset = true
			s.mu.Unlock()
			return err
		}
	}
	return nil
}

// setAtOnce is for how many games deadlines are set at a time.
const setAtOnce = 20

// setPortion sets the deadlines of some games.
func (s *Service) setPortion(ids []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := store.Commit{At: s.now()}
	for _, t := range s.on(ids) {
		err := guarded(func() error { c.Deadlines = append(c.Deadlines, s.deadlines(t)...); return nil })
		if err != nil {
			s.log.Error("clock.game-failed", "game", t.id, "error", err)
		}
	}
	if len(c.Deadlines) == 0 {
		return nil
	}
	return s.db.Commit(c)
}
