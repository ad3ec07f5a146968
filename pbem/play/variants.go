package play

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/lobby"
	"pbem/pbem/sheet"
	"pbem/titles/title"
)

// allVariants are words for the variants of a title, rather than for one of them.
var allVariants = []string{"variant", "variants", "the variants", "optional rules"}

// variantsHelp explains the variants of titles, or the one that a text names; nil if it names none. In a game it says
// which of them are played.
func variantsHelp(b *batch.Batch, list []*title.Title, text string) []sheet.Section {
	all := slices.Contains(allVariants, strings.ToLower(text))
	sec := sheet.Section{Head: "Help " + batch.Brief(text)}
	for _, t := range list {
		for _, v := range t.Variants {
			if all || lobby.SameWords(text, v.Key) {
				sec.Facts = append(sec.Facts, sheet.Fact{Name: t.Facts.Slug, Text: v.Key + ": " + v.Text})
			}
		}
	}
	if !all && len(sec.Facts) == 0 {
		return nil
	}
	if b.At != nil {
		sec.Facts = append(sec.Facts, sheet.Fact{Name: "Played", Text: played(b.At.Table.Title, b.At.Table.Game.State())})
	}
	if all {
		sec.Lines = []string{"  Variants are chosen when a game is made, and do not change after that."}
	}
	return []sheet.Section{sec}
}

// played says which variants of a title a game is played with.
func played(t *title.Title, s *engine.State) string {
	with := t.Played(s)
	switch {
	case len(t.Variants) == 0:
		return t.Facts.Name + " has no variants"
	case len(with) == 0:
		return "this game, without variants"
	}
	return "this game, with " + title.NamesOf(with)
}
