package program

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// blank matches a placeholder: a name in braces, perhaps with a length. CSS in a page also has braces, but it
// contains semicolons.
var blank = regexp.MustCompile(`\{([^{};]+)\}`)

// fill fills in the placeholders of a form. A name in braces is a value of this place, otherwise a day or
// month in the program's language, otherwise random characters of a kind and length ("hex:16"), otherwise a
// layout for the time.
func (d *draft) fill(form string, at time.Time, values map[string]string) string {
	return blank.ReplaceAllStringFunc(form, func(found string) string {
		name := found[1 : len(found)-1]
		if v, ok := values[name]; ok {
			return v
		}
		if v, ok := d.day(name, at); ok {
			return v
		}
		kind, length, _ := strings.Cut(name, ":")
		if n, err := strconv.Atoi(length); err == nil && alphabets[kind] != "" {
			return d.random(alphabets[kind], n)
		}
		return d.named(name, at)
	})
}

// day returns the names of days and months.
func (d *draft) day(name string, at time.Time) (string, bool) {
	switch name {
	case "weekday":
		return d.lang.weekday[at.Weekday()], true
	case "wday":
		return d.lang.wday[at.Weekday()], true
	case "month":
		return d.lang.month[at.Month()-1], true
	case "mon":
		return d.lang.mon[at.Month()-1], true
	case "zone":
		return at.Format("MST"), true
	}
	return "", false
}

// named returns the values used in Message-IDs, and the time in a layout.
func (d *draft) named(name string, at time.Time) string {
	switch name {
	case "domain":
		return d.a.Address[strings.LastIndexByte(d.a.Address, '@')+1:]
	case "ms":
		return fmt.Sprint(at.UnixMilli())
	case "uuid":
		return d.uuid(alphabets["hex"])
	case "UUID":
		return d.uuid(alphabets["HEX"])
	}
	return at.Format(name)
}

// alphabets are the characters of Message-IDs and the like.
var alphabets = map[string]string{
	"hex": "0123456789abcdef", "HEX": "0123456789ABCDEF", "digits": "123456789",
	"alnum":  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
	"ALNUM":  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
	"letter": "abcdefghijklmnopqrstuvwxyz", "b64": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-",
}

func (d *draft) random(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[d.dice.IntN(len(alphabet))]
	}
	return string(b)
}

func (d *draft) uuid(alphabet string) string {
	r := func(n int) string { return d.random(alphabet, n) }
	return r(8) + "-" + r(4) + "-4" + r(3) + "-" + r(4) + "-" + r(12)
}

// corrected changes typed text as phones do: a capital at the beginning of a line, typographic quotes and
// dashes, and now and then a non-breaking blank.
func (d *draft) corrected(lines []string) []string {
	if !d.style.smart {
		return lines
	}
	for i, l := range lines {
		l = curl(l)
		if at := strings.LastIndexByte(l, ' '); at > 0 && d.dice.IntN(4) == 0 {
			l = l[:at] + "\u00a0" + l[at+1:]
		}
		if r := []rune(l); len(r) > 0 && d.dice.IntN(4) > 0 {
			r[0] = unicode.ToUpper(r[0])
			l = string(r)
		}
		lines[i] = l
	}
	return lines
}

// curl makes quotes and dashes typographic.
func curl(s string) string {
	var b strings.Builder
	before := ' '
	for _, r := range strings.ReplaceAll(s, " -- ", " — ") {
		opens := before == ' ' || before == '('
		switch {
		case r == '"' && opens:
			b.WriteRune('“')
		case r == '"':
			b.WriteRune('”')
		case r == '\'' && opens:
			b.WriteRune('‘')
		case r == '\'':
			b.WriteRune('’')
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

// headValues returns the values for the announcement of a quote.
func (d *draft) headValues() map[string]string {
	m, said := d.mail, d.style.said[d.lang.code]
	at := m.date.In(d.a.Date.Location())
	v := map[string]string{"name": m.from.shown(), "addr": m.from.address}
	if labels := strings.Split(said, "|"); len(labels) == 5 {
		colon := ":"
		if d.lang.code == "fr" {
			colon = " :"
		}
		for i, field := range []string{"From", "Sent", "To", "Subject"} {
			v[field] = labels[i] + colon
		}
		said = labels[4]
		v["topic"], v["recipients"] = m.subject, recipients(m.to)
	}
	v["original"] = d.lang.original
	v["said"] = d.fill(said, at, v)
	v["sent"] = v["said"]
	return v
}

// shown returns how a program shows a person.
func (p person) shown() string {
	if p.name == "" {
		return p.address
	}
	return p.name
}

func recipients(list []person) string {
	var all []string
	for _, p := range list {
		all = append(all, strings.TrimSpace(p.name+" <"+p.address+">"))
	}
	return strings.Join(all, "; ")
}
