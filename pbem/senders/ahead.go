package senders

import (
	"pbem/pbem/desk"
	"pbem/pbem/letter"
	"pbem/store"
)

// mostTagsAhead limits for how many games a mail is read ahead: anybody can name many.
const mostTagsAhead = 2

// About returns what is read together with keeping a mail, so that the work on it need not
// ask the store for one thing after the other. What is missing here is read later.
func About(s *desk.Desk, l letter.Letter) (q store.Query) {
	s.AboutSender(&q, l.From)
	if l.From != "" {
		q.Counters = append(q.Counters, ScoreName(l.From))
	}
	tags := s.Office.Tags(l)
	for _, t := range tags[:min(len(tags), mostTagsAhead)] {
		known, ok := s.Cache.Get(t.Game)
		if ok && ProvedLately(s, t) {
			s.AboutGame(&q, known)
		} else if ok {
			q.Versions = append(q.Versions, t.Game)
		}
	}
	return q
}
