package t1817

import (
	"fmt"
	"strconv"
	"strings"

	"pbem/engine/step"
	"pbem/titles/games18xx"
	"pbem/titles/games18xx/translate"
)

// lay returns the command that lays a tile. If a coal company lays it, it comes with a coal mine.
func (tr *translator) lay(a translate.Action) (string, error) {
	words := tr.Tile(a)
	if p := data.Private(ours(string(a.Entity))); a.EntityType == "company" && p != nil && p.Kind == "coal" {
		return "mine " + words + " with " + p.Sym, nil
	}
	return "lay " + words, nil
}

// shareWords returns the command for a trade in shares. A certificate that was never seen before is in the
// treasury, or in the market if a short sale created it.
func (tr *translator) shareWords(a translate.Action) (string, error) {
	v, by := see(a.S), a.By
	if err := tr.traded(v, by, a.Action); err != nil {
		return "", err
	}
	sym := symOf(a.Shares[0])
	n := a.Percent * v.size(sym) / 100
	from := tr.source(v, sym, a.Shares[0])
	to := by
	switch {
	case a.Type == "sell_shares":
		to = step.Pool
	case a.EntityType != "player":
		to = sym
	}
	for _, id := range a.Shares {
		tr.shares[id] = to
	}
	switch {
	case a.Type == "sell_shares":
		return fmt.Sprintf("sell %d %s", n, sym), nil
	case a.EntityType != "player":
		return fmt.Sprintf("redeem %s %d", sym, n), nil
	}
	return "buy " + sym + " from " + from, nil
}

// traded checks the certificates of an action and records where they go.
func (tr *translator) traded(v view, by string, a games18xx.Action) error {
	size := 0
	if len(a.Shares) > 0 {
		sym, _, _ := games18xx.Certificate(a.Shares[0])
		size = v.size(sym)
	}
	if err := a.Named(100 / max(size, 1)); err != nil {
		return err
	}
	if a.Type == "sell_shares" {
		return tr.held.Sold(a, by)
	}
	if a.EntityType != "player" {
		by = ""
	}
	return tr.held.Bought(a, by)
}

// follow records what moves certificates without naming them: a change of president, a merger, a company
// that is gone, a bankruptcy.
func (tr *translator) follow(v view, a games18xx.Action) {
	for _, c := range data.Companies {
		tr.held.Directs(c.Sym, v.President(c.Sym))
	}
	switch {
	case a.Type == "merge" && a.EntityType != "player":
		tr.held.Lose(string(a.Entity))
		tr.held.Lose(a.Corporation)
	case a.Type == "bankrupt":
		tr.held.Leave(tr.Players[a.Entity])
	}
}

// symOf returns the company of a certificate such as "A&S_3".
func symOf(id string) string { return id[:strings.LastIndexByte(id, '_')] }

// source says whether a certificate comes from the treasury or the market.
func (tr *translator) source(v view, sym, id string) string {
	treasury, market := v.Single(sym, sym, false) != "", v.Single(step.Pool, sym, false) != ""
	if !treasury || v.S.Get(roundKind) != stockRound {
		treasury = v.S.Get(roundKind) != stockRound
	} else if market {
		switch at, known := tr.shares[id]; {
		case known:
			treasury = at == sym
		default:
			n, _ := strconv.Atoi(id[strings.LastIndexByte(id, '_')+1:])
			treasury = n <= 8
		}
	}
	if treasury {
		return fromTreasury
	}
	return fromMarket
}

// firstNew is the number of the first certificate that a 5-share company gets when it becomes a 10-share
// company.
const firstNew = 4

// dealNew records which certificates leave the treasury when two 5-share companies merge. The record does
// not name them. They are the first new ones, as many as the absorbed company had shares outside its
// treasury.
func (tr *translator) dealNew(v view, a translate.Action) {
	into, gone := string(a.Entity), a.Corporation
	if v.size(into) != 5 || v.size(gone) != 5 {
		return
	}
	for n := range v.size(gone) - v.Shares(gone, gone) {
		tr.shares[fmt.Sprintf("%s_%d", into, firstNew+n)] = dealt
	}
}

// dealt is the place of certificates that left the treasury without being named.
const dealt = "dealt"

// followTrains records who took over the trains of a company that was merged or sold by the last action.
func (tr *translator) followTrains(v view, bought bool) {
	heirs := map[string]string{}
	for _, kind := range data.Trains {
		for i := range v.Made(kind.Name) {
			train := step.Train(kind.Name, i)
			was, is := tr.had[train], v.S.Where(train)
			if was != is && data.Company(was) != nil && data.Company(is) != nil && !bought {
				heirs[was] = is
			}
			tr.had[train] = is
		}
	}
	for number, owner := range tr.Trains {
		if heir := heirs[owner]; heir != "" {
			tr.Trains[number] = heir
		}
	}
}
