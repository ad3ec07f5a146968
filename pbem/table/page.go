package table

import (
	"fmt"
	"slices"
)

// What may be seen of a running game by those who do not play: its page is in the list of
// all games, or only for those who know its address, or there is none. The words are stored.
const (
	PagePublic   = "public"
	PageUnlisted = "unlisted"
	PageOff      = "off"
)

// pageLevels are the words, the most careful first.
var pageLevels = []string{PageOff, PageUnlisted, PagePublic}

// IsPage reports whether a word says how a page is shown.
func IsPage(word string) bool { return slices.Contains(pageLevels, word) }

// Page says how the page of a game is shown. usual is what the host has set for all
// tables. Any player may have less than that; for more all players must say so. What the
// host has said about this table goes before what is usual, and "off" before everything.
func (r Record) Page(usual string) string {
	level := usual
	if r.Shown != "" {
		level = r.Shown
	}
	if r.Shown == PageOff || !IsPage(level) {
		return PageOff
	}
	least, all := PagePublic, true
	for _, s := range r.Seats {
		switch {
		case s.Open:
		case s.Page == "":
			all = false
		default:
			least = careful(least, s.Page)
		}
	}
	if all && slices.ContainsFunc(r.Seats, func(s Seat) bool { return !s.Open }) {
		return least
	}
	return careful(level, least)
}

// careful returns the more careful of two words.
func careful(a, b string) string {
	return pageLevels[min(slices.Index(pageLevels, a), slices.Index(pageLevels, b))]
}

// PageWords says what a word means.
func PageWords(word string) string {
	switch word {
	case PagePublic:
		return "has a page that everybody finds in the list of games"
	case PageUnlisted:
		return "has a page for those who know its address"
	}
	return "has no page"
}

// WithPage returns the table after a player has said how the page may be shown.
func (t *Table) WithPage(player, word string) *Table {
	next := t.With(t.Game, nil)
	next.Seat(player).Page = word
	return next
}

// PageMissing returns the players who have not agreed to a word.
func (r Record) PageMissing(word string) []string {
	var out []string
	for _, s := range r.Seats {
		if !s.Open && slices.Index(pageLevels, s.Page) < slices.Index(pageLevels, word) {
			out = append(out, s.Name)
		}
	}
	return out
}

// PageFile is the file of a game's page. code makes it impossible to guess.
func PageFile(game, code string) string { return fmt.Sprintf("%s-%s.html", game, code) }
