package t1828

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// account returns what only the timelines of this title tell. See docs/timeline.md.
func account(s *engine.State, name title.Namer) title.Account {
	v := see(s)
	out := title.Account{
		Game: title.Fields{
			"variants": v.variants(), "privates": v.privateAccounts(name), "row": theirs(v.waterfall(nil).Unsold()),
			"set": s.Get(stockNo), "last_set": s.Get(lastSet), "reached_500": s.Get(reached) == 1, "next_order": named(v.Passed(), name),
			"startable": theirs(v.startable()), "kept": v.keptSpaces(), "blocked": title.Blocked(v.Table, ""), "cobourg": v.cobourgAccount(),
			"begun": s.Get(serialNo) > 0 && s.Get(begun) == s.Get(serialNo), "merger": v.mergerAccount(), "kalamazoo": v.extraAccount(),
		},
		Players: map[string]title.Fields{}, Companies: map[string]title.Fields{},
	}
	for i, p := range v.Order() {
		sold := slices.DeleteFunc(v.parred(), func(sym string) bool { return !v.soldThisRound(p, sym) || s.Get(stockNo) == 0 })
		out.Players[p] = title.Fields{"card": i + 1, "passed": slices.Contains(v.Passed(), p), "sold": theirs(sold)}
	}
	for _, sym := range v.parred() {
		if !v.absorbed(sym) {
			out.Companies[v.theirName(sym)] = v.companyAccount(sym)
		}
	}
	return out
}

// named lists the names of players for timelines.
func named(players []string, name title.Namer) []string {
	out := []string{}
	for _, p := range players {
		out = append(out, name(p))
	}
	return out
}

// theirs lists the symbols of that site, which timelines use.
func theirs(syms []string) []string {
	out := []string{}
	for _, sym := range syms {
		out = append(out, theirSym(sym))
	}
	return out
}

// variants lists the variants that are on.
func (v view) variants() []string {
	if v.on(goodPrivates) {
		return []string{goodPrivates}
	}
	return []string{}
}

// startable lists the companies that nobody has started and that may still be started.
func (v view) startable() []string {
	return data.Syms(func(sym string) bool { return v.notStartable(sym) == "" && v.director(sym) == "" })
}

// privateAccounts tells the owner, the value, the income and the bids of each private company.
func (v view) privateAccounts(name title.Namer) title.Fields {
	out, w := title.Fields{}, v.waterfall(nil)
	for _, p := range data.Privates {
		more := title.Fields{"income": income(p.Sym, data.Company(v.owner(p.Sym)) != nil), "keeps": append([]string{}, p.Blocks...)}
		out[theirSym(p.Sym)] = title.BidsFields(w, p.Sym, onSale, name, more)
	}
	return out
}

// keptSpaces tells for each company where a space is kept for its home. That is a city, or both cities of a
// hex if only the hex is named.
func (v view) keptSpaces() map[string]string {
	out := map[string]string{}
	for _, c := range data.Companies {
		if at := v.S.Where(step.Keep(c.Sym)); at != step.Out {
			out[theirSym(c.Sym)] = at
		}
	}
	return out
}

// cobourgAccount tells the money of the C&P, where its marker is, and whether a player owns it.
func (v view) cobourgAccount() title.Fields {
	at := v.S.Where(step.Token(cobourgSym, 0))
	if at == step.Out {
		at = ""
	}
	return title.Fields{"cash": v.S.Cash(cobourgSym), "at": at, "acts": v.cobourgActs()}
}

// extraAccount says whether the E&K has laid its tile: "no", "now" in this operating round, or "used" in an
// earlier one.
func (v view) extraAccount() string {
	switch {
	case v.S.Get(extraUsed) == 0:
		return "no"
	case v.extraSpent():
		return "used"
	}
	return "now"
}

// mergerAccount tells a merger that has not dealt certificates yet, nil if there is none.
func (v view) mergerAccount() any {
	for _, sym := range v.parred() {
		if into := v.S.Where(charter(sym)); into != sym {
			return title.Fields{"from": theirSym(sym), "into": theirSym(into), "at": v.systemCell(into, sym).String()}
		}
	}
	return nil
}

func (v view) companyAccount(sym string) title.Fields {
	waits := slices.ContainsFunc(v.S.Kind(buffalo, "token"), func(token string) bool { return step.Label(token) == sym })
	out := title.Fields{
		"sym": sym, "floated": v.Floated(sym), "floated_in": v.S.Get(floatedIn.Of(sym)), "gray": v.gray(sym), "own_shares": v.Shares(sym, sym),
		"operated": v.S.Get(roundKind) == operatingRound && v.S.Get(operated.Of(sym)) == v.S.Get(serialNo), "home_waits": waits,
		"homes_due": theirs(v.homesDue(sym)), "powers": theirs(v.privatesOf(sym)), "turn": nil,
	}
	if v.operating(sym) {
		out["turn"] = title.Fields{"earned": v.S.Get(earned), "placed": v.S.Get(stationed) == 1, "delaware": v.S.Get(scranton) == 1}
	}
	return out
}

// operating reports whether it is a company's turn in an operating round.
func (v view) operating(sym string) bool {
	return slices.ContainsFunc(v.S.Stack, func(f engine.Frame) bool { return f.Step == "operating turn" && f.Actor == sym })
}
