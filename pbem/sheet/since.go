package sheet

import (
	"fmt"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
)

// Press is the act of words to all in a log.
const Press = "press"

// A deed is what one player or company did in a row, or, with nobody, news of
// the game.
type deed struct {
	By     string // player or company
	Player string // who plays the company
	Texts  []string
}

// deeds groups the notes of a log. What nobody did stands alone.
func deeds(events []engine.Event, president func(i int, sym string) string) []deed {
	var out []deed
	for i, e := range events {
		by, text := "", ""
		switch e := e.(type) {
		case engine.Noted:
			by, text = e.By, e.Text
		case engine.Hosted:
			if text = e.Text; e.By == "" {
				text = "Host: " + e.Text
			} else if e.Act == Press {
				by, text = e.By, "says: "+e.Text
			} else {
				by = e.By
			}
		case engine.Undone:
			by, text = e.By, "took back the last command"
		default:
			continue
		}
		player := ""
		if by != "" {
			player = president(i, by)
		}
		if n := len(out); n > 0 && by != "" && out[n-1].By == by && out[n-1].Player == player {
			out[n-1].Texts = append(out[n-1].Texts, text)
			continue
		}
		out = append(out, deed{by, player, []string{text}})
	}
	return out
}

// presidents tells for each event who plays a company: the last to have got
// the president's certificate, before the first such move who gave it up.
func presidents(events []engine.Event, now func(sym string) string) func(i int, sym string) string {
	type change struct {
		at       int
		from, to string
	}
	changes := map[string][]change{}
	for i, e := range events {
		if m, ok := e.(engine.Moved); ok && m.Piece == step.Share(step.Label(m.Piece), 0) {
			changes[step.Label(m.Piece)] = append(changes[step.Label(m.Piece)], change{i, m.From, m.To})
		}
	}
	return func(i int, sym string) string {
		all := changes[sym]
		if len(all) == 0 {
			return now(sym)
		}
		who := all[0].from
		for _, c := range all {
			if c.at <= i {
				who = c.to
			}
		}
		return who
	}
}

// mostDeeds is how many entries are told of a long absence.
const mostDeeds = 60

// since tells what happened since the reader's last mail.
func (v *view) since(d *doc) {
	if len(v.Since) == 0 {
		return
	}
	all := deeds(v.Since, presidents(v.Since, func(sym string) string {
		return v.State.Where(step.Share(sym, 0))
	}))
	if len(all) == 0 {
		return
	}
	t := &table{Columns: []column{{Most: 20}, {Wrap: true}}}
	if n := len(all) - mostDeeds; n > 0 {
		t.Rows = append(t.Rows, row{Wide: plain(fmt.Sprintf(`(%d entries before this: say "history" to read them)`, n)), Title: true})
		all = all[n:]
	}
	for _, g := range all {
		if g.By == "" {
			t.Rows = append(t.Rows, row{Wide: strong("* " + oneLine(g.Texts[0])), Title: true})
			continue
		}
		t.add(v.who(g), plain(joined(g.Texts)))
	}
	d.head(v.sinceHead(), v.purse())
	d.add(block{Table: t})
}

func (v *view) sinceHead() string {
	switch v.Kind {
	case Preview:
		return "What would happen"
	case Rejected:
		return "What has happened"
	}
	return "Since your last mail"
}

// joined strings notes together.
func joined(texts []string) string {
	var out []string
	for _, s := range texts {
		out = append(out, oneLine(s))
	}
	return strings.Join(out, ", ")
}

// who names a player, or a company and its player.
func (v *view) who(g deed) cell {
	if v.Title.Facts.Company(g.By) == nil {
		return strong(v.name(g.By))
	}
	if v.State.Seat(g.Player) < 0 {
		return cell{v.company(g.By)}
	}
	return cell{v.company(g.By), {Text: " " + v.name(g.Player)}}
}

// purse says how the reader's cash changed; nothing when it did not or when
// something was taken back.
func (v *view) purse() string {
	change := 0
	for _, e := range v.Since {
		switch e := e.(type) {
		case engine.Paid:
			if e.From == v.Reader {
				change -= e.Amount
			}
			if e.To == v.Reader {
				change += e.Amount
			}
		case engine.Undone, engine.Restored:
			return ""
		}
	}
	if v.State.Seat(v.Reader) < 0 || change == 0 {
		return ""
	}
	now := v.State.Cash(v.Reader)
	return fmt.Sprintf("your cash %s > %s", v.money(now-change), v.money(now))
}
