package hosting

import (
	"strings"

	"pbem/engine"
	"pbem/pbem/table"
)

// showPage shows or sets how the page of a running game is shown.
func (h *Hosting) showPage(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	word := strings.ToLower(strings.Trim(rest, " .:"))
	usual := h.d.Config.Pages.Tables
	switch {
	case h.d.Config.Pages.Folder == "":
		return "", engine.Refuse("This service writes no pages of running games. Name a folder in [pages] of the configuration.")
	case word != "" && word != "usual" && !table.IsPage(word):
		return "", engine.Refuse("A page can be public, unlisted, off, or as usual: host page %s unlisted", d.Next.ID)
	case word != "":
		d.Next = d.Next.With(d.Next.Game, nil)
		d.Next.Record.Shown = strings.TrimPrefix(word, "usual")
	}
	level := d.Next.Record.Page(usual)
	answer := d.Next.Called() + " " + table.PageWords(level) + "."
	if level != table.PageOff {
		answer += " It is the file " + h.d.PageFile(d.Next.ID) + "."
	}
	if at := h.d.PageAddress(d.Next); at != "" {
		answer += "\n    " + at
	}
	return answer, nil
}
