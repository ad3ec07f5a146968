package sheet

import (
	"html/template"

	"pbem/templates"
)

// fragment writes a document as a part of a page, which brings the styles and
// draws the map itself.
var fragment = template.Must(template.ParseFS(templates.Files, "position.html"))

// Fragment writes the whole position as a part of an HTML page: sections under
// headings of the third level. The page has a picture of the map.
func Fragment(m Mail) template.HTML {
	m.Picture = "of the page"
	v, d := look(m), &doc{}
	v.position(d)
	return template.HTML(d.execute(fragment))
}

// OneLine makes a text of a player fit for one line, without characters that
// would disturb what stands beside it.
func OneLine(s string) string { return oneLine(s) }
