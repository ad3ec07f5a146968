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

// A visit is what an errand does to one gathering.
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
func (e *errand) enterGathering(id string) (ok bool, err error) {
	for _, v := range e.visits {
		if v.now.ID == id {
			e.visit, e.at = v, nil
			return true, nil
		}
	}
	g, ok, err := e.d.gathering(id)
	if err != nil || !ok || !g.Shows(e.who.member.ID) {
		return false, err
	}
	e.visit, e.at = &visit{now: g.Copy()}, nil
	e.visits = append(e.visits, e.visit)
	return true, nil
}

// visitFor finds the gathering a line is for: the one it names, else the one the
// lines are for, the one the mail answers, or the only one there is.
func (e *errand) visitFor(rest string, fits func(lobby.Gathering) bool) error {
	if id := gameWord(rest); id != "" {
		return e.named(id)
	}
	if e.visit != nil {
		return nil
	}
	if id := e.d.gatheringAnswered(e.l); id != "" {
		return e.named(id)
	}
	list, err := e.shown()
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(g lobby.Gathering) bool { return !fits(g) })
	if len(list) != 1 {
		return engine.Refuse("Say for which game, with its id. %s", gathers(list))
	}
	return e.named(list[0].ID)
}

// named enters the gathering of an id, or refuses.
func (e *errand) named(id string) error {
	ok, err := e.enterGathering(id)
	if ok || err != nil {
		return err
	}
	if _, err := e.d.table(id); err == nil {
		return engine.Refuse("%s is no longer waiting for players: it has begun. \"games\" lists those that wait.", id)
	}
	list, err := e.shown()
	if err != nil {
		return err
	}
	return engine.Refuse("No game %q is waiting for players; it may have been closed. %s", id, gathers(list))
}

// shown are the gatherings that the sender may know of, as this mail leaves
// them.
func (e *errand) shown() ([]lobby.Gathering, error) {
	list, err := e.d.gatherings()
	if err != nil {
		return nil, err
	}
	for _, v := range e.visits {
		list = slices.DeleteFunc(list, func(g lobby.Gathering) bool { return g.ID == v.now.ID })
		if !v.begins && !v.closed {
			list = append(list, v.now)
		}
	}
	return slices.DeleteFunc(list, func(g lobby.Gathering) bool { return !g.Shows(e.who.member.ID) }), nil
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

// The kinds of mails that are about one gathering; part of their Message-IDs.
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

// person is a member by id, also one that this errand has changed.
func (e *errand) person(id string) (people.Member, error) {
	if id == e.who.member.ID {
		return e.who.member, nil
	}
	for _, v := range e.visits {
		for _, m := range v.asked {
			if m.ID == id {
				return m, nil
			}
		}
	}
	return e.d.knownMember(id)
}

// gather adds to the commit what an errand has done to gatherings, and reports
// whether it has. Those that begin become games of the errand, which tells
// their players.
func (e *errand) gather() (changed bool, err error) {
	if e.who.member.Stranger {
		if err := e.me(func(m *people.Member) { m.Stranger = false }); err != nil {
			return false, err
		}
	}
	for _, v := range e.visits {
		switch {
		case v.begins:
			err = e.open(v)
		case v.closed || v.stays || len(v.news) > 0:
			err = e.spread(v)
		default: // it was only named
			e.headed(v.now.Label())
			e.answers = append(e.answers, e.d.gatheringSection(v.now, e.person, e.who.member.ID))
			continue
		}
		if err != nil {
			return false, err
		}
		changed = true
	}
	return changed, e.showSet()
}

// noteID is the Message-ID of the answer. It names the gathering of the last
// lines, so that an answer to it need not.
func (e *errand) noteID() string {
	if e.visit != nil && !e.visit.closed {
		return e.d.office.ID(newsMail, e.visit.now.ID, e.short(), e.who.member.ID)
	}
	return e.d.office.ID("lobby", e.short())
}

// open makes the game of a gathering.
func (e *errand) open(v *visit) error {
	var players []people.Member
	for _, id := range v.now.Players {
		m, err := e.person(id)
		if err != nil {
			return err
		}
		players = append(players, m)
	}
	n, err := v.now.Game(players)
	if err != nil {
		return err
	}
	before, next, err := e.d.begin(n)
	if err != nil {
		return err
	}
	v.now.Forget(&e.c)
	d := &speaker{before: before, table: next, errand: e}
	for i, seat := range n.Seats {
		if strings.EqualFold(seat.Address, e.who.member.Address) {
			d.player = engine.PlayerID(i)
		}
	}
	d.add("The game begins", "  "+v.now.Label()+" has begun. The seats were drawn by chance.")
	e.drafts = append(e.drafts, d)
	e.d.log.Info("lobby.begins", "game", v.now.ID, "players", len(players))
	w := notice{kind: newsMail, head: v.now.Label() + " has begun", text: "The game has begun without you: all its seats are taken."}
	return e.d.notices(&e.c, &v.now, v.now.Expected(), w)
}

// spread keeps a gathering that has changed, and tells it to everybody in it
// and the invited.
func (e *errand) spread(v *visit) error {
	g := &v.now
	g.Stirred, g.Warned, g.Changes = e.d.now().UTC(), time.Time{}, g.Changes+1
	to := slices.DeleteFunc(slices.Concat(g.Players, g.Expected()), func(id string) bool {
		return id == e.who.member.ID || slices.ContainsFunc(v.asked, func(m people.Member) bool { return m.ID == id })
	})
	if len(v.news) > 0 {
		w := notice{kind: newsMail, gathered: !v.closed, head: g.Label() + ": " + summary(v.news), text: detail(v.news), show: !v.closed, find: e.person}
		if err := e.d.notices(&e.c, g, to, w); err != nil {
			return err
		}
	}
	return e.settleVisit(v)
}

// settleVisit keeps a gathering, asks those who are invited to it, and tells the
// sender how it stands; or it forgets one that is closed.
func (e *errand) settleVisit(v *visit) error {
	g := &v.now
	e.headed(g.Label() + ": " + v.mine)
	if v.closed {
		g.Forget(&e.c)
		e.add(g.Label(), "  Nobody is left in it, so it is closed.")
		return nil
	}
	g.Keep(&e.c)
	e.answers = append(e.answers, e.d.gatheringSection(*g, e.person, e.who.member.ID))
	for _, m := range v.asked {
		if err := e.ask(*g, m); err != nil {
			return err
		}
	}
	return nil
}

// headed sets the headline of the answer; one that is about several things has
// a general one.
func (e *errand) headed(head string) {
	if e.head != "" && e.head != head {
		head = "Done"
	}
	e.head = head
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
