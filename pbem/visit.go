package pbem

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/letter"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
)

// A visit is what a batch does to one gathering.
type visit struct {
	now    lobby.Gathering
	news   []string        // what has changed, for the others: "Brian has joined"
	mine   string          // what has come of it for the sender: "you are in"
	asked  []people.Member // invited with this mail
	stays  bool            // nothing has changed, but somebody still wants it
	begins bool
	closed bool
}

// changed notes something that has happened, and what it means to the sender.
func (v *visit) changed(mine, format string, args ...any) {
	v.mine = mine
	v.news = append(v.news, fmt.Sprintf(format, args...))
}

// closing refuses whatever comes after a line with which it begins or ends.
func (v *visit) closing() error {
	switch {
	case v.begins:
		return engine.Refuse("%s begins with this mail already: leave out what follows, or the line before it.", v.now.Label())
	case v.closed:
		return engine.Refuse("You were the last in %s, so it is closed with this mail: leave out what follows, or the line before it.", v.now.Label())
	}
	return nil
}

// enterGathering makes a gathering the game the next lines are for; ok is false when
// there is none of that id that the sender may know of.
func (b *batch) enterGathering(id string) (ok bool, err error) {
	for _, v := range b.visits {
		if v.now.ID == id {
			b.visit, b.at = v, nil
			return true, nil
		}
	}
	g, ok, err := b.d.gathering(id)
	if err != nil || !ok || !g.Shows(b.who.member.ID) {
		return false, err
	}
	b.visit, b.at = &visit{now: g.Copy()}, nil
	b.visits = append(b.visits, b.visit)
	return true, nil
}

// visitFor finds the gathering a line is for: the one it names, else the one the
// lines are for, the one the mail answers, or the only one there is.
func (b *batch) visitFor(rest string, fits func(lobby.Gathering) bool) error {
	if id := gameWord(rest); id != "" {
		return b.named(id)
	}
	if b.visit != nil {
		return nil
	}
	if id := b.d.gatheringAnswered(b.l); id != "" {
		return b.named(id)
	}
	list, err := b.shown()
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(g lobby.Gathering) bool { return !fits(g) })
	if len(list) != 1 {
		return engine.Refuse("Say for which game, with its id. %s", gathers(list))
	}
	return b.named(list[0].ID)
}

// named enters the gathering of an id, or refuses.
func (b *batch) named(id string) error {
	ok, err := b.enterGathering(id)
	if ok || err != nil {
		return err
	}
	if _, err := b.d.table(id); err == nil {
		return engine.Refuse("%s is no longer waiting for players: it has begun. \"games\" lists those that wait.", id)
	}
	list, err := b.shown()
	if err != nil {
		return err
	}
	return engine.Refuse("No game %q is waiting for players; it may have been closed. %s", id, gathers(list))
}

// shown are the gatherings that the sender may know of, as this mail leaves
// them.
func (b *batch) shown() ([]lobby.Gathering, error) {
	list, err := b.d.gatherings()
	if err != nil {
		return nil, err
	}
	for _, v := range b.visits {
		list = slices.DeleteFunc(list, func(g lobby.Gathering) bool { return g.ID == v.now.ID })
		if !v.begins && !v.closed {
			list = append(list, v.now)
		}
	}
	return slices.DeleteFunc(list, func(g lobby.Gathering) bool { return !g.Shows(b.who.member.ID) }), nil
}

// gathers names gatherings, for a refusal.
func gathers(list []lobby.Gathering) string {
	if len(list) == 0 {
		return "None is waiting for you; \"games\" lists all that wait, \"new\" begins one."
	}
	var out []string
	for _, g := range list {
		out = append(out, g.Label())
	}
	return "Waiting for players: " + strings.Join(out, ", ") + "."
}

// gameWord finds the id of a game among the words of a line, "" for none.
func gameWord(rest string) string {
	for _, w := range strings.Fields(strings.ToLower(rest)) {
		if w = strings.Trim(w, ".,:;#()\"'"); len(w) > 1 && w[0] == 'g' && lobby.Number(w) > 0 {
			return w
		}
	}
	return ""
}

// The kinds of mails about one gathering. They are part of the Message-IDs.
const (
	newsMail   = "hall"
	stillMail  = "still"
	inviteMail = "invite"
)

var gatheringMails = []string{newsMail, stillMail, inviteMail}

// gatheringAnswered is the gathering that a mail answers, "" for none: our
// Message-IDs say it, "<hall.g12.3.m7.uqguqez4@...>".
func (d *draft) gatheringAnswered(l letter.Letter) string {
	for _, id := range append([]string{l.InReplyTo}, l.References...) {
		local, _, _ := strings.Cut(strings.Trim(id, "<>"), "@")
		f := strings.Split(local, ".")
		if len(f) == 6 && f[0] == alsoID { // of a copy
			whole := strings.TrimSuffix(local, "."+f[5])
			if slices.Contains(gatheringMails, f[1]) && d.office.Seal(whole) == f[5] {
				return f[2]
			}
		}
		if len(f) == 5 && slices.Contains(gatheringMails, f[0]) && d.office.Seal(strings.Join(f[:4], ".")) == f[4] {
			return f[1]
		}
	}
	return ""
}

// notYet refuses a word for a game that is on.
func (v *visit) notYet(part string) error {
	return engine.Refuse("%s has not begun, and %q is no word for a game that waits for players. Possible are: join, invite, leave, players, start, games.", v.now.Label(), part)
}

// person is a member by id, also one that this batch has changed.
func (b *batch) person(id string) (people.Member, error) {
	if id == b.who.member.ID {
		return b.who.member, nil
	}
	for _, v := range b.visits {
		for _, m := range v.asked {
			if m.ID == id {
				return m, nil
			}
		}
	}
	return b.d.knownMember(id)
}

// finder returns person as a function.
func (b *batch) finder() func(id string) (people.Member, error) {
	return func(id string) (people.Member, error) { return b.person(id) }
}

// gather adds to the commit what a batch has done to gatherings, and reports
// whether it has. Those that begin become games of the batch, which tells
// their players.
func gather(b *batch) (changed bool, err error) {
	if b.who.member.Stranger {
		if err := b.me(func(m *people.Member) { m.Stranger = false }); err != nil {
			return false, err
		}
	}
	for _, v := range b.visits {
		switch {
		case v.begins:
			err = b.open(v)
		case v.closed || v.stays || len(v.news) > 0:
			err = b.spread(v)
		default: // it was only named
			b.headed(v.now.Label())
			b.answers = append(b.answers, b.d.gatheringSection(v.now, b.finder(), b.who.member.ID))
			continue
		}
		if err != nil {
			return false, err
		}
		changed = true
	}
	return changed, nil
}

// noteID is the Message-ID of the answer. It names the gathering of the last
// lines, so that an answer to it need not.
func (b *batch) noteID() string {
	if b.visit != nil && !b.visit.closed {
		return b.d.office.ID(newsMail, b.visit.now.ID, b.short(), b.who.member.ID)
	}
	return b.d.office.ID("lobby", b.short())
}

// open makes the game of a gathering.
func (b *batch) open(v *visit) error {
	var players []people.Member
	for _, id := range v.now.Players {
		m, err := b.person(id)
		if err != nil {
			return err
		}
		players = append(players, m)
	}
	n, err := v.now.Game(players)
	if err != nil {
		return err
	}
	before, next, err := b.d.begin(n)
	if err != nil {
		return err
	}
	v.now.Forget(&b.c)
	d := &speaker{before: before, table: next, batch: b}
	for i, seat := range n.Seats {
		if strings.EqualFold(seat.Address, b.who.member.Address) {
			d.player = engine.PlayerID(i)
		}
	}
	d.add("The game begins", "  "+v.now.Label()+" has begun. The seats were drawn by chance.")
	b.drafts = append(b.drafts, d)
	b.d.log.Info("lobby.begins", "game", v.now.ID, "players", len(players))
	w := notice{kind: newsMail, head: v.now.Label() + " has begun", text: "The game has begun without you: all its seats are taken."}
	return b.d.notices(&b.c, &v.now, v.now.Expected(), w)
}

// spread keeps a gathering that has changed, and tells it to everybody in it
// and the invited.
func (b *batch) spread(v *visit) error {
	g := &v.now
	g.Stirred, g.Warned, g.Changes = b.d.now().UTC(), time.Time{}, g.Changes+1
	to := slices.DeleteFunc(slices.Concat(g.Players, g.Expected()), func(id string) bool {
		return id == b.who.member.ID || slices.ContainsFunc(v.asked, func(m people.Member) bool { return m.ID == id })
	})
	if len(v.news) > 0 {
		w := notice{kind: newsMail, gathered: !v.closed, head: g.Label() + ": " + summary(v.news), text: detail(v.news), show: !v.closed, find: b.finder()}
		if err := b.d.notices(&b.c, g, to, w); err != nil {
			return err
		}
	}
	return b.settleVisit(v)
}

// settleVisit keeps a gathering, asks those who are invited to it, and tells the
// sender how it stands; or it forgets one that is closed.
func (b *batch) settleVisit(v *visit) error {
	g := &v.now
	b.headed(g.Label() + ": " + v.mine)
	if v.closed {
		g.Forget(&b.c)
		b.add(g.Label(), "  Nobody is left in it, so it is closed.")
		return nil
	}
	g.Keep(&b.c)
	b.answers = append(b.answers, b.d.gatheringSection(*g, b.finder(), b.who.member.ID))
	for _, m := range v.asked {
		if err := b.ask(*g, m); err != nil {
			return err
		}
	}
	return nil
}

// headed sets the headline of the answer; one that is about several things has
// a general one.
func (b *batch) headed(head string) {
	if b.head != "" && b.head != head {
		head = "Done"
	}
	b.head = head
}

// summary is news in a headline, where there is little of it.
func summary(news []string) string {
	if len(news) > 2 {
		return "news"
	}
	return strings.Join(news, "; ")
}

// detail is what a headline does not say of news.
func detail(news []string) string {
	if len(news) <= 2 {
		return ""
	}
	var b strings.Builder
	for i, text := range news {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(capital(text) + ".")
	}
	return b.String()
}

// knownMember is a member by id.
func (d *draft) knownMember(id string) (people.Member, error) {
	m, ok, err := d.memberByID(id)
	if err == nil && !ok {
		err = fmt.Errorf("member %s is gone", id)
	}
	return m, err
}
