package pbem

import (
	"crypto/sha256"

	"pbem/engine"
	"pbem/pbem/picture"
	"pbem/pbem/sheet"
)

// pictureID is the Content-ID of the map in a mail.
const pictureID = "map"

// A drawn map is kept until the game's map looks different.
type drawn struct {
	of  [sha256.Size]byte // the drawing
	png []byte
}

// picture returns the map for a mail that wants it: whoever is to move, asked
// for the position or reads the end sees it. Painting takes a while, so a map
// that has not changed is not painted again.
func (s *Service) picture(t *table, to string, m sheet.Mail) ([]byte, error) {
	moves := m.Kind == sheet.Auto && len(engine.Of(m.Pending, m.Reader)) > 0
	if s.textOnly(t, to) || !moves && m.Kind != sheet.Status && m.State.Result == nil {
		return nil, nil
	}
	of := sha256.Sum256(picture.SVG(t.title, m.State))
	if d, ok := s.drawn[t.id]; ok && d.of == of {
		return d.png, nil
	}
	png, err := picture.PNG(t.title, m.State)
	if err != nil {
		return nil, err
	}
	s.drawn[t.id] = drawn{of, png}
	return png, nil
}
