package evening

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/sheet"
	"pbem/titles/title"
)

// judge compares what a mail says about the position with the real position, and looks for what its reader
// must not know.
func (w *watch) judge(p *person, n *notice) {
	t := w.title(n.game)
	if t == nil || n.position < 0 || strings.Contains(n.subject, "preview, nothing") {
		return
	}
	log, err := w.log(n.game)
	if err != nil || n.position > len(log) {
		w.complainAbout(n, "tells of position %d of %d: %v", n.position, len(log), err)
		return
	}
	s := engine.Fold(log[:n.position])
	pos := t.Position(s)
	w.players(n, t, s, pos)
	w.companies(n, t, pos)
	w.secrets(p, n, t, s, log[:n.position])
	if !n.turn && !n.refused && !n.over && strings.Contains(n.text, "\nMAP") && !w.askedFor(p, n) {
		w.tally.of(n.game).whole++
		w.complainAbout(n, "tells %s the whole position, who is not asked", p.name)
	}
}

// askedFor reports whether the reader asked for a mail with the whole position, or it is the first mail.
func (w *watch) askedFor(p *person, n *notice) bool {
	return n.answers != "" || strings.Contains(n.text, "Welcome to")
}

// section returns the part of a mail below a heading.
func (n *notice) section(head string) []string {
	_, rest, ok := strings.Cut(n.text, "\n"+head+" ")
	if !ok {
		if _, rest, ok = strings.Cut(n.text, "\n"+head+"\n"); !ok {
			return nil
		}
	}
	rest, _, _ = strings.Cut(rest, "\n\n")
	return strings.Split(rest, "\n")
}

// players compares the money of the players.
func (w *watch) players(n *notice, t *title.Title, s *engine.State, pos title.Position) {
	rows := n.section("PLAYERS")
	if rows == nil {
		return
	}
	i := slices.IndexFunc(rows, func(r string) bool { return strings.HasPrefix(r, "  Player ") })
	if i < 0 {
		w.complainAbout(n, "has players without a table")
		return
	}
	for _, p := range pos.Players {
		name := s.PlayerName(p.ID)
		row := rowOf(rows[i:], s, pos, name)
		if row < 0 {
			w.complainAbout(n, "has no row for %s", name)
			continue
		}
		if got, want := cellOf(rows[i], rows[i+row], "Cash"), t.Facts.Money(p.Cash-p.Bound); got != want {
			w.complainAbout(n, "at position %d: %s has %s, not %s", n.position, name, want, got)
		}
		w.tally.compared++
	}
}

// rowOf finds the row of a player in the table of players, -1 if there is none. "Gus 2" is somebody else than
// Gus, so a row belongs to the longest name with which it begins.
func rowOf(rows []string, s *engine.State, pos title.Position, name string) int {
	return slices.IndexFunc(rows, func(row string) bool {
		longest := ""
		for _, p := range pos.Players {
			if n := s.PlayerName(p.ID); len(n) > len(longest) && strings.HasPrefix(row, "  "+n+" ") {
				longest = n
			}
		}
		return longest == name
	})
}

// companies compares the money and prices of the companies that operate.
func (w *watch) companies(n *notice, t *title.Title, pos title.Position) {
	rows := n.section("COMPANIES")
	i := slices.IndexFunc(rows, func(r string) bool { return strings.Contains(r, " Company ") && strings.Contains(r, " Cash") })
	if i < 0 {
		return
	}
	for _, c := range pos.Companies {
		row := slices.IndexFunc(rows[i:], func(r string) bool { return slices.Contains(strings.Fields(r)[:min(2, len(strings.Fields(r)))], c.Sym) })
		if row <= 0 {
			continue // shown elsewhere: closed, not floated, or a minor
		}
		if got, want := cellOf(rows[i], rows[i+row], "Cash"), t.Facts.Money(c.Cash); got != want {
			w.complainAbout(n, "at position %d: %s has %s, not %s", n.position, c.Sym, want, got)
		}
		w.tally.compared++
	}
}

// cellOf returns the last word of a row that ends no later than the heading of its column.
func cellOf(heads, row, column string) string {
	i := strings.Index(heads, column)
	if i < 0 {
		return ""
	}
	end := len([]rune(heads[:i])) + len(column)
	cells := []rune(row)
	words := strings.Fields(string(cells[:min(end, len(cells))]))
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// secrets complains if a mail shows another player's answer to a question that is answered in secret.
func (w *watch) secrets(p *person, n *notice, t *title.Title, s *engine.State, log []engine.Event) {
	if len(t.Sealed) == 0 || !asksInSecret(t, log) {
		return
	}
	sealed := unopened(t, log)
	text := unwritten(n.text, t, log[:before(log, len(sealed))])
	for _, said := range sealed {
		if name := s.PlayerName(said.By); name != p.name && len(said.Args) > 0 && betrays(text, name, said.Args[len(said.Args)-1]) {
			w.complainAbout(n, "tells %s what %s has sealed: %s", p.name, name, said.Command)
		}
	}
}

// asksInSecret reports whether the game now asks a question that is answered in secret.
func asksInSecret(t *title.Title, log []engine.Event) bool {
	return len(unopened(t, log)) > 0 && slices.ContainsFunc(engine.Open(t.Rules, log).Pending(), func(ch engine.Choice) bool { return slices.Contains(t.Sealed, ch.Question) })
}

// unopened returns the answers at the end of a log that are still secret, because nothing has followed them.
func unopened(t *title.Title, log []engine.Event) (out []engine.Said) {
	for _, e := range slices.Backward(log) {
		switch e := e.(type) {
		case engine.Paid, engine.Moved, engine.Priced, engine.TileLaid, engine.Undone, engine.Ended:
			return out
		case engine.Said:
			if !slices.Contains(t.Sealed, e.Question) {
				return out
			}
			out = append(out, e)
		}
	}
	return out
}

// before returns the position of the command that is so many from the end of a log.
func before(log []engine.Event, commands int) int {
	n := len(log)
	for ; commands > 0; n-- {
		if _, ok := log[n-1].(engine.Said); ok {
			commands--
		}
	}
	return n
}

// unwritten returns a text without the lines that "history" shows of a log which everybody may read: an old bid may
// have the number of one that is sealed now.
func unwritten(text string, t *title.Title, open []engine.Event) string {
	written := map[string]bool{}
	for line := range strings.Lines(sheet.LogPart(t, open, "", 0, len(open))) {
		written[strings.TrimSpace(line)] = true
	}
	return strings.Join(slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return written[strings.TrimSpace(line)] }), "\n")
}

// betrays reports whether a line of a text has the name of a player and the number that they said.
func betrays(text, name, number string) bool {
	if _, err := strconv.Atoi(number); err != nil {
		return false
	}
	told := regexp.MustCompile(regexp.QuoteMeta(name) + `.*\b(said|bids?|offers?|max|up to)\b.*\b` + number + `\b`)
	return slices.ContainsFunc(strings.Split(text, "\n"), told.MatchString)
}
