package t1828

import (
	"fmt"
	"strings"

	"pbem/titles/games18xx/translate"
)

// choice returns the command for a choice in a merger: which company survives, which share is set aside,
// from whom one is taken, and what happens to a single share. An amount that the record shows must equal
// ours. // S-05, S-07, S-08, S-09
func (tr *translator) choice(a translate.Action) (string, error) {
	v, by := see(a.S), a.By
	said, amount, _ := strings.Cut(string(a.Choice), " (")
	for _, verb := range []string{"merge", "aside", "pick", "trade", "cash"} {
		if _, ok := a.Asked(verb); !ok {
			continue
		}
		switch {
		case verb == "merge" && data.Company(company(said)) != nil:
			tr.staying, tr.merging = company(said), a.Entity
			return "", nil
		case verb == "aside" && data.Company(company(said)) != nil:
			return "aside " + company(said), shown(amount, v.Price(company(said)))
		case verb == "pick" && tr.Names[said] != "":
			return "pick " + tr.Names[said], nil
		case verb == "trade" && said == "Exchange":
			return "trade", shown(amount, v.Price(v.onlyOne(by))-v.S.Get(mid.Of("price")))
		case verb == "cash" && said == "Sell":
			return "cash", shown(amount, v.Price(v.onlyOne(by)))
		}
	}
	return "", fmt.Errorf("%q is chosen and nothing like it is asked", a.Choice)
}

// shown checks an amount "$-27)" of a recorded choice. Older records have none.
func shown(amount string, want int) error {
	var got int
	if amount == "" {
		return nil
	}
	if n, err := fmt.Sscanf(amount, "$%d)", &got); n != 1 || err != nil || got != want {
		return fmt.Errorf("the amount %q is shown, it is %s", strings.TrimSuffix(amount, ")"), money(want))
	}
	return nil
}

// onlyOne returns the merging company of which a player still has a share after the pairs are traded.
func (v view) onlyOne(p string) string {
	for _, key := range []string{"gone", "stays"} {
		if sym := data.Companies[max(v.S.Get(mid.Of(key)), 1)-1].Sym; v.S.Get(mid.Of(sym, p)) > 0 {
			return sym
		}
	}
	return ""
}
