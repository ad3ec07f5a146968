package t1828

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/title"
)

// theirPosition describes the table as 18xx.games does. Systems are named after both companies, the C&P of
// a player is a company, and the IPO has the share that is in a system's treasury. // D-02, D-28
func theirPosition(s *engine.State) title.Position {
	v, p := see(s), position(s)
	p.Phase = strings.ToUpper(p.Phase[:1]) + p.Phase[1:]
	p.CertLimit = 99 // there is none
	for i, pl := range p.Players {
		p.Players[i].Certs = v.theirCertificates(pl.ID)
	}
	for i := range p.Companies {
		p.Companies[i] = v.theirCompany(p.Companies[i])
	}
	if v.merging() {
		v.theirMerger(&p)
	}
	for i, private := range p.Privates {
		p.Privates[i].Spent = false
		if data.Company(private.Owner) != nil {
			p.Privates[i].Owner = v.theirName(private.Owner)
		}
	}
	if v.S.Where(step.Token(cobourgSym, 0)) != step.Out && data.Company(v.owner(cobourgSym)) == nil {
		p.Companies = append(p.Companies, v.theirCobourg())
	}
	return p
}

// theirCertificates counts a player's certificates and private companies, without a director's certificate
// that has no par yet.
func (v view) theirCertificates(p string) int {
	n := v.CertificateCount(p) + len(v.S.Kind(p, "private"))
	for _, c := range data.Companies {
		if v.S.Where(step.Share(c.Sym, 0)) == p && v.Par(c.Sym) == 0 {
			n--
		}
	}
	return n
}

// theirName returns the name of a company or a system on that site.
func (v view) theirName(sym string) string {
	var names []string
	for _, shell := range v.shells(sym) {
		names = append(names, theirSym(shell))
	}
	return strings.Join(names, "-")
}

// theirCompany describes a company as that site does.
func (v view) theirCompany(c title.Company) title.Company {
	var held []title.Stake
	for _, st := range c.Held {
		if st.Holder == "treasury" {
			st.Holder = fromIPO
		}
		if i := slices.IndexFunc(held, func(h title.Stake) bool { return h.Holder == st.Holder }); i >= 0 {
			held[i].Shares += st.Shares
			continue
		}
		held = append(held, st)
	}
	if !v.Floated(c.Sym) {
		c.Tokens = v.ownMarkers(c.Sym)
	}
	c.Trains = nil
	c.Shells = nil
	for _, shell := range v.shells(c.Sym) {
		c.Shells = append(c.Shells, title.Shell{Sym: theirSym(shell), Trains: v.TrainNames(shell)})
		c.Trains = append(c.Trains, v.TrainNames(shell)...)
	}
	if !v.isSystem(c.Sym) {
		c.Shells = nil
	}
	if v.hasCoal(c.Sym) {
		c.Marks = []string{"coal"}
	}
	for _, token := range v.S.Kind(buffalo, "token") {
		if _, laid := v.S.Tile(buffalo); step.Label(token) == c.Sym && laid {
			c.Tokens++
		} else if step.Label(token) == c.Sym {
			c.Stations = append(c.Stations, board.Spot{Hex: buffalo}.String())
		}
	}
	c.Privates = v.privatesOf(c.Sym)
	c.Held, c.Sym = held, v.theirName(c.Sym)
	return c
}

// theirCobourg describes the C&P with its marker, its treasury and a train that only runs for it. // D-02
func (v view) theirCobourg() title.Company {
	c := title.Company{Sym: cobourgSym, Cash: v.S.Cash(cobourgSym), Trains: []string{"2"}, Stations: []string{peterborough.String()}}
	if owner := v.owner(cobourgSym); v.S.Seat(owner) >= 0 {
		c.President = owner
	}
	return c
}

// merging reports whether a merger waits for an answer.
func (v view) merging() bool { return v.S.Get(mid.Of("stays")) > 0 }

// theirMerger shows a merger that waits: the two companies with their untraded shares, and the system with
// everything else. // D-12
func (v view) theirMerger(p *title.Position) {
	gone, stays := data.Companies[v.S.Get(mid.Of("gone"))-1].Sym, data.Companies[v.S.Get(mid.Of("stays"))-1].Sym
	price, lead := v.S.Get(mid.Of("price")), v.playerAt(v.S.Get(mid.Of("lead")))
	for i := range p.Players {
		p.Players[i].Worth, p.Players[i].Certs = v.theirWorth(p.Players[i].ID, gone, stays)
	}
	i := slices.IndexFunc(p.Companies, func(c title.Company) bool { return c.Sym == v.theirName(stays) })
	system := p.Companies[i]
	system.Price, system.President, system.Held = price, lead, nil
	cell := v.systemCell(gone, stays)
	system.Cell, system.Place = cell.String(), len(v.S.Cells(cell.String()))
	left := 10
	for _, id := range v.S.Players() {
		n := v.S.Get(mid.Of("system", id))
		system.Held, left = stake(system.Held, id, n), left-n
	}
	system.Held = stake(system.Held, fromIPO, left)
	p.Companies[i] = system
	p.Companies = slices.DeleteFunc(p.Companies, func(c title.Company) bool { return c.Sym == "" })
	p.Companies = append(p.Companies, v.halfMerged(gone, stays), v.halfMerged(stays, stays))
}

// playerAt returns the player of a seat, counted from 1, "" for 0.
func (v view) playerAt(n int) string {
	if n == 0 {
		return ""
	}
	return engine.PlayerID(n - 1)
}

// stake adds a holder's shares to a list, if there are any.
func stake(list []title.Stake, holder string, n int) []title.Stake {
	if n == 0 {
		return list
	}
	return append(list, title.Stake{Holder: holder, Shares: n})
}

// theirWorth returns a player's wealth and number of certificates during a merger.
func (v view) theirWorth(p, gone, stays string) (worth, certs int) {
	worth, certs = v.worth(p), v.theirCertificates(p)
	for _, sym := range []string{gone, stays} {
		before, now := v.Shares(p, sym), v.S.Get(mid.Of(sym, p))
		worth += (now - before) * v.Price(sym)
		certs += now - len(v.Certificates(p, sym))
		if v.playerAt(v.S.Get(mid.Of(sym, "director"))) == p {
			certs--
		}
	}
	n := v.S.Get(mid.Of("system", p))
	worth, certs = worth+n*v.S.Get(mid.Of("price")), certs+n
	if v.playerAt(v.S.Get(mid.Of("lead"))) == p {
		certs--
	}
	return worth, certs
}

// halfMerged describes one of two merging companies with its untraded shares.
func (v view) halfMerged(sym, stays string) title.Company {
	c := title.Company{Sym: theirSym(sym), Price: v.Price(sym), Cell: v.S.Cell(sym), Size: 10, President: v.director(sym)}
	c.Place = slices.Index(v.S.Cells(c.Cell), sym)
	for _, p := range v.S.Players() {
		c.Held = stake(c.Held, p, v.S.Get(mid.Of(sym, p)))
	}
	ipo := v.S.Get(mid.Of(sym, theIPO))
	if sym == stays {
		c.Held = stake(c.Held, "corp:", v.S.Get(mid.Of("used")))
	} else {
		moved := ipo - v.Shares(step.IPO(sym), sym)
		c.Held, ipo = stake(c.Held, "corp:"+theirSym(stays), moved), ipo-moved
	}
	c.Held = stake(stake(c.Held, "corp:the discard", v.S.Get(mid.Of(sym, "discard"))), fromIPO, ipo)
	c.Held = stake(c.Held, step.Pool, v.S.Get(mid.Of(sym, thePool)))
	return c
}
