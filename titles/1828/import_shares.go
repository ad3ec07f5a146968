package t1828

import (
	"cmp"
	"fmt"
	"strings"

	"pbem/engine/step"
	"pbem/titles/games18xx"
	"pbem/titles/games18xx/translate"
)

// par returns the command that sets the par of a company. // A-04, S-03
func par(a translate.Action) (string, error) {
	price, _, _ := strings.Cut(string(a.SharePrice), ",")
	return fmt.Sprintf("start %s %s", company(a.Corporation), price), nil
}

// single is the percentage of a certificate that is not the director's.
const single = 10

// sale returns the command that sells shares. // S-01
func (tr *translator) sale(a translate.Action) (string, error) {
	if err := cmp.Or(a.Named(single), tr.shares.Sold(a.Action, a.By)); err != nil {
		return "", err
	}
	for _, id := range a.Shares {
		if _, n, _ := games18xx.Certificate(id); n > 0 && tr.fresh(id) {
			return "", fmt.Errorf("it sells the certificate %s, which lies in the IPO", id)
		}
		tr.seen[id] = true
	}
	sym, _, _ := games18xx.Certificate(a.Shares[0])
	return fmt.Sprintf("sell %d %s", a.Percent/10, company(sym)), nil
}

// purchase returns the command for a purchase, or for the exchange of the M&H. If that is for half of a
// director's certificate, the par follows in another action. // D-08, S-02, S-04
func (tr *translator) purchase(a translate.Action) (string, error) {
	if err := cmp.Or(a.Named(single), tr.shares.Bought(a.Action, a.By)); err != nil {
		return "", err
	}
	sym, n, _ := games18xx.Certificate(a.Shares[0])
	from := fromPool
	if tr.fresh(a.Shares[0]) {
		from = fromIPO
	}
	tr.seen[a.Shares[0]] = true
	switch {
	case a.EntityType != "company":
		return fmt.Sprintf("buy %s from %s", company(sym), from), nil
	case n == 0:
		return fmt.Sprintf("exchange %s for %s half", mohawk, company(sym)), nil
	}
	return fmt.Sprintf("exchange %s for %s from %s", mohawk, company(sym), from), nil
}

// fresh reports whether a certificate is still in the IPO.
func (tr *translator) fresh(id string) bool { return !tr.seen[id] }

// singles is the number of 10% certificates of a company.
const singles = 8

// countOut notes which certificates of a company are outside the IPO at first: those that come with private
// companies, and those of a system after its merger.
func (tr *translator) countOut(v view) {
	for _, c := range data.Companies {
		name := v.theirName(c.Sym)
		if tr.counted[name] || name == "" || v.merging() {
			continue
		}
		tr.counted[name] = true
		for n := range c.Shares {
			if v.S.Where(step.Share(c.Sym, n)) != step.IPO(c.Sym) {
				tr.seen[fmt.Sprintf("%s_%d", name, n)] = true
			}
		}
	}
}

// follow records what moves certificates without naming them: a change of director, a bankruptcy.
func (tr *translator) follow(v view, a translate.Action) {
	for _, c := range data.Companies {
		if name := v.theirName(c.Sym); name != "" {
			tr.shares.Directs(name, v.director(c.Sym))
		}
	}
	if a.Type == "bankrupt" {
		tr.shares.Leave(a.By)
	}
}

// merger returns the command that merges two companies. The company chosen before survives. // S-05
func (tr *translator) merger(a translate.Action) (string, error) {
	if staying := company(string(a.Entity)); staying != tr.staying {
		return "", fmt.Errorf("%s merges and %q was chosen to stay", staying, tr.staying)
	}
	tr.staying = ""
	return fmt.Sprintf("merge %s into %s", company(a.Corporation), company(string(a.Entity))), nil
}
