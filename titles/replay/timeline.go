package replay

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/titles/title"
)

// A Checkpoint is the position after an action, with the names and values of 18xx.games;
// docs/timeline.md explains them all.
type Checkpoint struct {
	ID int `json:"id"`
	*Cause
	Round     string              `json:"round"`
	Next      []string            `json:"next"`
	Asked     []Asked             `json:"asked"`
	Order     []string            `json:"order"`
	Seating   []string            `json:"player_order"`
	Phase     string              `json:"phase"`
	Bank      int                 `json:"bank"`
	CertLimit int                 `json:"cert_limit"`
	Finished  bool                `json:"finished"`
	Players   map[string]player   `json:"players"`
	Corps     map[string]corp     `json:"corps"`
	Companies map[string]any      `json:"companies"`
	Tiles     map[string]string   `json:"tiles"`
	Depot     depot               `json:"depot"`
	Loans     int                 `json:"loans_taken"`
	Interest  int                 `json:"interest"`
	Marks     map[string][]string `json:"marks"`
	End       string              `json:"end,omitempty"`

	more title.Fields
}

// Asked is an open question: who is asked, for which company, what it is about, and the
// verbs that may answer it.
type Asked struct {
	By       string   `json:"by"`
	For      string   `json:"for,omitempty"`
	Question string   `json:"question"`
	Verbs    []string `json:"verbs"`
}

type player struct {
	Cash      int      `json:"cash"`
	Value     int      `json:"value"`
	Certs     int      `json:"certs"`
	Companies []string `json:"companies"`
	Priority  bool     `json:"priority"`
	Bankrupt  bool     `json:"bankrupt"`

	more title.Fields
}

type corp struct {
	Cash       int            `json:"cash"`
	Price      int            `json:"price"`
	Par        int            `json:"par"`
	At         []int          `json:"at"`
	Pos        *int           `json:"pos"` // place in the stack of its cell
	Shares     map[string]int `json:"shares"`
	Size       int            `json:"size"`
	President  any            `json:"pres"` // a player's id, "market", or null
	Trains     []string       `json:"trains"`
	Tokens     []string       `json:"tokens"`
	FreeTokens int            `json:"free_tokens"`
	Shorts     map[string]int `json:"shorts"`
	Loans      int            `json:"loans"`
	Companies  []string       `json:"companies"`

	Coal   bool                `json:"coal,omitempty"`
	Shells map[string][]string `json:"shells,omitempty"` // the trains of each shell

	more title.Fields
}

type depot struct {
	Upcoming  map[string]any `json:"upcoming"`
	Discarded []string       `json:"discarded"`
}

// Checkpoint returns the position after an action.
func (r *Replay) Checkpoint(id int) Checkpoint {
	s := r.Game.State()
	pos := r.position(s)
	more := r.account()
	c := Checkpoint{
		ID: id, Round: pos.Round, Phase: pos.Phase, Bank: s.Cash(engine.Bank), CertLimit: pos.CertLimit,
		Finished: s.Result != nil || r.Stopped, Loans: pos.Loans, Interest: pos.Interest,
		Players: map[string]player{}, Corps: map[string]corp{}, Companies: map[string]any{}, Tiles: map[string]string{},
		Depot: depot{Upcoming: map[string]any{}, Discarded: append([]string{}, pos.Pool...)},
		Marks: map[string][]string{}, more: more.Game,
	}
	r.moment(&c)
	owned := map[string][]string{}
	for _, p := range pos.Privates {
		c.Companies[r.private(p.Sym)] = r.owner(p)
		owned[p.Owner] = append(owned[p.Owner], r.private(p.Sym))
	}
	for _, p := range pos.Players {
		c.Players[r.player(p.ID)] = player{p.Cash, p.Worth, p.Certs, owned[p.ID], p.Priority, p.Out, more.Players[p.ID]}
	}
	r.corps(&c, pos, more)
	for _, m := range pos.Marks {
		c.Marks[m.Hex] = append(c.Marks[m.Hex], m.Word)
	}
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

// player returns the id of a player in the export.
func (r *Replay) player(id string) string {
	return string(r.Export.Players[r.Game.State().Seat(id)].ID)
}

// position returns the position in the form of timelines.
func (r *Replay) position(s *engine.State) title.Position {
	if r.Title.Import != nil && r.Title.Import.Position != nil {
		return r.Title.Import.Position(s)
	}
	return r.Title.Position(s)
}

func (r *Replay) corps(c *Checkpoint, pos title.Position, more title.Account) {
	t := r.Title.Table(r.Game.State())
	b := t.Board()
	for _, co := range pos.Companies {
		c.Order = append(c.Order, co.Sym)
		out := corp{
			more: more.Companies[co.Sym], Par: co.Par,
			Cash: co.Cash, Price: co.Price, Shares: map[string]int{}, Size: co.Size,
			President: r.president(t, co), Trains: co.Trains, FreeTokens: co.Tokens, Shorts: map[string]int{}, Loans: co.Loans,
			Coal: slices.Contains(co.Marks, "coal"),
		}
		if cell, err := market.Parse(co.Cell); err == nil {
			out.At, out.Pos = []int{cell.Row, cell.Col}, &co.Place
		}
		for _, st := range co.Held {
			out.Shares[r.holder(st.Holder)] = st.Shares
		}
		for _, st := range co.Shorts {
			out.Shorts[r.holder(st.Holder)] = st.Shares
		}
		for _, p := range co.Privates {
			out.Companies = append(out.Companies, r.private(p))
		}
		for _, shell := range co.Shells {
			if out.Shells == nil {
				out.Shells = map[string][]string{}
			}
			out.Shells[shell.Sym] = append([]string{}, shell.Trains...)
		}
		for _, name := range co.Stations {
			if at, ok := board.ParseSpot(name); ok {
				out.Tokens = append(out.Tokens, cityName(b, at))
			}
		}
		c.Corps[co.Sym] = out
	}
}

// holder returns the name of a holder of shares in timelines.
func (r *Replay) holder(holder string) string {
	switch {
	case r.Game.State().Seat(holder) >= 0:
		return r.player(holder)
	case holder == step.Pool:
		return "market"
	}
	return holder
}

// president returns the id of a player, "market" if the certificate is in the market, or nil for nobody.
func (r *Replay) president(t step.Table, co title.Company) any {
	switch {
	case co.President != "":
		return json.Number(r.player(co.President))
	case t.S.Where(step.Share(co.Sym, 0)) == step.Pool:
		return "market"
	}
	return nil
}

// private returns the symbol of a private company in the export.
func (r *Replay) private(sym string) string {
	if r.Title.Import != nil && r.Title.Import.Names[sym] != "" {
		return r.Title.Import.Names[sym]
	}
	return sym
}

// owner returns the owner of a private company: a company, a player's id, "closed" if it has no more effect,
// or nil while it is on sale.
func (r *Replay) owner(p title.Private) any {
	switch {
	case p.Gone || p.Spent:
		return "closed"
	case r.Game.State().Seat(p.Owner) >= 0:
		return r.player(p.Owner)
	case p.Owner == "":
		return nil
	}
	return p.Owner
}

// cityName returns "L5.1" if a hex has several cities, otherwise the hex.
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
