package facts

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"pbem/engine/board"
)

// A decoder fills structs from a file, by their json tags, and tells everything
// that does not fit. A second tag says what must be written, for absence is no
// zero:
//
//	facts:"must"  it must be there
//	facts:"many"  it must be there: a number of at least 1, or "unlimited", which is read as 0
//	facts:"limit" it may be left out; what is there is as for many
//
// What follows after a comma tells the author what to write.
type decoder struct {
	faults *Faults
	forms  map[reflect.Type]*form
}

// A form is what a struct takes.
type form struct {
	names  []string
	fields map[string]field
}

type field struct {
	index []int
	rule  string // of the tag
	hint  string
}

const unlimited = "unlimited"

// form lists the fields of a struct, with those of structs embedded in it.
func (d *decoder) form(t reflect.Type) *form {
	if f := d.forms[t]; f != nil {
		return f
	}
	f := &form{fields: map[string]field{}}
	d.forms[t] = f
	for i := range t.NumField() {
		sf := t.Field(i)
		name := sf.Tag.Get("json")
		if sf.Anonymous && name == "" {
			inner := d.form(sf.Type)
			for _, n := range inner.names {
				if _, outer := f.fields[n]; !outer {
					in := inner.fields[n]
					in.index = append([]int{i}, in.index...)
					f.names, f.fields[n] = append(f.names, n), in
				}
			}
			continue
		}
		if name == "" || name == "-" {
			continue
		}
		rule, hint, _ := strings.Cut(sf.Tag.Get("facts"), ", ")
		f.names, f.fields[name] = append(f.names, name), field{[]int{i}, rule, hint}
	}
	return f
}

// A place is where a decoder is: in the words of an author and the word last
// read.
type place struct {
	at   string
	word string
}

func (d *decoder) bad(n *node, p place, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if p.word != "" {
		text = fmt.Sprintf("%q ", p.word) + text
	}
	d.faults.add(n.line, p.at, "%s", text)
}

func (d *decoder) wrong(n *node, p place, want string) { d.bad(n, p, "is %s: want %s", n, want) }

var (
	ofRevenue = reflect.TypeFor[board.Revenue]()
	ofTrack   = reflect.TypeFor[board.Path]()
)

// value fills one value.
func (d *decoder) value(n *node, v reflect.Value, p place) {
	switch t := v.Type(); {
	case t == ofRevenue:
		d.revenue(n, v.Addr().Interface().(*board.Revenue), p)
	case t == ofTrack:
		d.track(n, v.Addr().Interface().(*board.Path), p)
	case t.Kind() == reflect.Struct:
		d.object(n, v, p)
	case t.Kind() == reflect.Pointer && n.kind == null:
	case t.Kind() == reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		d.value(n, v.Elem(), p)
	case t.Kind() == reflect.Slice:
		d.list(n, v, p)
	case t.Kind() == reflect.Map:
		d.table(n, v, p)
	case t.Kind() == reflect.Int:
		v.SetInt(int64(d.number(n, p)))
	case t.Kind() == reflect.String && n.kind == text:
		v.SetString(n.text)
	case t.Kind() == reflect.String:
		d.wrong(n, p, `a text in "quotes"`)
	case t.Kind() == reflect.Bool && n.kind == boolean:
		v.SetBool(n.text == "true")
	default:
		d.wrong(n, p, "true or false")
	}
}

// mostMoney bounds numbers: no money, price or number of pieces is so large.
const mostMoney = 1_000_000

func (d *decoder) number(n *node, p place) int {
	i, err := strconv.Atoi(n.text)
	switch {
	case n.kind != number:
		d.wrong(n, p, "a number without quotes")
	case err != nil:
		d.wrong(n, p, "a whole number")
	case i < 0:
		d.wrong(n, p, "0 or more")
	case i > mostMoney:
		d.wrong(n, p, fmt.Sprintf("no more than %d", mostMoney))
	default:
		return i
	}
	return 0
}

// many reads a number of things that may be unlimited.
func (d *decoder) many(n *node, p place) int {
	if n.kind == text && n.text == unlimited {
		return 0
	}
	if n.kind != number || n.text == "0" {
		d.wrong(n, p, `a number from 1, or "unlimited"`)
		return 0
	}
	return d.number(n, p)
}

// object fills a struct.
func (d *decoder) object(n *node, v reflect.Value, p place) {
	if n.kind != object {
		d.wrong(n, p, "an object {...}")
		return
	}
	f := d.form(v.Type())
	meantOf := map[string]bool{} // words of which there is a misspelling
	for i, key := range n.keys {
		in, known := f.fields[key]
		switch item, to := n.items[i], v.FieldByIndex(in.index); {
		case !known:
			hint, near := nearest(key, f.names)
			d.faults.add(item.line, p.at, "there is no word %q here%s", key, hint)
			meantOf[near] = true
		case in.rule == "many" || in.rule == "limit":
			to.SetInt(int64(d.many(item, place{p.at, key})))
		case in.rule == "must" && item.kind == text && item.text == "":
			d.bad(item, place{p.at, key}, "is empty: want %s", in.hint)
		default:
			d.value(item, to, place{p.at, key})
		}
	}
	for _, name := range f.names {
		if in := f.fields[name]; (in.rule == "must" || in.rule == "many") && n.field(name) == nil && !meantOf[name] {
			d.missing(n, p, name, in)
		}
	}
}

func (d *decoder) missing(n *node, p place, name string, in field) {
	hint := in.hint
	if in.rule == "many" {
		hint += `: a number from 1, or "unlimited"`
	}
	d.faults.add(n.line, p.at, "%q is missing: %s", name, strings.TrimPrefix(hint, ": "))
}

// list fills a slice.
func (d *decoder) list(n *node, v reflect.Value, p place) {
	if n.kind != list {
		d.wrong(n, p, "a list [...]")
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.items), len(n.items)))
	for i, item := range n.items {
		d.value(item, v.Index(i), d.member(p, item, i))
	}
}

// table fills a map, whose keys are texts.
func (d *decoder) table(n *node, v reflect.Value, p place) {
	if n.kind != object {
		d.wrong(n, p, "an object {...}")
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for i, key := range n.keys {
		item := reflect.New(v.Type().Elem()).Elem()
		d.value(n.items[i], item, place{p.at, key})
		v.SetMapIndex(reflect.ValueOf(key), item)
	}
}

// things are the lists of a file whose members have a name, what a member is
// called and the word that names it.
var things = map[string][2]string{
	"seats": {"seats for", "players"}, "trains": {"train", "name"}, "phases": {"phase", "name"}, "companies": {"company", "sym"},
	"privates": {"private company", "sym"}, "hexes": {"hex", "at"}, "tiles": {"tile", "id"},
}

// member is the place of a member of a list.
func (d *decoder) member(p place, item *node, i int) place {
	if thing, ok := things[p.word]; ok && p.at == "" {
		return place{at: named(thing, item, i)}
	}
	switch p.word {
	case "market":
		return place{at: "market row " + strconv.Itoa(i+1), word: "spaces"}
	case "spaces":
		return place{at: p.at + ", space " + strconv.Itoa(i+1)}
	case "stops":
		return place{at: p.at + ", stop s" + strconv.Itoa(i)}
	}
	return p
}

// named names a member of a list, by its number where it has no name.
func named(thing [2]string, item *node, i int) string {
	name := item.field(thing[1])
	switch {
	case name == nil || name.text == "":
		return fmt.Sprintf("%s number %d", thing[0], i+1)
	case thing[0] == "seats for":
		return "seats for " + name.text + " players"
	}
	return thing[0] + " " + name.text
}

// track reads "0-s0".
func (d *decoder) track(n *node, to *board.Path, p place) {
	if n.kind != text {
		d.wrong(n, p, `track, such as "0-3" or "1-s0"`)
		return
	}
	var err error
	if *to, err = board.ParsePath(n.text); err != nil {
		d.faults.add(n.line, p.at, "%s: want edges 0 to 5, stops s0 to s9 and j, such as \"0-3\", \"1-s0\" or \"2-j\"", err)
		*to = board.Path{A: -9, B: -9}
	}
}

// revenue reads a value, or one for each colour and for some trains.
func (d *decoder) revenue(n *node, to *board.Revenue, p place) {
	if n.kind != object {
		if n.kind == number {
			to.Fixed = d.number(n, p)
			return
		}
		d.wrong(n, p, `a number, or one for each colour of phases, such as {"yellow": 30, "brown": 50}`)
		return
	}
	if len(n.keys) == 0 {
		d.wrong(n, p, "a value for each colour of phases")
	}
	for i, key := range n.keys {
		item, in := n.items[i], place{p.at, "revenue." + key}
		switch key {
		case "trains":
			d.table(item, reflect.ValueOf(&to.Trains).Elem(), in)
		case "value":
			to.Fixed = d.number(item, in)
		default:
			if to.By == nil {
				to.By = map[string]int{}
			}
			to.By[key] = d.number(item, in)
		}
	}
	if to.By != nil && n.field("value") != nil {
		d.bad(n, p, `has a "value" and colours: want one or the other`)
	}
	if to.By == nil && n.field("value") == nil {
		d.bad(n, p, `has no value for other trains: want "value" or colours of phases`)
	}
}
