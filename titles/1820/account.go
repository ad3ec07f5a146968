package t1820

import (
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/title"
)

// account returns what timelines tell only of this title: see docs/timeline.md.
func account(s *engine.State, name title.Namer) title.Account {
	v := see(s)
	out := title.Account{Game: v.gameAccount(name), Players: map[string]title.Fields{}, Companies: map[string]title.Fields{}}
	for i, p := range v.Order() {
		out.Players[p] = v.playerAccount(p, i+1)
	}
	for _, sym := range append(v.publics(), v.privatesInOrder()...) {
		out.Companies[sym] = v.companyAccount(sym, name)
	}
	out.Game["british_markers"] = v.markersOf(british)
	return out
}

// roundWords name the kinds of round.
var roundWords = []string{"stock", "operating", "takeover"}

func (v view) gameAccount(name title.Namer) title.Fields {
	get := v.S.Get
	return title.Fields{
		"chart": v.chartAccount(), "lobbies": v.lobbyAccounts(name), "cousins": v.cousinAccounts(name),
		"set": get(stockNo), "kind": roundWords[get(roundKind)], "part": get(part), "quiet": get(quiet),
		"victoria": get(victoria) == 1, "last_income": get(lastPaid) == 1, "from_brown": get(fromBrown) == 1, "reached_500": get(ending) == 1,
		"earned": get(earned), "raised": get(raised), "unused": v.unused(), "gone": v.goneForGood(), "trains_out": title.Counted(v.TrainNames(step.Out)),
		"floated_on": v.floatedOn(),
	}
}

// chartAccount tells the column of the Cost of Business chart where the marker stands.
func (v view) chartAccount() title.Fields {
	c := v.costs()
	upkeep := map[string]int{}
	for p := range c.phase + 1 {
		upkeep[colours[p]] = c.maintenance[p]
	}
	return title.Fields{
		"column": v.S.Get(column), "colour": colours[c.phase], "sizes": c.sizes, "premium": c.premium, "interest": c.interest,
		"limit": c.limit, "maintenance": upkeep,
	}
}

func (v view) lobbyAccounts(name title.Namer) []title.Fields {
	out := []title.Fields{}
	for _, l := range v.lobbies() {
		out = append(out, title.Fields{"owner": name(l.owner), "total": l.total})
	}
	return out
}

// cousinAccounts tells the owner of every cousin of the game and what the cousin has, and the bid
// while it is auctioned.
func (v view) cousinAccounts(name title.Namer) title.Fields {
	out := title.Fields{}
	for _, c := range data.Privates {
		if v.S.Where(cousin(c.Sym)) == step.Out {
			continue
		}
		one := title.Fields{"owner": nil, "colour": c.Kind, "price": c.Value, "cash": v.S.Cash(c.Sym), "sold": v.soldNow(c.Sym)}
		shares := map[string]int{}
		for _, sym := range v.publics() {
			if n := v.Shares(c.Sym, sym); n > 0 {
				shares[sym] = n
			}
		}
		one["shares"] = shares
		if owner := v.speaker(c.Sym); owner != "" {
			one["owner"] = name(owner)
		}
		if bid, by := v.bidFor(c.Sym); by != "" {
			one["bid"], one["bidder"] = bid, name(by)
		}
		out[c.Sym] = one
	}
	return out
}

// goneForGood lists the companies whose charter has left the game.
func (v view) goneForGood() []string {
	return append([]string{}, data.Syms(func(sym string) bool { return v.S.Get(gone.Of(sym)) == 1 })...)
}

// floatedOn lists the hexes whose tiles were laid for companies floated in this stock round.
func (v view) floatedOn() []string {
	out := []string{}
	for _, h := range data.Map.Hexes {
		if v.S.Get(floatedOn.Of(h.At)) == v.S.Get(stockNo) && v.S.Get(roundKind) == stockRound && v.S.Get(stockNo) > 0 {
			out = append(out, h.At)
		}
	}
	return out
}

func (v view) playerAccount(p string, number int) title.Fields {
	free := 0
	for n := range lobbyMarkers {
		if v.S.Get(lobby.Of(p, strconv.Itoa(n))) == 0 {
			free++
		}
	}
	owned := []string{}
	for _, sym := range v.privatesInOrder() {
		if v.Director(sym) == p {
			owned = append(owned, sym)
		}
	}
	return title.Fields{
		"number": number, "passed": slices.Contains(v.Passed(), p), "next_number": slices.Index(v.Passed(), p) + 1,
		"owes": v.S.Get(owes.Of(p)), "future": append([]string{}, v.TrainNames(p)...),
		"lobby_markers": free, "sold": v.soldNow(p), "private": owned,
	}
}

// soldNow lists the companies of which a holder has sold shares since the last stock round began.
func (v view) soldNow(h string) []string {
	return append([]string{}, data.Syms(func(sym string) bool { return v.S.Get(stockNo) > 0 && v.S.Get(sold.Of(h, sym)) == v.S.Get(stockNo) })...)
}

func (v view) companyAccount(sym string, name title.Namer) title.Fields {
	is := func(c step.Counter) bool { return v.S.Get(c.Of(sym)) == 1 }
	out := title.Fields{
		"in_play": v.inPlay(sym), "liquidation": v.liquidating(sym), "face_down": is(turned), "director": nil,
	}
	if d := v.Director(sym); d != "" {
		out["director"] = name(d)
	}
	if sym == british {
		out["markers"] = v.markersOf(sym)
		return out
	}
	for key, value := range map[string]any{
		"space": v.S.Get(track.Of(sym)), "floated": v.S.Get(born.Of(sym)), "grew": v.S.Get(grew.Of(sym)),
		"defaulted": is(defaulted), "reduced": is(shrunk), "acquired": is(acquired), "offered": is(offered), "doomed": is(doomed),
		"issued": v.S.Get(issued.Of(sym)), "distance_fee": v.S.Get(feePaid.Of(sym)),
		"used": title.Fields{"GLC": is(gasUsed), "HOL": is(holden), "RSF": v.S.Get(foxUsed.Of(sym))},
	} {
		out[key] = value
	}
	if v.S.Get(roundKind) == takeoverRound {
		out["capacity"] = v.capacity(sym)
		if v.public(sym) {
			other := v.saleOf(sym, false)
			out["least_bid"], out["forcing_bid"], out["bank_bid"] = other.least, other.forcing, v.bankBid(sym)
		}
	}
	return out
}

// markersOf counts the markers of a company by city. British Rail may have several in one city.
func (v view) markersOf(sym string) map[string]int {
	out := map[string]int{}
	b := v.Board()
	for _, h := range data.Map.Hexes {
		for i := range b.Face(h.At).Stops {
			at := board.Spot{Hex: h.At, N: i}.String()
			for _, piece := range v.S.Kind(at, "token") {
				if step.Label(piece) == sym {
					out[at]++
				}
			}
		}
	}
	return out
}
