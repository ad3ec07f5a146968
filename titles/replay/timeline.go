package replay

import (
	"encoding/json"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/market"
	"pbem/engine/step"
)

// A Checkpoint is the position after an action, with the names and values that
// timelines of 18xx.games use.
type Checkpoint struct {
	ID        int               `json:"id"`
	Round     string            `json:"round"`
	Phase     string            `json:"phase"`
	Bank      int               `json:"bank"`
	CertLimit int               `json:"cert_limit"`
	Finished  bool              `json:"finished"`
	Players   map[string]player `json:"players"`
	Corps     map[string]corp   `json:"corps"`
	Companies map[string]any    `json:"companies"`
	Tiles     map[string]string `json:"tiles"`
	Depot     depot             `json:"depot"`
}

type player struct {
	Cash     int  `json:"cash"`
	Value    int  `json:"value"`
	Certs    int  `json:"certs"`
	Bankrupt bool `json:"bankrupt"`
}

type corp struct {
	Cash       int            `json:"cash"`
	Price      int            `json:"price"`
	At         []int          `json:"at"`
	Pos        int            `json:"pos"`
	Shares     map[string]int `json:"shares"`
	Size       int            `json:"size"`
	President  json.Number    `json:"pres"`
	Trains     []string       `json:"trains"`
	Tokens     []string       `json:"tokens"`
	FreeTokens int            `json:"free_tokens"`
}

type depot struct {
	Upcoming  map[string]any `json:"upcoming"`
	Discarded []string       `json:"discarded"`
}

// Checkpoint reads the position after an action.
func (r *Replay) Checkpoint(id int) Checkpoint {
	s := r.Game.State()
	pos := r.Title.Position(s)
	c := Checkpoint{
		ID: id, Round: pos.Round, Phase: pos.Phase, Bank: s.Cash(engine.Bank), CertLimit: pos.CertLimit, Finished: s.Result != nil,
		Players: map[string]player{}, Corps: map[string]corp{}, Companies: map[string]any{}, Tiles: map[string]string{},
		Depot: depot{Upcoming: map[string]any{}, Discarded: append([]string{}, pos.Pool...)},
	}
	for i, p := range pos.Players {
		c.Players[r.player(engine.PlayerID(i))] = player{p.Cash, p.Worth, p.Certs, p.Out}
	}
	r.corps(&c)
	for _, hex := range s.Tiles() {
		l, _ := s.Tile(hex)
		c.Tiles[hex] = l.Tile + ":" + strconv.Itoa(l.Rot)
	}
	for _, st := range pos.Supply {
		c.Depot.Upcoming[st.Name] = st.Count
		if st.Count < 0 {
			c.Depot.Upcoming[st.Name] = "inf"
		}
	}
	return c
}

// player returns the id a player has in the export.
func (r *Replay) player(id string) string {
	return string(r.Export.Players[r.Game.State().Seat(id)].ID)
}

func (r *Replay) corps(c *Checkpoint) {
	t := step.Table{S: r.Game.State(), F: r.Title.Facts}
	b := t.Board()
	for _, co := range r.Title.Position(t.S).Companies {
		out := corp{
			Cash: co.Cash, Price: co.Price, Pos: co.Place, Shares: map[string]int{}, Size: co.Size,
			President: json.Number(r.player(co.President)), Trains: co.Trains, FreeTokens: co.Tokens,
		}
		if cell, err := market.Parse(co.Cell); err == nil {
			out.At = []int{cell.Row, cell.Col}
		}
		for _, st := range co.Held {
			holder := st.Holder
			switch {
			case t.S.Seat(holder) >= 0:
				holder = r.player(holder)
			case holder == "pool":
				holder = "market"
			}
			out.Shares[holder] = st.Shares
		}
		for _, at := range t.Stations(co.Sym) {
			out.Tokens = append(out.Tokens, cityName(b, at))
		}
		c.Corps[co.Sym] = out
	}
}

// cityName is "L5.1" where a hex has several cities, else the hex.
func cityName(b *board.Board, at board.Spot) string {
	cities, n := 0, 0
	for i, s := range b.Face(at.Hex).Stops {
		if s.Kind == board.City {
			if i == at.N {
				n = cities
			}
			cities++
		}
	}
	if cities < 2 {
		return at.Hex
	}
	return strings.Join([]string{at.Hex, strconv.Itoa(n)}, ".")
}
