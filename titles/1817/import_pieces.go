package t1817

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// lay returns the command that lays a tile. If a coal company lays it, it comes with a coal mine.
func (tr *translator) lay(a games18xx.Action) string {
	tr.tiles[a.Tile] = a.Hex
	words := fmt.Sprintf("%s %s %d", a.Hex, games18xx.Base(a.Tile), a.Rotation)
	if p := data.Private(ours(string(a.Entity))); a.EntityType == "company" && p != nil && p.Kind == "coal" {
		return "mine " + words + " with " + p.Sym
	}
	return "lay " + words
}

// shareWords returns the command for a trade in shares. A certificate that was never seen before is in the
// treasury, or in the market if a short sale created it.
func (tr *translator) shareWords(v view, by string, a games18xx.Action) (string, error) {
	if a.Type == "short" {
		return "short " + a.Corporation, nil
	}
	if err := tr.traded(v, by, a); err != nil {
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
		tr.held.Leave(tr.players[a.Entity])
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
func (tr *translator) dealNew(v view, a games18xx.Action) {
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

// cityWords returns our name of a city such as "592-1-0" (copy 1 of tile 592, city 0) or "H9-2-0" (the city
// printed in H9).
func (tr *translator) cityWords(v view, a games18xx.Action) (string, error) {
	tile, n, err := a.CityName()
	hex, laid := tr.tiles[tile]
	if !laid {
		hex = games18xx.Base(tile)
	}
	b := v.Board()
	if err != nil || n >= len(b.Face(hex).Stops) {
		return "", cmp.Or(err, fmt.Errorf("there is no city %s", a.City))
	}
	return strings.Join(step.SpotName(b, board.Spot{Hex: hex, N: n}), " "), nil
}

// train returns the command for a purchase of a train. The seller is the owner of this copy: the bank, the
// market or a company. The bank and the market are paid the price of the train.
func (tr *translator) train(a games18xx.Action) (string, error) {
	name, from := games18xx.Base(a.Train), tr.trains[a.Train]
	if t := data.Train(name); (from == "" || from == step.Pool) && t != nil && a.Price != t.Price {
		return "", fmt.Errorf("it pays %s for a %s-train, which costs %s", money(a.Price), name, money(t.Price))
	}
	tr.trains[a.Train] = string(a.Entity)
	switch from {
	case "":
		return fmt.Sprintf("buy train %s from bank", name), nil
	case step.Pool:
		return fmt.Sprintf("buy train %s from market", name), nil
	}
	return fmt.Sprintf("buy train %s from %s for %d", name, from, a.Price), nil
}

// discard returns the command that discards a train to the market.
func (tr *translator) discard(a games18xx.Action) (string, error) {
	if tr.trains[a.Train] != string(a.Entity) {
		return "", fmt.Errorf("%s discards the train %s and does not have it", a.Entity, a.Train)
	}
	tr.trains[a.Train] = step.Pool
	return fmt.Sprintf("discard train %s %s", games18xx.Base(a.Train), a.Entity), nil
}

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
	for number, owner := range tr.trains {
		if heir := heirs[owner]; heir != "" {
			tr.trains[number] = heir
		}
	}
}
