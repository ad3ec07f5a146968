package hosting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/store"
)

// person deletes what is stored about them beside games and mails.
func (x *erasing) person() error {
	if x.e.Game != "" {
		return nil
	}
	return x.s.Unit(nil, func(d *desk.Draft) error {
		c := store.Commit{Marks: store.Marks{}, Add: map[string]int{}}
		if x.e.Member != "" {
			people.Members.Clear(c.Marks, x.e.Member)
		}
		for _, a := range x.e.Addresses {
			if err := x.address(d, &c, a); err != nil {
				return err
			}
		}
		for _, do := range []func(*desk.Draft, *store.Commit) error{x.questions, x.invitations, x.gatherings} {
			if err := do(d, &c); err != nil {
				return err
			}
		}
		return d.Take(c)
	})
}

// address deletes what is stored under an address.
func (x *erasing) address(d *desk.Draft, c *store.Commit, address string) error {
	d.ForgetAddress(c.Marks, address)
	desk.Suspensions.Clear(c.Marks, address)
	desk.CatchUps.Clear(c.Marks, address)
	desk.Bans.Clear(c.Marks, address)
	desk.Endings.Clear(c.Marks, address)
	silences, err := desk.Silences.All(d.DB, people.Lower(address)+"/")
	if err != nil {
		return err
	}
	for _, r := range silences {
		desk.Silences.Drop(c.Marks, r)
	}
	for _, a := range variants(address) {
		returns, err := desk.Returns.All(d.DB, a+"/")
		if err != nil {
			return err
		}
		for _, r := range returns {
			desk.Returns.Drop(c.Marks, r)
		}
	}
	n, err := d.DB.Counter(senders.ScoreName(address))
	if n != 0 {
		c.Add[senders.ScoreName(address)] = -n
	}
	return err
}

// variants are ways in which an address is usually written.
func variants(address string) (out []string) {
	local, domain, _ := strings.Cut(address, "@")
	for _, l := range []string{local, strings.ToLower(local), strings.ToUpper(local), strings.ToUpper(local[:min(1, len(local))]) + strings.ToLower(local[min(1, len(local)):])} {
		for _, dom := range []string{domain, strings.ToLower(domain)} {
			if a := l + "@" + dom; !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	return out
}

// questions drops questions that they were asked by mail, or that are about an address of theirs.
func (x *erasing) questions(d *desk.Draft, c *store.Commit) error {
	all, err := desk.Confirms.All(d.DB, "")
	for _, r := range all {
		if q := r.Value; r.Fault == nil && (x.owns(q.To) || x.owns(q.Old) || x.owns(q.New)) {
			desk.Confirms.Drop(c.Marks, r)
			c.Deadlines = append(c.Deadlines, store.Deadline{Game: q.Game, Key: desk.ConfirmKey + r.Key})
		}
	}
	return err
}

// invitations deletes those to running games.
func (x *erasing) invitations(d *desk.Draft, c *store.Commit) error {
	if x.e.Member == "" {
		return nil
	}
	all, err := desk.Invitations.All(d.DB, "")
	for _, r := range all {
		if r.Key.Member == x.e.Member {
			desk.Invitations.Drop(c.Marks, r)
		}
	}
	return err
}

// gatherings takes them out of games that wait for players, and tells the others.
func (x *erasing) gatherings(d *desk.Draft, c *store.Commit) error {
	all, err := d.Gatherings()
	if err != nil || x.e.Member == "" {
		return err
	}
	for _, was := range all {
		g := was.Copy()
		g.Invited = slices.DeleteFunc(g.Invited, func(i lobby.Invitation) bool { return i.Member == x.e.Member })
		for i := range g.Invited {
			if g.Invited[i].By == x.e.Member {
				g.Invited[i].By = ""
			}
		}
		g.Players = slices.DeleteFunc(g.Players, func(m string) bool { return m == x.e.Member })
		delete(g.Noticed, x.e.Member)
		g.Name = x.called(g.Name)
		switch {
		case len(g.Players) == len(was.Players) && len(g.Invited) == len(was.Invited) && g.Name == was.Name:
			continue
		case len(g.Players) == 0:
			g.Forget(c)
			continue
		}
		g.Keep(c)
		if len(g.Players) == len(was.Players) {
			continue
		}
		if err := x.tellOthers(d, c, was, g); err != nil {
			return err
		}
	}
	return nil
}

// called returns the name of a game without theirs.
func (x *erasing) called(name string) string {
	if called(x.e, name) {
		return "A game"
	}
	return name
}

// tellOthers tells the others of a game that waits for players that one has left.
func (x *erasing) tellOthers(d *desk.Draft, c *store.Commit, was, g lobby.Gathering) error {
	for i, id := range g.Players {
		m, ok, err := d.MemberByID(id)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		say := []sheet.Section{}
		if i == 0 && was.Players[0] != id {
			say = append(say, sheet.Section{Head: "You may say", Say: []sheet.Saying{{Line: "start " + g.ID, Gloss: "once enough are in: you are the first now"}}})
		}
		page := sheet.Note("A player has left "+g.Label(), "Still missing: "+g.Missing()+".", say...)
		c.Mails = append(c.Mails, d.WriteNote(m, d.Office.ID("left", g.ID, id, x.code[:6]), page, ""))
	}
	return nil
}

// mails forgets to whom mails were that were for them, a page at a time, and then from whom those were that they wrote.
func (x *erasing) mails() error {
	number, after, _ := strings.Cut(x.e.After, " ")
	n, _ := strconv.Atoi(number)
	if x.e.Game != "" || n >= len(x.e.Addresses) {
		return x.mailed()
	}
	next, sending, err := x.s.Store.ForgetRecipient(x.e.Addresses[n], after, x.s.Now(), erasedMails)
	if err != nil {
		return err
	}
	x.e.Waits = x.e.Waits || sending > 0
	if next == "" {
		n++
	}
	x.e.After = fmt.Sprintf("%d %s", n, next)
	return nil
}

// mailed is the end of that step. If something is being worked on, the step is done again later.
func (x *erasing) mailed() error {
	for _, a := range x.e.Addresses {
		for _, v := range variants(a) {
			unsettled, err := x.sender(v)
			if err != nil {
				return err
			}
			x.e.Waits = x.e.Waits || unsettled
		}
	}
	x.e.After = ""
	if x.e.Waits {
		x.e.Waits = false
		return errWait
	}
	x.e.Step = stepUnsent
	return nil
}

// sender forgets from whom mails were.
func (x *erasing) sender(address string) (unsettled bool, err error) {
	for more := true; more; {
		if more, unsettled, err = x.s.Store.ForgetSender("id:"+address+" ", erasedMails); err != nil {
			return false, err
		}
	}
	return unsettled, nil
}

// texts deletes the texts of mails that came and that name them, a page at a time. A mail of somebody else that was set aside
// keeps its text: it is still to be worked on.
func (x *erasing) texts() error {
	page, next, err := x.s.Store.Texts(x.e.After, erasedMails/10)
	if err != nil {
		return err
	}
	for _, in := range page {
		whole := envelope.Everything(in.Raw)
		if !called(x.e, whole) {
			continue
		}
		l := desk.LetterOf(in.Raw)
		if in.Outcome == desk.OutcomeQuarantine && !x.owns(l.From) {
			continue
		}
		if err := x.s.Store.Forget(in.Key); err != nil {
			return err
		}
		if x.owns(l.From) {
			if _, err := x.sender(l.From); err != nil {
				return err
			}
		}
	}
	if x.e.After = next; next == "" {
		x.e.Step = stepAway
	}
	return nil
}
