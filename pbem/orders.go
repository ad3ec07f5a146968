package pbem

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/table"
)

var (
	passWords = regexp.MustCompile(`(?i)^pass\s+(?:(?:for|until|through|in)\s+)?(?:the\s+)?(?:rest\s+of\s+)?(?:the\s+|this\s+)?(auction|round|(?:somebody|someone|anybody|anyone)(?:\s+else)?\s+acts?|act|action)\.?$`)
	courteous = regexp.MustCompile(`(?i)[\s,]+(?:please|pls|thanks|thank you|ty)[.!]*$`)
	bidWords  = regexp.MustCompile(`(?i)^((\w+)\b.*?)[\s,]+(?:max|maximum|at most|up to)\s+\D?(\d+)\.?$`)
)

// order takes a line that gives an order; ok is false for any other.
func (p *speaker) order(text string) (ok bool, err error) {
	text = courteous.ReplaceAllString(text, "")
	if m := passWords.FindStringSubmatch(text); m != nil {
		return true, p.standingPass(strings.ToLower(m[1]))
	}
	if m := bidWords.FindStringSubmatch(text); m != nil && p.table.Bids(strings.ToLower(m[2])) {
		most, err := strconv.Atoi(m[3])
		if err != nil {
			return true, engine.Refuse("%s is no bid. Write it like: %s 100 max 200.", m[3], strings.ToLower(m[2]))
		}
		return true, p.standingBid(strings.TrimSpace(m[1]), most)
	}
	return false, nil
}

// cancelOrders takes the player's orders back.
func cancelOrders(p *speaker, _ string) error {
	p.setOrders(nil)
	p.add("STANDING ORDERS", "There are none any more.")
	return nil
}

// standingPass takes an order to pass, where it can do what it says.
func (p *speaker) standingPass(what string) error {
	if err := p.fresh(); err != nil { // it may be meant for another auction, or round
		return err
	}
	o := table.Order{Kind: table.PassUntil, Round: p.round(), Since: len(p.table.Log)}
	switch {
	case p.table.Game.State().Result != nil:
		return engine.Refuse("The game is over.")
	case what == "auction" && !p.table.Bidding() && p.operating():
		return noAuction("")
	case what == "auction" && !p.table.Bidding():
		return noAuction(fmt.Sprintf(`, while "pass for the round" passes whenever you are asked in this round (%s)`, o.Round))
	case what == "auction":
		o.Kind, o.Entered = table.PassAuction, p.table.Entered()
	case p.operating():
		return engine.Refuse(`%s is an operating round, in which "pass" is for one step of one company: say it when you are asked. "pass for the round" and "pass until somebody acts" are for rounds of other kinds.`, o.Round)
	case what == "round":
		o.Kind = table.PassRound
	}
	return p.setOrder(o)
}

// noAuction refuses an order for an auction where none is on; besides is what to
// say instead.
func noAuction(besides string) error {
	return engine.Refuse("There is no auction now: an order for one can be given once bidding has begun%s.", besides)
}

// standingBid says the bid itself, if it names one, and keeps the maximum.
func (p *speaker) standingBid(bid string, most int) error {
	bare := p.table.Bids(strings.ToLower(bid))
	began := p.table.Entered()
	say := p.command
	if bare {
		say = func(string) error { return p.fresh() }
	}
	if err := say(bid); err != nil {
		return err
	}
	switch {
	case p.table.Bidding() && p.table.Entered() == began:
		return p.setOrder(table.Order{Kind: table.BidUpTo, Max: most, Entered: began, Since: len(p.table.Log)})
	case bare:
		return noAuction("")
	}
	p.add("STANDING ORDERS", "  The auction is over with your bid: no maximum is kept.")
	return nil
}

func (p *speaker) round() string { return p.table.Title.Position(p.table.Game.State()).Round }

func (p *speaker) operating() bool { return p.table.Operating() }

// setOrder gives the player one order, in place of those there were.
func (p *speaker) setOrder(o table.Order) error {
	for _, old := range p.table.Seat(p.player).Orders {
		p.add("STANDING ORDERS", "  In place of: "+old.String())
	}
	p.setOrders([]table.Order{o})
	return nil
}

// setOrders replaces the player's orders.
func (p *speaker) setOrders(orders []table.Order) {
	p.table = p.table.With(p.table.Game, nil)
	p.table.Seat(p.player).Orders = orders
	p.recorded = true
}
