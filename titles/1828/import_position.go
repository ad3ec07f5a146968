package t1828

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// theirPosition reads the table as 18xx.games tells of it: systems are named after
// both companies, the C&P of a player is a company, and the IPO holds the share of
// a system's treasury. // D-02, D-28
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

// theirCertificates counts those of a player with the private companies, without a
// director's certificate that has no par yet.
func (v view) theirCertificates(p string) int {
	n := v.CertificateCount(p) + len(v.S.Kind(p, "private"))
	for _, c := range data.Companies {
		if v.S.Where(step.Share(c.Sym, 0)) == p && v.Par(c.Sym) == 0 {
			n--
		}
	}
	return n
}

// theirName is that of a company, or of a system.
func (v view) theirName(sym string) string {
	var names []string
	for _, shell := range v.shells(sym) {
		names = append(names, theirSym(shell))
	}
	return strings.Join(names, "-")
}

// theirCompany is a company as it is told there.
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
	c.Privates = v.privatesOf(c.Sym)
	c.Held, c.Sym = held, v.theirName(c.Sym)
	return c
}

// theirCobourg is the C&P with its marker, its treasury and the train that only
// runs for it. // D-02
func (v view) theirCobourg() title.Company {
	c := title.Company{Sym: cobourgSym, Cash: v.S.Cash(cobourgSym), Trains: []string{"2"}, Stations: []string{peterborough.String()}}
	if owner := v.owner(cobourgSym); v.S.Seat(owner) >= 0 {
		c.President = owner
	}
	return c
}
