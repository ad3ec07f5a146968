package play

import (
	"fmt"
	"strings"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// Page shows, or sets for the player, how the page of the running game is shown.
func Page(p *batch.Speaker, rest string) error {
	d := p.Batch.Draft
	word := strings.ToLower(strings.Trim(rest, " .:"))
	switch {
	case d.Config.Pages.Folder == "":
		return engine.Refuse("This service has no pages of running games. \"history\" and \"map\" bring the same by mail.")
	case word != "" && !table.IsPage(word):
		return engine.Refuse("Say who may see the page of the game: page public, page unlisted (whoever has its address) or page off.")
	case word != "":
		p.Table, p.Recorded = p.Table.WithPage(p.Player, word), true
	}
	level := p.Table.Record.Page(d.Config.Pages.Tables)
	sec := sheet.Section{Head: "The page of the game", Lines: []string{fmt.Sprintf("  The game %s.", table.PageWords(level))}}
	if missing := p.Table.Record.PageMissing(word); word != "" && word != level && len(missing) > 0 {
		sec.Lines = append(sec.Lines, "  For more, each player must say so; missing: "+table.List(missing)+".")
	}
	if at := d.PageAddress(p.Table); at != "" {
		sec.Lines = append(sec.Lines, sheet.Fit("  "+at)...)
	}
	sec.Say = []sheet.Saying{{Line: "page off", Gloss: "no page; any player may"}, {Line: "page unlisted", Gloss: "for those who know its address"}, {Line: "page public", Gloss: "in the list of all games, when all players say so"}}
	p.Answers = append(p.Answers, sec)
	return nil
}
