package translate

import (
	"fmt"
	"strings"

	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// Tile notes where a tile is laid, and returns hex, tile and rotation.
func (r *Record) Tile(a Action) string {
	r.Tiles[a.Tile] = a.Hex
	return fmt.Sprintf("%s %s %d", a.Hex, games18xx.Base(a.Tile), a.Rotation)
}

// City returns a verb with our name of the action's city, such as "592-1-0" (copy 1 of tile 592, city 0)
// or "H9-2-0" (the city printed in H9).
func (r *Record) City(verb string, a Action) (string, error) {
	tile, n, err := a.CityName()
	if err != nil {
		return "", err
	}
	hex, laid := r.Tiles[tile]
	if !laid {
		hex = games18xx.Base(tile)
	}
	b := step.Table{S: a.S, F: r.Facts}.Board()
	for i, s := range b.Face(hex).Stops {
		if s.Kind != board.City {
			continue
		}
		if n == 0 {
			return verb + " " + strings.Join(step.SpotName(b, board.Spot{Hex: hex, N: i}), " "), nil
		}
		n--
	}
	return "", fmt.Errorf("there is no city %s", a.City)
}

// Buy returns the command that buys a train from the owner of this copy: the bank, the pool or a company.
// The bank and the pool are paid the price of the train. For a system the action names the company on
// whose charter the train is put.
func (r *Record) Buy(a Action) (string, error) {
	name, from := games18xx.Base(a.Train), r.Trains[a.Train]
	into, shell := r.Company(string(a.Entity)), ""
	if a.Shell != "" {
		into = r.Company(a.Shell)
		shell = " into " + into
	}
	t := r.Facts.Train(name)
	if t == nil {
		return "", fmt.Errorf("there is no %s-train", name)
	}
	seller, price := "bank", ""
	switch from {
	case "":
	case step.Pool:
		seller = r.Pool
	default:
		seller, price = from, fmt.Sprintf(" for %d", a.Price)
	}
	if price == "" && a.Price != t.Price {
		return "", fmt.Errorf("it pays %s for %s, which costs %s", r.Facts.Money(a.Price), step.ATrain(name), r.Facts.Money(t.Price))
	}
	r.Trains[a.Train] = into
	return "buy train " + name + " from " + seller + shell + price, nil
}

// discard returns the command that discards a train to the pool. The train of a system lies with one of
// its companies.
func (r *Record) discard(a Action) (string, error) {
	from := r.Trains[a.Train]
	if from != a.Actor && a.EntityType != "system" || from == "" || from == step.Pool {
		return "", fmt.Errorf("%s discards the train %s and does not have it", a.Entity, a.Train)
	}
	r.Trains[a.Train] = step.Pool
	return fmt.Sprintf("discard train %s %s", games18xx.Base(a.Train), from), nil
}
