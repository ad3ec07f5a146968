package joining

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/letter"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/senders"
)

// changed records what has happened to a gathering. format is for the other members, mine
// for the sender.
func changed(v *batch.Visit, mine, format string, args ...any) {
	v.Mine = mine
	v.News = append(v.News, fmt.Sprintf(format, args...))
}

// closing refuses a line if an earlier line of the mail has started or closed the
// gathering.
func closing(v *batch.Visit) error {
	switch {
	case v.Begins:
		return engine.Refuse("%s begins with this mail already: leave out what follows, or the line before it.", v.Now.Label())
	case v.Closed:
		return engine.Refuse("You were the last in %s, so it is closed with this mail: leave out what follows, or the line before it.", v.Now.Label())
	}
	return nil
}

// visitFor finds the gathering that a line is for: the one it names, the one of the line
// before, the one that the mail answers, or the only one for which fits returns true.
func visitFor(b *batch.Batch, rest string, fits func(lobby.Gathering) bool) error {
	if id := gameWord(rest); id != "" {
		return named(b, id)
	}
	if b.Visit != nil {
		return nil
	}
	if id := GatheringAnswered(b.Draft, b.Letter); id != "" {
		return named(b, id)
	}
	list, err := b.Shown()
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(g lobby.Gathering) bool { return !fits(g) })
	if len(list) != 1 {
		return engine.Refuse("Say for which game, with its id. %s", gathers(list))
	}
	return named(b, list[0].ID)
}

// named makes a gathering the one that lines are for, or refuses.
func named(b *batch.Batch, id string) error {
	ok, err := b.EnterGathering(id)
	if ok || err != nil {
		return err
	}
	if _, err := b.Draft.Table(id); err == nil {
		return engine.Refuse("%s is no longer waiting for players: it has begun. \"games\" lists those that wait.", id)
	}
	list, err := b.Shown()
	if err != nil {
		return err
	}
	return engine.Refuse("No game %q is waiting for players; it may have been closed. %s", id, gathers(list))
}

// gathers lists gatherings for a refusal.
func gathers(list []lobby.Gathering) string {
	if len(list) == 0 {
		return "None is waiting for you; \"games\" lists all that are waiting, \"new\" begins one."
	}
	var out []string
	for _, g := range list {
		out = append(out, g.Label())
	}
	return "Waiting for players: " + strings.Join(out, ", ") + "."
}

// gameWord returns the first id of a game in a line, or "".
func gameWord(rest string) string {
	for _, w := range strings.Fields(strings.ToLower(rest)) {
		if w = strings.Trim(w, ".,:;#()\"'"); len(w) > 1 && w[0] == 'g' && lobby.Number(w) > 0 {
			return w
		}
	}
	return ""
}

const (
	stillMail = "still"
)

var gatheringMails = []string{batch.NewsMail, stillMail, senders.InviteMail}

// GatheringAnswered returns the gathering whose mail this mail answers, or "". It reads
// the Message-IDs of the service: "<hall.g12.3.m7.uqguqez4@...>".
func GatheringAnswered(d *desk.Draft, l letter.Letter) string {
	for _, id := range append([]string{l.InReplyTo}, l.References...) {
		local, _, _ := strings.Cut(strings.Trim(id, "<>"), "@")
		f := strings.Split(local, ".")
		if len(f) == 6 && f[0] == desk.AlsoID { // the Message-ID of a copy
			whole := strings.TrimSuffix(local, "."+f[5])
			if slices.Contains(gatheringMails, f[1]) && d.Office.Seal(whole) == f[5] {
				return f[2]
			}
		}
		if len(f) == 5 && slices.Contains(gatheringMails, f[0]) && d.Office.Seal(strings.Join(f[:4], ".")) == f[4] {
			return f[1]
		}
	}
	return ""
}

// person finds a member by id, also one that this batch has changed.
func person(b *batch.Batch, id string) (people.Member, error) {
	if id == b.Who.Member.ID {
		return b.Who.Member, nil
	}
	for _, v := range b.Visits {
		for _, m := range v.Asked {
			if m.ID == id {
				return m, nil
			}
		}
	}
	return knownMember(b.Draft, id)
}

// finder returns person for a batch.
func finder(b *batch.Batch) func(id string) (people.Member, error) {
	return func(id string) (people.Member, error) { return person(b, id) }
}

// Gather adds to the commit what a batch has done to gatherings. It reports whether
// anything has changed. A gathering that begins becomes a game of the batch, which then
// tells its players.
func Gather(b *batch.Batch) (changed bool, err error) {
	if b.Who.Member.Stranger {
		if err := b.Me(func(m *people.Member) { m.Stranger = false }); err != nil {
			return false, err
		}
	}
	for _, v := range b.Visits {
		switch {
		case v.Begins:
			err = open(b, v)
		case v.Closed || v.Stays || len(v.News) > 0:
			err = spread(b, v)
		default: // the mail only named it
			b.Headed(v.Now.Label())
			b.Answers = append(b.Answers, gatheringSection(b.Draft, v.Now, finder(b), b.Who.Member.ID))
			continue
		}
		if err != nil {
			return false, err
		}
		changed = true
	}
	return changed, nil
}

// open makes the game of a gathering and adds it to the batch. It writes the players'
// members as they are. So a change of an address, committed at the same time by another
// service, conflicts with the game: either the seat gets the new address, or the change
// finds the game.
func open(b *batch.Batch, v *batch.Visit) error {
	var players []people.Member
	for _, id := range v.Now.Players {
		m, err := person(b, id)
		if err != nil {
			return err
		}
		players = append(players, m)
		people.Members.Set(b.Commit.Marks, m.ID, m)
	}
	n, err := v.Now.Game(players)
	if err != nil {
		return err
	}
	before, next, err := b.Draft.Begin(n)
	if err != nil {
		return err
	}
	v.Now.Forget(&b.Commit)
	p := &batch.Speaker{Before: before, Table: next, Batch: b}
	for i, seat := range n.Seats {
		if strings.EqualFold(seat.Address, b.Who.Member.Address) {
			p.Player = engine.PlayerID(i)
		}
	}
	p.Add("The game begins", "  "+v.Now.Label()+" has begun. The seats were drawn at random.")
	b.Drafts = append(b.Drafts, p)
	b.Draft.Log.Info("lobby.begins", "game", v.Now.ID, "players", len(players))
	w := notice{kind: batch.NewsMail, head: v.Now.Label() + " has begun", text: "The game has begun without you: all its seats are taken."}
	return writeNotices(b.Draft, &b.Commit, &v.Now, v.Now.Expected(), w)
}

// spread stores a changed gathering and tells its members and the people invited to it.
func spread(b *batch.Batch, v *batch.Visit) error {
	g := &v.Now
	g.Stirred, g.Warned, g.Changes = b.Draft.Now().UTC(), time.Time{}, g.Changes+1
	to := slices.DeleteFunc(slices.Concat(g.Players, g.Expected()), func(id string) bool {
		return id == b.Who.Member.ID || slices.ContainsFunc(v.Asked, func(m people.Member) bool { return m.ID == id })
	})
	if len(v.News) > 0 {
		w := notice{kind: batch.NewsMail, gathered: !v.Closed, head: g.Label() + ": " + summary(v.News), text: detail(v.News), show: !v.Closed, find: finder(b)}
		if err := writeNotices(b.Draft, &b.Commit, g, to, w); err != nil {
			return err
		}
	}
	return settleVisit(b, v)
}

// settleVisit stores a gathering, mails its new invitations, and shows it to the sender.
// If the gathering is closed, settleVisit deletes it.
func settleVisit(b *batch.Batch, v *batch.Visit) error {
	g := &v.Now
	b.Headed(g.Label() + ": " + v.Mine)
	if v.Closed {
		g.Forget(&b.Commit)
		b.Add(g.Label(), "  Nobody is left in it, so it is closed.")
		return nil
	}
	g.Keep(&b.Commit)
	b.Answers = append(b.Answers, gatheringSection(b.Draft, *g, finder(b), b.Who.Member.ID))
	for _, m := range v.Asked {
		if err := ask(b, *g, m); err != nil {
			return err
		}
	}
	return nil
}

// summary returns news for a subject line, or "news" if there is too much of it.
func summary(news []string) string {
	if len(news) > 2 {
		return "news"
	}
	return strings.Join(news, "; ")
}

// detail returns the news if summary leaves it out.
func detail(news []string) string {
	if len(news) <= 2 {
		return ""
	}
	var b strings.Builder
	for i, text := range news {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(step.Capital(text) + ".")
	}
	return b.String()
}

// knownMember finds a stored member by id.
func knownMember(d *desk.Draft, id string) (people.Member, error) {
	m, ok, err := d.MemberByID(id)
	if err == nil && !ok {
		err = fmt.Errorf("member %s is gone", id)
	}
	return m, err
}
