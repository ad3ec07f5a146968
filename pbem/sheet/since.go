package sheet

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/engine/step"
	"pbem/titles/title"
)

// A deed is what one player or company did without interruption. Without an actor it is news of the game.
type deed struct {
	By     string // player or company
	Player string // who plays the company
	Kept   string // for whom the caretaker or a robot did it, "" if neither did
	Keeper string // which of them did it
	Texts  []string
	Beside bool // it was said or done beside the game
	closed bool // nothing more is added to it
}

// deeds groups the notes of a log. News that belong to nobody stand alone. undone returns what the Undone at
// position i took back, "" if nobody is told.
func deeds(events []engine.Event, president func(i int, sym string) string, undone func(i int) string) []deed {
	var out []deed
	kept, act, reason := "", "", ""
	for i, e := range events {
		by, text, beside, closed := "", "", false, false
		switch e := e.(type) {
		case engine.Said:
			if kept, act = "", MarkOf(events, i); act != "" {
				kept = e.By
			}
			reason = reasonOf(events, i)
			continue
		case engine.Noted:
			by, text = e.By, e.Text
			if by != "" && reason != "" {
				text, reason = text+" ("+reason+")", ""
			}
		case engine.Hosted:
			if e.Act == Press || Marks(e.Act) {
				continue // it is shown on its own, or what follows shows it
			}
			beside = true
			if by, text = e.By, e.Text; by == "" && e.Act != Notice {
				text = "Host: " + e.Text
			}
		case engine.Undone:
			kept = ""
			if by, text, closed = e.By, undone(i), true; text == "" {
				continue
			}
		default:
			continue
		}
		player := ""
		if by != "" {
			player = president(i, by)
		}
		whose := ""
		if kept != "" && (by == kept || player == kept) {
			whose = kept
		}
		if n := len(out); n > 0 && by != "" && !closed && !out[n-1].closed && out[n-1].By == by && out[n-1].Player == player && out[n-1].Kept == whose {
			out[n-1].Texts, out[n-1].Beside = append(out[n-1].Texts, text), out[n-1].Beside && beside
			continue
		}
		out = append(out, deed{by, player, whose, act, []string{text}, beside, closed})
	}
	return out
}

// An office is a change in who directs a company, at a position of the log.
type office struct {
	at       int
	from, to string
}

// presidents returns who plays a company at each event: the last to have become its director. Before the
// first change it is the one who gave the office up.
func presidents(events []engine.Event, of, now func(sym string) string) func(i int, sym string) string {
	changes := map[string][]office{}
	for i, e := range events {
		moved(changes, of, e, i)
	}
	return heldBy(changes, now)
}

// moved records the change of office that an event makes, if any.
func moved(changes map[string][]office, of func(sym string) string, e engine.Event, at int) {
	if m, ok := e.(engine.Moved); ok {
		if sym := step.Label(m.Piece); m.Piece == of(sym) {
			changes[sym] = append(changes[sym], office{at, m.From, m.To})
		}
	}
}

// heldBy returns who directs a company at each event, from its changes in order.
func heldBy(changes map[string][]office, now func(sym string) string) func(i int, sym string) string {
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

// officers returns who plays a company at each event of the news, as presidents does. An Undone changes that
// too, even if what it takes back is older than the news. at has the index in Since of each event.
func (v *view) officers(told []engine.Event, at []int, back map[int]fallen) func(i int, sym string) string {
	changes := map[string][]office{}
	for i, e := range told {
		moved(changes, v.table.Office, e, i)
		if _, ok := e.(engine.Undone); !ok {
			continue
		}
		fell := map[string][]office{}
		for _, e := range back[at[i]].events {
			moved(fell, v.table.Office, e, 0)
		}
		for sym, all := range fell {
			changes[sym] = append(changes[sym], office{i, all[len(all)-1].to, all[0].from})
		}
	}
	return heldBy(changes, func(sym string) string { return v.State.Where(v.table.Office(sym)) })
}

// mostDeeds limits the entries about the game after a long absence, and mostBeside those about what was said
// and done beside it. So neither pushes out the other.
const (
	mostDeeds  = 60
	mostBeside = 20
)

// lastBeside keeps only the last of what was said and done beside the game, and counts what it leaves out.
// Messages to all are shown elsewhere.
func lastBeside(told []engine.Event, at []int) (events []engine.Event, places []int, left int) {
	for _, e := range told {
		if isBeside(e) {
			left++
		}
	}
	left = max(0, left-mostBeside)
	skip := left
	for i, e := range told {
		if skip > 0 && isBeside(e) {
			skip--
			continue
		}
		events, places = append(events, e), append(places, at[i])
	}
	return events, places, left
}

func isBeside(e engine.Event) bool {
	h, ok := e.(engine.Hosted)
	return ok && h.Act != Press && !Marks(h.Act)
}

// lastDeeds keeps only the last deeds in the game, and counts what it leaves out.
func lastDeeds(all []deed) (last []deed, left int) {
	for _, d := range all {
		if !d.Beside {
			left++
		}
	}
	left = max(0, left-mostDeeds)
	skip := left
	for _, d := range all {
		if skip > 0 && !d.Beside {
			skip--
			continue
		}
		last = append(last, d)
	}
	return last, left
}

// news returns what was done since the reader's last mail, and how much beside the game is left out.
func (v *view) news() (all []deed, aside int) {
	told, at, aside := lastBeside(v.tellAll())
	back := takenBack(v.Past, v.Since)
	plays := v.officers(told, at, back)
	v.toSpeakers(told, at, plays)
	all = deeds(told, plays, func(i int) string {
		return v.undone(told[i].(engine.Undone), back[at[i]], func(sym string) string { return plays(i, sym) })
	})
	return all, aside
}

// since writes what happened since the reader's last mail.
func (v *view) since(d *doc) {
	if len(v.Since) == 0 {
		return
	}
	all, aside := v.news()
	if len(all) == 0 {
		return
	}
	t := &table{Columns: []column{{Most: 20}, {Wrap: true}}}
	all, left := lastDeeds(all)
	for _, more := range []struct {
		n    int
		what string
	}{{left, "entries"}, {aside, "entries beside the game"}} {
		if more.n > 0 {
			t.Rows = append(t.Rows, row{Wide: plain(fmt.Sprintf(`(%d %s before this: say "history" to read them)`, more.n, more.what)), Title: true})
		}
	}
	for _, g := range all {
		if g.By == "" {
			t.Rows = append(t.Rows, row{Wide: strong("* " + oneLine(g.Texts[0])), Title: true})
			continue
		}
		text := joined(settled(g.Texts))
		if g.Kept != "" && !(g.Keeper == Robot && isRobotName(v.name(g.Kept))) {
			text = "by the " + g.Keeper + ": " + text
		}
		t.add(v.who(g), plain(text))
	}
	d.head(v.sinceHead(), v.purse())
	d.add(block{Table: t})
	v.spots(d, t)
}

func (v *view) sinceHead() string {
	switch v.Kind {
	case Preview:
		return "What would happen"
	case Rejected:
		return "What has happened"
	}
	if v.First {
		return "What has happened"
	}
	return "Since your last mail"
}

// settled leaves out an offer if the next note settles it: the note names every price, train and company of
// the offer again.
func settled(texts []string) []string {
	var out []string
	for i, s := range texts {
		offer, isOffer := strings.CutPrefix(s, "offers ")
		if !isOffer || i+1 == len(texts) || !repeats(texts[i+1], offer) {
			out = append(out, s)
		}
	}
	return out
}

// repeats reports whether a note has all words of another that contain a digit or a capital.
func repeats(note, other string) bool {
	has := strings.Fields(note)
	for _, w := range strings.Fields(other) {
		if strings.ContainsFunc(w, func(r rune) bool { return unicode.IsDigit(r) || unicode.IsUpper(r) }) && !slices.Contains(has, w) {
			return false
		}
	}
	return true
}

// joined joins notes. A note that repeats the one before is counted, not repeated.
func joined(texts []string) string {
	var out []string
	for i := 0; i < len(texts); {
		n := 1
		for i+n < len(texts) && texts[i+n] == texts[i] {
			n++
		}
		out = append(out, oneLine(texts[i])+times(n))
		i += n
	}
	return strings.Join(out, ", ")
}

func times(n int) string {
	switch n {
	case 1:
		return ""
	case 2:
		return " (twice)"
	}
	return fmt.Sprintf(" (%d times)", n)
}

// who names a player, or a company and its player.
func (v *view) who(g deed) cell {
	if v.Title.Facts.Company(g.By) == nil {
		return cell{v.player(g.By)}
	}
	if v.State.Seat(g.Player) < 0 {
		return cell{v.company(g.By)}
	}
	name := v.player(g.Player)
	name.Strong = false
	return cell{v.company(g.By), {Text: " "}, name}
}

// purse says how the reader's cash changed, without what bids bind, as the table of the players has it. It is "" if it did
// not change, or if something was undone.
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
	bound, was := boundBy(v.pos, v.Reader), 0
	if !v.pos.Operating && v.hadBid() {
		was = boundBy(v.Title.Position(engine.Fold(v.Past)), v.Reader)
	}
	now := v.State.Cash(v.Reader)
	text := fmt.Sprintf("your cash %s > %s", v.money(now-change-was), v.money(now-bound))
	if change+was == bound { // what a bid had bound was paid
		text = fmt.Sprintf("your cash %s as before: a bid bound the rest", v.money(now-bound))
	}
	if bound > 0 {
		text += ", " + v.money(bound) + " bound by bids"
	}
	return text
}

// hadBid reports whether the reader has bid since the last turn of a company before the news: no bid lasts longer. Else the position
// before the news need not be worked out.
func (v *view) hadBid() bool {
	for _, e := range slices.Backward(v.Past) {
		switch e := e.(type) {
		case engine.Said:
			if e.By == v.Reader && v.Title.Verbs.Does(e.Verb, moves.Bids) {
				return true
			}
		case engine.Flowed:
			if slices.ContainsFunc(e.Stack, func(f engine.Frame) bool { return f.Step == title.OperatingTurn }) {
				return false
			}
		}
	}
	return false
}

// boundBy returns the part of a player's cash that standing bids bind.
func boundBy(pos title.Position, player string) int {
	for _, p := range pos.Players {
		if p.ID == player {
			return p.Bound
		}
	}
	return 0
}
