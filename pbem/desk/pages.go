package desk

import (
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// PageFile is the file of the page of a running game. It cannot be guessed from the game's
// id: it is made with the service's key, so all services on a store name it alike.
func (s *Desk) PageFile(game string) string {
	return table.PageFile(game, s.Office.Secret("page", game))
}

// PageAddress is where the page of a running game is published, "" if it is not.
func (s *Desk) PageAddress(t *table.Table) string {
	if s.Config.Pages.URL == "" || t.Record.Page(s.Config.Pages.Tables) == table.PageOff || t.Game.State().Result != nil {
		return ""
	}
	return s.Config.Pages.URL + "/" + s.PageFile(t.ID)
}

// PageSection names the page of a running game, if it is published.
func (s *Desk) PageSection(t *table.Table) []sheet.Section {
	at := s.PageAddress(t)
	if at == "" {
		return nil
	}
	return []sheet.Section{{Head: "The game's page", Lines: sheet.Fit("  " + at)}}
}
