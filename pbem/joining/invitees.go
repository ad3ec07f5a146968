package joining

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/table"
)

// invitees returns whom a line invites: by mail address or, if it has none, by the names of people with whom the sender
// plays or has played.
func invitees(b *batch.Batch, rest string) ([]invitee, error) {
	if w := mistyped(rest); w != "" {
		return nil, engine.Refuse("%q is not a mail address; nobody was invited. Write it like: invite brian@example.org", w)
	}
	if list := addressesIn(rest); len(list) > 0 {
		return list, nil
	}
	words := slices.DeleteFunc(strings.Fields(withoutGame(strings.ReplaceAll(rest, ",", " "))), func(w string) bool {
		return slices.Contains(betweenNames, strings.ToLower(w))
	})
	if len(words) == 0 {
		return nil, engine.Refuse("Say whom to invite, by address: invite brian@example.org crystal@example.org. Those with whom you play may be named: invite Brian")
	}
	return byName(companions(b), words)
}

// betweenNames are words that may stand among names.
var betweenNames = []string{"and", "to", "please", "the", "game", "also", "join", "in", "into"}

// companions are those with whom the sender plays, by the names they have at the tables: of the game that the mail is for, of
// the sender's running games, and of the game that the gathering of the line is a rematch of.
func companions(b *batch.Batch) (list []invitee) {
	tables := []*table.Table{b.Who.Table}
	if b.At != nil {
		tables = append(tables, b.At.Table)
	}
	for _, w := range b.Draft.SeatsOf(b.Who.Address()) {
		tables = append(tables, w.Table)
	}
	if b.Visit != nil && b.Visit.Now.Again != "" {
		if t, err := b.Draft.Table(b.Visit.Now.Again); err == nil {
			tables = append(tables, t)
		}
	}
	for _, t := range tables {
		if t == nil || t.IsSandbox() {
			continue
		}
		for _, who := range playersOf(t) {
			if !b.Who.Member.Owns(who.address) && !strings.EqualFold(who.address, b.Who.Address()) && !slices.Contains(list, who) {
				list = append(list, who)
			}
		}
	}
	return list
}

// playersOf returns the people who have seats at a table.
func playersOf(t *table.Table) (list []invitee) {
	for _, id := range t.Everybody() {
		if seat := t.Seat(id); t.Plays(id) && !seat.Open && seat.Address != "" {
			list = append(list, invitee{seat.Address, t.Name(id)})
		}
	}
	return list
}

// byName finds people by the words of their names. Of a name its beginning is enough if nobody else's begins so.
func byName(list []invitee, words []string) (out []invitee, err error) {
	for len(words) > 0 {
		who, n, err := nameAt(list, words)
		if err != nil {
			return nil, err
		}
		out, words = append(out, who), words[n:]
	}
	return out, nil
}

// nameAt finds the person whose name begins the words, and says how many words it has.
func nameAt(list []invitee, words []string) (invitee, int, error) {
	fits := func(does func(name, text string) bool, text string) (found []invitee) {
		for _, who := range list {
			same := func(o invitee) bool { return strings.EqualFold(o.address, who.address) }
			if does(strings.ToLower(who.called), strings.ToLower(text)) && !slices.ContainsFunc(found, same) {
				found = append(found, who)
			}
		}
		return found
	}
	equal := func(name, text string) bool { return name == text }
	for _, does := range []func(name, text string) bool{equal, strings.HasPrefix} {
		for n := len(words); n > 0; n-- {
			text := strings.Join(words[:n], " ")
			switch found := fits(does, text); {
			case len(found) == 1:
				return found[0], n, nil
			case len(found) > 1:
				return invitee{}, 0, engine.Refuse("%q may be several of those you play with. Say the address: invite brian@example.org", text)
			}
		}
	}
	var names []string
	for _, who := range list {
		if !slices.Contains(names, who.called) {
			names = append(names, who.called)
		}
	}
	return invitee{}, 0, engine.Refuse("%q is nobody with whom you play (%s). Invite others by address: invite brian@example.org", words[0], table.List(names))
}

// addressesIn returns whom a line names by mail address, each once.
func addressesIn(rest string) []invitee {
	var out []invitee
	for _, w := range strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(" ,;<>()[]\t", r) }) {
		w = strings.Trim(strings.TrimPrefix(w, "mailto:"), ".:\"'")
		if strings.Contains(w, "@") && !slices.ContainsFunc(out, func(who invitee) bool { return strings.EqualFold(who.address, w) }) {
			out = append(out, invitee{w, w})
		}
	}
	return out
}

// mistyped returns a word of a line that looks like an address but is not one, such as
// brian.example.org; "" if there is none. Names of people are allowed in the line.
func mistyped(rest string) string {
	for _, w := range strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(" ,;<>[]\t", r) }) {
		w = strings.Trim(w, ".:\"'")
		inside := strings.Contains(w, ".") && len(strings.TrimRight(w[strings.LastIndex(w, "."):], ".")) > 2
		if !strings.Contains(w, "@") && (inside || strings.Contains(strings.ToLower(w), "(at)")) {
			return w
		}
	}
	return ""
}

// bareWords returns the words of a line that are not addresses.
func bareWords(rest string) []string {
	return slices.DeleteFunc(strings.Fields(rest), func(w string) bool { return strings.Contains(w, "@") })
}
