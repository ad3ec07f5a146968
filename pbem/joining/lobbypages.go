package joining

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/pbem/account"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
)

// A notice is what a mail tells the members of a gathering.
type notice struct {
	kind, head, text string
	gathered         bool // collects what happens within an hour in one mail
	show             bool // also shows the gathering
	first            sheet.Saying
	find             func(id string) (people.Member, error) // finds members, also those new with this mail; nil to find only stored ones
}

// writeNotices adds the mails of a notice to a commit. An invited person who has never
// written to the service gets only the invitation.
func writeNotices(d *desk.Draft, c *store.Commit, g *lobby.Gathering, to []string, w notice) error {
	for _, id := range to {
		m, ok, err := d.MemberByID(id)
		if err != nil {
			return err
		}
		if !ok || m.Stranger || m.NoInvitations && !g.Has(m.ID) {
			continue
		}
		var how []sheet.Section
		if w.show {
			how = append(how, w.stand(d, *g, m.ID))
		}
		head, text, at := w.head, w.text, time.Time{}
		if w.gathered {
			at = g.Notice(m.ID, d.Now().UTC())
		}
		if !at.IsZero() { // it replaces a notice that is not yet sent
			head, text = g.Label()+": news", "This is how it stands now. News from the same hour comes in one mail."
		}
		letter := d.NoteTo(m, d.Office.ID(w.kind, g.ID, g.Changes, m.ID), sheet.Note(head, text, how...), "")
		letter.Unsubscribe = envelope.Unsubscribe(letter.ReplyTo, "leave "+g.ID)
		mail := d.AddNote(m, letter)
		if w.kind == batch.NewsMail {
			mail.Topic, mail.Next = g.Topic(m.ID), at
			c.Drop = append(c.Drop, mail.Topic)
		}
		c.Mails = append(c.Mails, mail)
	}
	return nil
}

// stand shows a gathering and what its reader can say.
func (w notice) stand(d *desk.Draft, g lobby.Gathering, reader string) sheet.Section {
	find := func(id string) (people.Member, error) { return knownMember(d, id) }
	if w.find != nil {
		find = w.find
	}
	sec := gatheringSection(d, g, find, reader)
	if w.first.Line != "" {
		sec.Say = slices.DeleteFunc(sec.Say, func(say sheet.Saying) bool { return say.Line == w.first.Line })
		sec.Say = append([]sheet.Saying{w.first}, sec.Say...)
	}
	return sec
}

// Games lists the games waiting for players, the sender's own games, and the last that they have played to the end.
func Games(b *batch.Batch, _ string) (bool, error) {
	list, err := b.Shown()
	if err != nil {
		return true, err
	}
	me := b.Who.Member.ID
	var waiting sheet.Section
	waiting.Head = "Games waiting for players"
	for _, g := range list {
		waiting.Facts = append(waiting.Facts, sheet.Fact{Name: g.ID, Text: inShort(b, g)})
		if !g.Has(me) {
			waiting.Say = append(waiting.Say, sheet.Saying{Line: "join " + g.ID, Gloss: "take part in " + g.Name})
		}
	}
	if len(waiting.Facts) == 0 {
		waiting.Lines = []string{"  None."}
	}
	b.Headed("Games")
	b.Answers = append(b.Answers, waiting, ownGames(b))
	b.Answers = append(b.Answers, gamesOver(b)...)
	b.Answers = append(b.Answers, howToBegin(), variantsHelp())
	return true, nil
}

// inShort describes a gathering in a sentence or two.
func inShort(b *batch.Batch, g lobby.Gathering) string {
	text := fmt.Sprintf("%s: %s for %s. In: %s. Missing: %s.", g.Name, lobby.TitleName(g.Title), g.Size(), names(g.Players, func(id string) string { return called(b, id) }), g.Missing())
	if slices.Contains(g.Expected(), b.Who.Member.ID) {
		text += " You are invited."
	}
	return text
}

// names lists members: "Amy, Brian".
func names(ids []string, called func(string) string) string {
	var out []string
	for _, id := range ids {
		out = append(out, called(id))
	}
	return strings.Join(out, ", ")
}

// ownGames lists the running games that the sender plays in or watches.
func ownGames(b *batch.Batch) sheet.Section {
	sec := sheet.Section{Head: "Your games"}
	for _, w := range b.Draft.SeatsOf(b.Who.Address()) {
		t := w.Table
		text := fmt.Sprintf("%s: %s, %s.", t.Record.Name, t.Title.Facts.Name, t.Title.Round(t.Game.State()))
		switch actors := t.Actors(); {
		case slices.Contains(actors, w.Player):
			text += " It is your move."
		case len(actors) > 0:
			text += " " + (&batch.Speaker{Table: t}).Are(actors) + " to move."
		}
		sec.Facts = append(sec.Facts, sheet.Fact{Name: t.ID, Text: text})
	}
	if len(sec.Facts) == 0 {
		sec.Lines = []string{"  You are in no running game."}
	}
	return sec
}

// howToBegin shows how to begin a game.
func howToBegin() sheet.Section {
	sec := sheet.Section{Head: "To start another"}
	for _, t := range titles.All() {
		sec.Say = append(sec.Say, sheet.Saying{Line: fmt.Sprintf("new %s players %s", t.Facts.Slug, lobby.Sizes(t)), Gloss: t.Facts.Name + ", by " + t.Facts.Designer})
	}
	sec.Say = append(sec.Say, sheet.Saying{Line: "help " + titles.All()[0].Facts.Slug, Gloss: "about a title, and what can be said of a new game"})
	return sec
}

// variantsHelp lists the variants of all titles, with the words that choose them.
func variantsHelp() sheet.Section {
	sec := sheet.Section{Head: "Variants"}
	for _, t := range titles.All() {
		for _, v := range t.Variants {
			sec.Facts = append(sec.Facts, sheet.Fact{Name: t.Facts.Slug, Text: v.Key + ": " + v.Text})
			if len(sec.Say) == 0 {
				line := fmt.Sprintf("new %s players %s %s", t.Facts.Slug, lobby.Sizes(t), v.Key)
				sec.Say = []sheet.Saying{{Line: line, Gloss: "one or more, after the rest"}}
			}
		}
	}
	return sec
}

// gatheringSection shows a gathering and what the reader can say.
func gatheringSection(d *desk.Draft, g lobby.Gathering, find func(string) (people.Member, error), reader string) sheet.Section {
	called := func(id string) string {
		m, err := find(id)
		if err != nil {
			return "somebody"
		}
		return m.CallName()
	}
	sec := sheet.Section{Head: g.Label()}
	fact := func(name, text string) {
		if text != "" {
			sec.Facts = append(sec.Facts, sheet.Fact{Name: name, Text: text})
		}
	}
	fact("Game", fmt.Sprintf("%s for %s", lobby.TitleName(g.Title), g.Size()))
	for _, v := range g.Variants() {
		fact("Variant", v.Key+": "+v.Text)
	}
	if g.Again != "" {
		fact("After", g.Again+", by those who played it")
	}
	fact("In", called(g.Players[0])+" (starts it)"+strings.TrimSuffix(", "+names(g.Players[1:], called), ", "))
	fact("Invited", names(g.Expected(), called))
	fact("Missing", g.Missing())
	if g.Pace != nil {
		fact("Pace", g.Pace.String())
	}
	if g.Talk == table.PrivateTalk {
		fact("Talk", "players may write to some of the others only")
	}
	if g.Advice {
		fact("Advice", "players may ask what a robot would say")
	}
	if g.Seeded {
		fact("Seed", fmt.Sprintf("%d, said by who made it; it decides seats and setup", g.Seed))
	}
	if g.Private {
		fact("For", "those who are invited")
	}
	if m, err := find(reader); err == nil {
		fact("Closes", account.When(d, m, closes(d, g))+" if nothing happens")
	}
	sec.Say = possible(g, reader)
	return sec
}

// possible returns the lines that a member can say about a gathering.
func possible(g lobby.Gathering, reader string) []sheet.Saying {
	switch join := (sheet.Saying{Line: "join " + g.ID, Gloss: "take part"}); {
	case g.Has(reader):
	case slices.Contains(g.Expected(), reader):
		return []sheet.Saying{join, {Line: "leave " + g.ID, Gloss: "say that you are not coming"}}
	default:
		return []sheet.Saying{join}
	}
	out := []sheet.Saying{{Line: "invite brian@example.org " + g.ID, Gloss: "ask others, one or several"}}
	if g.Players[0] == reader {
		out = append(out, sheet.Saying{Line: fmt.Sprintf("players %d %s", max(g.Least, g.In()), g.ID), Gloss: "make it for so many, or for 3-5"})
		if g.In() >= g.Least {
			out = append(out, sheet.Saying{Line: "start " + g.ID, Gloss: "begin with those who are in"})
		}
	}
	return append(out, sheet.Saying{Line: "leave " + g.ID, Gloss: "leave it"})
}
