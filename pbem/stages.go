package pbem

import (
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
)

// An arrival is a mail on its way through the stages.
type arrival struct {
	key     string
	letter  letter.Letter
	suspect string // why it may be somebody else's, by what is known of its domain; "" for no reason
	who     sender // once it is known
}

// handle takes a mail through the stages, in this order. It ends with the first
// stage that returns an outcome. doc.go lists the same stages.
func (d *draft) handle(p *arrival) (outcome string, err error) {
	for _, stage := range []func(*draft, *arrival) (outcome string, err error){
		sorted, barred, coded, known, believed, bounded, owned, heard, spoken, obeyed,
	} {
		if outcome, err := stage(d, p); outcome != "" || err != nil {
			return outcome, err
		}
	}
	panic("the last stage ends every mail")
}

// sorted ends a mail that no person wrote: it counts bounces and canaries and
// drops the rest.
func sorted(d *draft, p *arrival) (string, error) {
	if at, ok := d.canaryOf(p.letter); ok {
		return d.canaryBack(p.key, at)
	}
	switch l := p.letter; l.Class {
	case letter.Human, letter.Unreadable:
		return "", nil
	case letter.Bounce:
		return d.bounced(p.key, l)
	default:
		d.log.Info("mail.ignored", "class", string(l.Class), "why", l.Why, "from", l.From)
		return outcomeIgnored, d.close(p.key, outcomeIgnored)
	}
}

// barred drops the mail of a banned sender.
func barred(d *draft, p *arrival) (string, error) {
	banned, err := d.banned(p.letter.From)
	if err != nil || !banned {
		return "", err
	}
	d.log.Info("mail.banned", "from", p.letter.From)
	return outcomeIgnored, d.close(p.key, outcomeIgnored)
}

// coded ends an answer to a question with a code.
func coded(d *draft, p *arrival) (string, error) {
	p.letter = passages(p.letter)
	outcome, _, err := d.confirmed(p.key, p.letter)
	return outcome, err
}

// known finds whose mail it is, and greets a stranger.
func known(d *draft, p *arrival) (outcome string, err error) {
	who, ok, err := d.identify(p.letter)
	if err != nil {
		return "", err
	}
	if !ok {
		d.log.Info("mail.stranger", "from", p.letter.From, "subject", p.letter.Subject)
		return d.greet(p.key, p.letter, p.suspect)
	}
	p.who = who
	return "", nil
}

// believed refuses a mail without a good token, and welcomes a new player.
func believed(d *draft, p *arrival) (string, error) {
	if p.who.doubt != "" {
		game, player := p.who.id()
		d.log.Warn("mail.unbelieved", "from", p.letter.From, "game", game, "player", player)
		return d.refuseOnce(p.key, p.letter, p.who, &sheet.Refusal{Lines: texts(p.letter), Fault: -1, Reason: p.who.doubt}, people.Lower(p.who.address()))
	}
	p.who.forged = p.suspect != ""
	if p.who.suspect == "" {
		p.who.suspect = p.suspect
	}
	p.letter = unobserving(bySubject(p.letter), p.who)
	if p.who.stranger() && !d.cfg.IsHost(p.letter.From) {
		return d.welcome(p.key, p.letter, p.who)
	}
	return "", nil
}

// bounded refuses one mail too many.
func bounded(d *draft, p *arrival) (string, error) {
	why := d.limited(p.key, p.letter, p.who)
	if why == "" {
		return "", nil
	}
	return d.refuseOnce(p.key, p.letter, p.who, &sheet.Refusal{Fault: -1, Reason: why})
}

// owned holds a mail that may be somebody else's until its owner confirms it.
// For the sender's own mail it opens the game.
func owned(d *draft, p *arrival) (string, error) {
	if p.who.suspect != "" {
		return d.hold(p.key, p.letter, p.who)
	}
	var err error
	p.who, err = d.opening(p.who)
	return "", err
}

// heard notes that the sender can be reached.
func heard(d *draft, p *arrival) (string, error) { return "", d.reached(p.letter.From) }

// spoken refuses a mail that says nothing, and drops too many of them.
func spoken(d *draft, p *arrival) (string, error) {
	if len(p.letter.Commands) > 0 {
		return "", nil
	}
	why := &sheet.Refusal{Fault: -1, Reason: "There was no command in your mail."}
	if p.letter.Note != "" {
		why.Reason = p.letter.Note
	}
	if d.noise(p.key, p.letter, why) {
		return outcomeIgnored, d.close(p.key, outcomeIgnored)
	}
	return d.refuseTyped(p.key, p.letter, p.who, why)
}

// obeyed carries out what the mail says.
func obeyed(d *draft, p *arrival) (string, error) { return d.obey(p.key, p.letter, p.who) }
