package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
)

// svg writes the shapes.
func (c *canvas) svg() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" font-family="Go, Helvetica, Arial, sans-serif" text-anchor="middle">`+"\n",
		number(c.width), number(c.height))
	for _, s := range c.shapes {
		s.svg(&b)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func (s shape) svg(b *bytes.Buffer) {
	switch {
	case s.text != "":
		s.svgText(b)
		return
	case s.radius > 0:
		fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="%s"`, number(s.center.x), number(s.center.y), number(s.radius))
	default:
		fmt.Fprintf(b, `<path d="%s"`, s.path.svg())
	}
	fill := s.fill
	if fill == "" {
		fill = "none"
	}
	fmt.Fprintf(b, ` fill="%s"`, fill)
	if s.stroke != "" {
		fmt.Fprintf(b, ` stroke="%s" stroke-width="%s"`, s.stroke, number(s.width))
	}
	b.WriteString("/>\n")
}

// haloed draws the halo of a text behind its letters.
const haloed = ` stroke-linejoin="round" paint-order="stroke"`

func (s shape) svgText(b *bytes.Buffer) {
	fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s" fill="%s"`, number(s.center.x), number(s.center.y+s.size*middle), number(s.size), s.fill)
	if s.bold {
		b.WriteString(` font-weight="bold"`)
	}
	if s.stroke != "" {
		fmt.Fprintf(b, ` stroke="%s" stroke-width="%s"`+haloed, s.stroke, number(s.width))
	}
	b.WriteString(">")
	_ = xml.EscapeText(b, []byte(s.text)) // writing to a buffer cannot fail
	b.WriteString("</text>\n")
}

func (p path) svg() string {
	out := fmt.Sprintf("M%s %s", number(p.start.x), number(p.start.y))
	for _, s := range p.steps {
		if s.curve {
			out += fmt.Sprintf("C%s %s %s %s %s %s", number(s.c1.x), number(s.c1.y), number(s.c2.x), number(s.c2.y), number(s.to.x), number(s.to.y))
			continue
		}
		out += fmt.Sprintf("L%s %s", number(s.to.x), number(s.to.y))
	}
	if p.closed {
		out += "Z"
	}
	return out
}

func number(f float64) string {
	return strconv.FormatFloat(float64(int(f*10+sign(f)*0.5))/10, 'f', -1, 64)
}

func sign(f float64) float64 {
	if f < 0 {
		return -1
	}
	return 1
}
