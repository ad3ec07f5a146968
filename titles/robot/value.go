package robot

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/titles/title"
)

// What the value of a position is made of, in hundredths where a part is meant.
const (
	rival      = 30     // what others have counts against the seat
	growth     = 35     // how a price follows what is paid
	renewed    = 55     // income after a train has rusted, if none is on sale
	hoped      = 45     // income with the next train, if the company cannot pay for any of it and somebody has to
	sure       = 90     // the same if the company can pay for it
	treasury   = 25     // money of a company, for its shareholders
	bought     = 60     // what a train earns, of money that is saved for it
	shortage   = 80     // money that a president may have to add for a train
	guessed    = 7      // income of a company without track, of its price, where all companies take turns once they have started
	held       = 60     // face value of a private company that scores nothing
	promised   = 8      // of the values of stops that track may reach one day
	idling     = 25     // of what trains may earn that have hardly a run yet: see idle
	reserved   = 20     // a company that one may start and others may not, in money
	ruin       = 200    // to be bankrupt, in money
	hasty      = 60     // trains that a company buys in an operating round at most
	searchMost = 10_000 // steps of a search for a run
)

// value says what a position is worth to the seat, in money at the end of the game: what it has, what
// it will earn, less what it may have to pay, compared with the others.
func (b *brain) value(g *engine.Game) Worth {
	b.work++
	b.spent += positionWork
	s := g.State()
	if s.Result != nil {
		w := Worth{Now: s.Result.Scores[b.seat], Over: true}
		return b.against(w, s.Result.Scores)
	}
	p := b.title.Position(s)
	o := b.outlook(s, &p)
	w := Worth{Rounds: o.rounds}
	worth, risks := map[string]int{}, map[string]*risk{}
	for _, player := range p.Players {
		risks[player.ID] = &risk{cash: player.Cash}
		brings, income := b.privates(s, &p, player, o)
		rights, broken := reserved*len(p.Reservations[player.ID]), 0
		if player.Out {
			broken = ruin
		}
		hints, hinted := b.hints(s, player.ID)
		worth[player.ID] = player.Worth - broken + brings + rights + hinted
		if player.ID == b.seat {
			w.Now, w.Cash, w.Privates, w.Income, w.Rights, w.Broken = player.Worth, player.Cash, brings, income, rights, broken
			w.Hints = hints
		}
	}
	for _, pr := range p.Privates {
		if pr.Owner == b.seat && !pr.Gone {
			w.Owned = append(w.Owned, pr.Sym)
		}
	}
	for i := range p.Companies {
		c := &p.Companies[i]
		stake := b.shared(b.stake(s, c, o), c, worth)
		if r := risks[c.President]; r != nil {
			due := b.due(c, o)
			worth[c.President] -= due
			r.trains += due
			if stake.President = c.President == b.seat; stake.President {
				stake.Due = due
			}
		}
		w.add(stake)
		addRisks(risks, c, &stake)
	}
	for player, r := range risks {
		n := r.costs(worth[player])
		worth[player] -= n
		if player == b.seat {
			w.Due += n
		}
	}
	return b.against(w, worth)
}

// shared adds what the shares of a company still earn to what players are worth. It returns the stake of the seat.
func (b *brain) shared(k Stake, c *title.Company, worth map[string]int) Stake {
	for _, h := range c.Held {
		if _, ok := worth[h.Holder]; ok {
			worth[h.Holder] += k.per * h.Shares / 100
		}
		if h.Holder == b.seat {
			k.Shares += h.Shares
			k.Earns += k.per * h.Shares / 100
		}
	}
	for _, h := range c.Shorts {
		worth[h.Holder] -= k.per * h.Shares / 100
		if h.Holder == b.seat {
			k.Shares -= h.Shares
			k.Earns -= k.per * h.Shares / 100
		}
	}
	return k
}

// hints returns what the title's hints are worth to a player, and their sum.
func (b *brain) hints(s *engine.State, player string) (list []Hinted, sum int) {
	for _, h := range b.title.Hints {
		if n := h.Brings(s, player); n != 0 {
			list, sum = append(list, Hinted{h.Words, n}), sum+n
		}
	}
	return list, sum
}

// against compares what the seat has with what the others have.
func (b *brain) against(w Worth, worth map[string]int) Worth {
	sum := 0
	for p, n := range worth {
		if p != b.seat {
			sum += n
		}
	}
	w.Others = sum * rival / 100 / max(1, len(worth)-1)
	w.Rivals = sum / max(1, len(worth)-1)
	w.Total = worth[b.seat] - w.Others
	return w
}

// An outlook is what all companies share: how long the game goes on, what the next train is.
type outlook struct {
	table  step.Table
	rounds int             // operating rounds that are left, in hundredths, the one that is played included
	ran    map[string]bool // companies that have run in that one
	waits  map[string]int  // operating rounds, in hundredths, until companies float
	supply []title.Stock
	next   *facts.Train // on sale; nil if none is
	rate   int          // trains sold in an operating round, in hundredths
	loan   int
	wears  func(train string) (rounds, each int) // see title.Title.Wears; nil if they do not
}

func (b *brain) outlook(s *engine.State, p *title.Position) outlook {
	o := outlook{table: b.title.Table(s), supply: p.Supply, loan: p.Interest}
	o.rounds = b.roundsLeft(s, p)
	if b.title.Wears != nil {
		o.wears = func(train string) (rounds, each int) { return b.title.Wears(s, train) }
	}
	if len(p.Supply) > 0 {
		o.next = b.title.Facts.Train(p.Supply[0].Name)
	}
	o.rate = rate(p, o.rounds)
	o.ran = b.haveRun(s, p)
	o.waits = b.floatsLater(s, p)
	return o
}

// running counts the companies that operate.
func running(p *title.Position) int {
	n := 0
	for i := range p.Companies {
		if started(&p.Companies[i]) {
			n++
		}
	}
	return n
}

// rate estimates how many trains are sold in an operating round, in hundredths: all that are limited in number, by the end of the
// game. A company buys hardly more than one in two rounds.
func rate(p *title.Position, rounds int) int {
	limited := 0
	for _, st := range p.Supply {
		limited += max(0, st.Count)
	}
	return max(100, min(hasty*running(p), limited*10_000/max(100, rounds)))
}

// started reports whether a company operates, as far as one can see.
func started(c *title.Company) bool { return len(c.Stations) > 0 || len(c.Trains) > 0 }

// stake returns what a share of a company still earns.
func (b *brain) stake(s *engine.State, c *title.Company, o outlook) Stake {
	k := Stake{Company: c.Sym, Price: c.Price, Size: c.Size, Cash: c.Cash, Loans: c.Loans, Trains: c.Trains}
	if k.Fails, k.Owes = b.doomed(s, c); c.Size == 0 || k.Fails > 0 { // nothing, or nothing for long
		return k
	}
	o.rounds = max(0, b.runsLeft(c.Sym, o)-o.waits[c.Sym])
	now, life := b.income(s, c, o, &k)
	k.Rounds = min(life, o.rounds)
	has := purse{cash: c.Cash}
	if len(c.Trains) > 0 {
		has.keeps = now * k.Rounds / 10_000
	}
	brings := 0
	if started(c) && len(c.Trains) == 0 {
		brings = b.trainless(s, c, o, now, life)
	} else {
		brings = now*k.Rounds + b.rest(s, c, o, now, has, o.afterwards(&k))
	}
	brings -= 100*c.Loans*o.loan*o.rounds + b.upkeep(c, o)
	if b.title.Keeps != nil {
		kept := brings * b.title.Keeps(s, c.Sym) / 100
		brings -= kept - kept*treasury/100
	}
	per := brings / 100 / c.Size // in hundredths
	grows := 0
	if c.Price > 0 {
		grows = per * growth / 100
	}
	if change, ok := b.drift(c, o, &k, b.paysLater(s, c, o, now, has.cash+has.keeps)); ok && (!b.title.FallsFirst || change*drifts > grows) {
		per += change * drifts
		k.Aim = c.Price + change
	} else {
		per += grows
	}
	k.per = per + b.saved(s, c, o, &k, has)/c.Size
	k.Fails, k.Owes = b.fails(s, c, o, k.Run)
	k.per = max(k.per*(100-k.Fails)/100-c.Price*k.Fails, -100*c.Price) // a share is worth nothing at worst
	return k
}

// income returns what a company earns in an operating round, and for how many rounds it keeps the trains for
// that, both in hundredths. It notes in the stake what that is made of.
func (b *brain) income(s *engine.State, c *title.Company, o outlook, k *Stake) (income, life int) {
	if !started(c) {
		return b.firstEarns(c), o.rounds
	}
	if len(c.Trains) > 0 {
		l := b.line(s, c, nil)
		k.Runs, k.Run, k.Reach = true, l.run, l.promise/100
		return l.earns(), b.life(c.Trains, o)
	}
	if o.next == nil {
		return 0, o.rounds
	}
	l := b.line(s, c, o.next)
	k.Train, k.Run, k.Reach = o.next.Name, l.run, l.promise/100
	return l.earns(), b.life([]string{o.next.Name}, o)
}

// life returns for how many operating rounds, in hundredths, a company keeps half of its trains.
func (b *brain) life(trains []string, o outlook) int {
	var lives []int
	for _, name := range trains {
		lives = append(lives, b.lives(b.title.Facts.Train(strings.TrimSuffix(name, "*")), o))
	}
	slices.Sort(lives)
	return lives[len(lives)/2]
}

// lives returns for how many operating rounds a train runs, in hundredths.
func (b *brain) lives(tr *facts.Train, o outlook) int {
	if tr == nil || tr.RustsOn == "" && tr.ObsoleteOn == "" {
		if life, _, ok := o.worn(tr); ok {
			return life
		}
		return 100 * longest
	}
	more, until := 0, tr.RustsOn
	if until == "" {
		more, until = 100, tr.ObsoleteOn
	}
	before := 0
	for _, st := range o.supply {
		if st.Name == until {
			break
		}
		before += max(0, st.Count) // those that are not limited in number end with the first one of the next kind
	}
	return more + (before+1)*10000/o.rate
}

// due returns what the president of a company may have to pay for its next train.
func (b *brain) due(c *title.Company, o outlook) int {
	if !started(c) || o.next == nil || b.title.Fails != nil {
		return 0
	}
	missing := max(0, o.next.Price-c.Cash)
	if len(c.Trains) == 0 {
		return missing * shortage / 100
	}
	if life := b.life(c.Trains, o); life < 200 {
		return missing * shortage / 100 * (200 - life) / 250
	}
	return 0
}

// privates returns what the private companies of a player still bring, and what they pay in an operating
// round.
func (b *brain) privates(s *engine.State, p *title.Position, player title.Player, o outlook) (brings, income int) {
	face, n := 0, 0
	for _, pr := range p.Privates {
		if pr.Owner != player.ID || pr.Gone {
			continue
		}
		f := b.title.Facts.Private(pr.Sym)
		face += f.Value
		income += f.Income
		n += f.Income * min(o.rounds, 600) / 100
	}
	if face > 0 && player.Worth-o.table.Worth(player.ID) < face {
		n += face * held / 100 * o.rounds / (100 * longest)
	}
	return n, income
}
