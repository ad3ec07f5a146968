package t1828

import (
	"fmt"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// certificate splits the name of a certificate "GT-IC_6" into company and number.
func certificate(id string) (sym string, n int) {
	i := strings.LastIndexByte(id, '_')
	n, err := strconv.Atoi(id[i+1:])
	if err != nil {
		return "", -1
	}
	return id[:i], n
}

// par sets the par of a company. // A-04, S-03
func par(a games18xx.Action) string {
	price, _, _ := strings.Cut(string(a.SharePrice), ",")
	return fmt.Sprintf("start %s %s", company(a.Corporation), price)
}

// sale is a sale of shares. // S-01
func (tr *translator) sale(a games18xx.Action) string {
	for _, id := range a.Shares {
		tr.seen[id] = true
	}
	sym, _ := certificate(a.Shares[0])
	return fmt.Sprintf("sell %d %s", a.Percent/10, company(sym))
}

// purchase is a purchase, or the exchange of the M&H; after that for half a
// director's certificate the par follows. // D-08, S-02, S-04
func (tr *translator) purchase(a games18xx.Action) string {
	sym, n := certificate(a.Shares[0])
	from := fromPool
	if tr.fresh(a.Shares[0]) {
		from = fromIPO
	}
	tr.seen[a.Shares[0]] = true
	switch {
	case a.EntityType != "company":
		return fmt.Sprintf("buy %s from %s", company(sym), from)
	case n == 0:
		return fmt.Sprintf("exchange %s for %s half", mohawk, company(sym))
	}
	return fmt.Sprintf("exchange %s for %s from %s", mohawk, company(sym), from)
}

// fresh reports whether a certificate lies in the IPO still.
func (tr *translator) fresh(id string) bool { return !tr.seen[id] }

// singles are the certificates of 10% of a company.
const singles = 8

// countOut notes which certificates are not in the IPO when they first can be: those
// that come with private companies, and those of a system that its merger has dealt.
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

// choice is what is chosen for a merger: which company stays, of which a share is
// set aside, from whom one is taken, and what becomes of a single one. Amounts are
// only shown. // S-05, S-07, S-08, S-09
func (tr *translator) choice(pending []engine.Choice, by string, a games18xx.Action) (string, error) {
	said, _, _ := strings.Cut(string(a.Choice), " (")
	for _, verb := range []string{"merge", "aside", "pick", "trade", "cash"} {
		if _, ok := asked(pending, by, verb); !ok {
			continue
		}
		switch {
		case verb == "merge" && data.Company(company(said)) != nil:
			tr.staying, tr.merging = company(said), a.Entity
			return "", nil
		case verb == "aside" && data.Company(company(said)) != nil:
			return "aside " + company(said), nil
		case verb == "pick" && tr.names[said] != "":
			return "pick " + tr.names[said], nil
		case verb == "trade" && said == "Exchange":
			return "trade", nil
		case verb == "cash" && said == "Sell":
			return "cash", nil
		}
	}
	return "", fmt.Errorf("%q is chosen and nothing like it is asked", a.Choice)
}

// merger merges two companies, the one chosen before stays. // S-05
func (tr *translator) merger(a games18xx.Action) (string, error) {
	if staying := company(string(a.Entity)); staying != tr.staying {
		return "", fmt.Errorf("%s merges and %q was chosen to stay", staying, tr.staying)
	}
	tr.staying = ""
	return fmt.Sprintf("merge %s into %s", company(a.Corporation), company(string(a.Entity))), nil
}
