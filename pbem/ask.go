package pbem

import "pbem/pbem/sheet"

// standing is what every mail to a seat ends with: what they said in advance,
// and what they are asked beside the game.
func (s *Service) standing(t *table, id string) []sheet.Section {
	return ordersSection(t.seat(id))
}
