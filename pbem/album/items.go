package album

import (
	"strings"
	"time"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/pbem/sheet"
)

// An item is an entry of the log or a remark, as a page shows it.
type item struct {
	at      int // index of the event
	Kind    string
	Same    bool // it continues the turn of the item before
	Undone  bool
	Company *facts.Company
	Who     string
	Said    string // the command
	Text    string
	Time    time.Time // of a remark
	Remark  bool
}

// Classes returns the CSS classes of the item.
func (i item) Classes() string {
	out := i.Kind
	if i.Same {
		out += " same"
	}
	if i.Undone {
		out += " undone"
	}
	return strings.TrimSpace(out)
}

// A turn is what one player does for one company, or for themselves.
type turn struct{ company, player string }

// items merges the remarks into the entries of the log.
func (b *book) items() []item {
	var out []item
	var now turn
	remarks := b.shown()
	for _, e := range sheet.Entries(b.Title, b.Log) {
		for len(remarks) > 0 && remarks[0].Event <= e.At {
			out, remarks, now = append(out, b.remark(remarks[0])), remarks[1:], turn{}
		}
		if e.Kind == sheet.TheEnd {
			continue
		}
		it := b.item(e)
		now, it.Same = now.then(e)
		out = append(out, it)
	}
	for _, r := range remarks {
		out = append(out, b.remark(r))
	}
	return out
}

// then returns the turn after an entry, and whether the entry continues the turn.
func (t turn) then(e sheet.Entry) (next turn, same bool) {
	switch {
	case e.Kind != sheet.Deed:
		return turn{}, false
	case e.Player == "":
		return t, t.company != "" && e.About == t.company
	}
	next = turn{e.Company, e.Player}
	return next, next == t
}

// shown returns the remarks that may be read. After the end these are all.
func (b *book) shown() []Remark {
	var out []Remark
	for _, r := range b.Remarks {
		if b.state.Result != nil || r.Kind == Press && r.To == "" {
			out = append(out, r)
		}
	}
	return out
}

var kinds = map[sheet.EntryKind]string{sheet.News: "news", sheet.Beside: "act", sheet.Undo: "undo"}

func (b *book) item(e sheet.Entry) item {
	if h, ok := b.Log[e.At].(engine.Hosted); ok && h.Act == sheet.Press {
		by := h.By
		if by == "" {
			by = "Host"
		}
		out := b.remark(Remark{At: b.time(e.At), By: by, Text: h.Text, Kind: Press})
		out.at = e.At
		return out
	}
	out := item{at: e.At, Kind: kinds[e.Kind], Undone: e.Undone, Who: e.Player, Said: e.Said, Text: strings.Join(e.Came, "; ")}
	if e.Company != "" {
		out.Company = b.Title.Facts.Company(e.Company)
	}
	return out
}

func (b *book) remark(r Remark) item {
	out := item{at: max(r.Event-1, 0), Kind: "remark", Remark: true, Text: sheet.Clean(r.Text), Time: r.At.In(b.zone()), Who: b.name(r.By)}
	switch {
	case r.Kind == Note:
		out.Kind = "remark diary"
		out.Who += ", diary"
	case r.To != "":
		out.Who += " to " + b.name(r.To)
	default:
		out.Who += " to all"
	}
	return out
}
