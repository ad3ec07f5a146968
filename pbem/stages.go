package pbem

import (
	"fmt"
	"strings"
	"time"

	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/hosting"
	"pbem/pbem/joining"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
)

// An arrival is a mail on its way through the stages.
type arrival struct {
	key     string
	letter  letter.Letter
	suspect string      // why it may be somebody else's, by a check of its domain; "" for no reason
	again   bool        // the host wants it decided, however old it is
	who     desk.Sender // set by the stage known
}

// handle takes a mail through the stages. The first stage that returns an outcome ends
// it. doc.go lists the stages.
func handle(d *desk.Draft, p *arrival) (outcome string, err error) {
	for _, stage := range []func(*desk.Draft, *arrival) (outcome string, err error){
		recent, sorted, barred, coded, known, believed, dated, bounded, owned, heard, spoken, obeyed,
	} {
		if outcome, err := stage(d, p); outcome != "" || err != nil {
			return outcome, err
		}
	}
	panic("the last stage ends every mail")
}

// recent drops a mail that came to the mail server so long ago that nobody knows any more whether it was carried out.
// Nobody waits for an answer to it.
func recent(d *desk.Draft, p *arrival) (string, error) {
	if old, err := tooOld(d, p, p.letter.Arrived); err != nil || !old {
		return "", err
	}
	d.Log.Warn("mail.too-old", "mail", p.key, "from", p.letter.From, "arrived", p.letter.Arrived)
	return desk.OutcomeIgnored, d.Close(p.key, desk.OutcomeIgnored)
}

func tooOld(d *desk.Draft, p *arrival, at time.Time) (bool, error) {
	if at.IsZero() || p.again {
		return false, nil
	}
	oldest, err := d.Oldest()
	return at.Before(oldest), err
}

// sorted ends a mail that no person wrote: it counts bounces and canaries and
// drops the rest.
func sorted(d *desk.Draft, p *arrival) (string, error) {
	if at, ok := senders.CanaryOf(d.Desk, p.letter); ok {
		return canaryBack(d, p.key, at)
	}
	switch l := p.letter; l.Class {
	case letter.Human, letter.Unreadable:
		return "", nil
	case letter.Bounce:
		return senders.Bounced(d, p.key, l)
	default:
		d.Log.Info("mail.ignored", "class", string(l.Class), "why", l.Why, "from", l.From)
		return desk.OutcomeIgnored, d.Close(p.key, desk.OutcomeIgnored)
	}
}

// barred drops the mail of a banned sender.
func barred(d *desk.Draft, p *arrival) (string, error) {
	banned, err := hosting.Banned(d, p.letter.From)
	if err != nil || !banned {
		return "", err
	}
	d.Log.Info("mail.banned", "from", p.letter.From)
	return desk.OutcomeIgnored, d.Close(p.key, desk.OutcomeIgnored)
}

// coded ends an answer to a question with a code.
func coded(d *desk.Draft, p *arrival) (string, error) {
	p.letter = senders.Passages(p.letter)
	outcome, _, err := confirmed(d, p.key, p.letter)
	return outcome, err
}

// known finds out whose mail it is, and greets a stranger.
func known(d *desk.Draft, p *arrival) (outcome string, err error) {
	who, ok, err := senders.Identify(d, p.letter)
	if err != nil {
		return "", err
	}
	if !ok {
		d.Log.Info("mail.stranger", "from", p.letter.From, "subject", p.letter.Subject)
		return joining.Greet(d, p.key, p.letter, p.suspect)
	}
	p.who = who
	return "", nil
}

// believed refuses a mail without a valid token, and welcomes a new player.
func believed(d *desk.Draft, p *arrival) (string, error) {
	if p.who.Doubt != "" {
		game, player := p.who.ID()
		d.Log.Warn("mail.unbelieved", "from", p.letter.From, "game", game, "player", player)
		return senders.RefuseOnce(d, p.key, p.letter, p.who, &sheet.Refusal{Lines: senders.Texts(p.letter), Fault: -1, Reason: p.who.Doubt}, people.Lower(p.who.Address()))
	}
	p.who.Forged = p.suspect != ""
	if p.who.Suspect == "" {
		p.who.Suspect = p.suspect
	}
	p.letter = joining.Unobserving(joining.BySubject(p.letter), p.who)
	if p.who.Stranger() && !d.Config.IsHost(p.letter.From) {
		return joining.Welcome(d, p.key, p.letter, p.who)
	}
	return "", nil
}

// dated refuses a mail that was written so long ago by its own date. It may be a copy of one that was carried out, even if
// it has only just come.
func dated(d *desk.Draft, p *arrival) (string, error) {
	if old, err := tooOld(d, p, p.letter.Date); err != nil || !old {
		return "", err
	}
	d.Log.Warn("mail.too-old", "mail", p.key, "from", p.letter.From, "date", p.letter.Date)
	return senders.RefuseOnce(d, p.key, p.letter, p.who, &sheet.Refusal{Lines: senders.Texts(p.letter), Fault: -1, Reason: fmt.Sprintf(
		"Your mail says that it was written on %s, and a mail as old as that is not carried out. None of it was; please write it anew, on a computer whose clock is right.", p.letter.Date.Format("2 January 2006"))})
}

// bounded refuses a mail that is over a limit.
func bounded(d *desk.Draft, p *arrival) (string, error) {
	why := senders.Limited(d, p.key, p.letter, p.who)
	if why == "" {
		return "", nil
	}
	return senders.RefuseOnce(d, p.key, p.letter, p.who, &sheet.Refusal{Fault: -1, Reason: why})
}

// owned holds a mail that may be somebody else's until its owner confirms it.
// For the sender's own mail it opens the game.
func owned(d *desk.Draft, p *arrival) (string, error) {
	if p.who.Suspect != "" {
		return senders.Hold(d, p.key, p.letter, p.who)
	}
	var err error
	p.who, err = senders.Opening(d, p.who)
	return "", err
}

// heard records that mail reaches the sender: at the address from which they write, and at the one to which their mails go.
func heard(d *desk.Draft, p *arrival) (string, error) {
	for i, address := range []string{p.letter.From, p.who.Address()} {
		if i > 0 && strings.EqualFold(address, p.letter.From) {
			break
		}
		again, err := senders.Reached(d, address)
		if err != nil {
			return "", err
		}
		if again {
			d.Later(func() error { batch.CatchUp(d.Desk, address, ""); return nil })
		}
	}
	return "", nil
}

// spoken refuses a mail that says nothing. If too many come, it drops them.
func spoken(d *desk.Draft, p *arrival) (string, error) {
	if len(p.letter.Commands) > 0 {
		return "", nil
	}
	why := &sheet.Refusal{Fault: -1, Reason: "There was no command in your mail."}
	for _, line := range p.letter.Refused {
		why.Lines = append(why.Lines, line.Text)
	}
	if p.letter.Note != "" {
		why.Reason = p.letter.Note
	}
	if senders.Noise(d, p.key, p.letter, false, why) {
		return desk.OutcomeIgnored, d.Close(p.key, desk.OutcomeIgnored)
	}
	return senders.RefuseTyped(d, p.key, p.letter, p.who, why)
}

// obeyed carries out what the mail says.
func obeyed(d *desk.Draft, p *arrival) (string, error) { return obey(d, p.key, p.letter, p.who) }
