package pbem

import (
	"time"

	"pbem/pbem/sheet"
	"pbem/store"
)

// Settings are what a member has set for all their games.
type Settings struct {
	TextOnly bool `json:"textOnly,omitempty"`
}

// suit fits a mail to the settings of its reader.
func (s *Service) suit(m *sheet.Mail, t *table, id string) {
	m.Deadline = s.due(t, id)
}

// textOnly reports whether a seat gets no pictures.
func (s *Service) textOnly(t *table, id string) bool { return s.cfg.NoPictures }

// hasten decides when a mail that tells a position goes out.
func (s *Service) hasten(m *store.Mail, t *table, id string, re reply) {}

// when shows an instant to a member.
func (s *Service) when(m Member, at time.Time) string {
	return at.In(s.cfg.zone()).Format("Mon 2 Jan 15:04 MST")
}
