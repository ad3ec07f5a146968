package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/pace"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
)

// AddressPlays reports whether an address has a player's seat.
func (t *Table) AddressPlays(address string) bool {
	return slices.ContainsFunc(t.Record.Seats, func(s Seat) bool { return !s.Open && strings.EqualFold(s.Address, address) })
}

// Watched returns the table with one more guest, and the guest's id.
func (t *Table) Watched(name, address string) (next *Table, id string) {
	next = t.With(t.Game, nil)
	next.Record.Watched++
	id = fmt.Sprintf("w%d", next.Record.Watched)
	next.Record.Guests = append(next.Record.Guests, Seat{ID: id, Name: name, Address: address, Told: len(t.Log), From: len(t.Log), Came: len(t.Log)})
	return next, id
}

// WithoutGuest returns the table without a guest.
func (t *Table) WithoutGuest(id string) *Table {
	next := t.With(t.Game, nil)
	next.Record.Guests = slices.DeleteFunc(next.Record.Guests, func(g Seat) bool { return g.ID == id })
	return next
}

// FirstGuest returns the guest who came first, "" if nobody watches.
func (t *Table) FirstGuest() string {
	if len(t.Record.Guests) == 0 {
		return ""
	}
	return t.Record.Guests[0].ID
}

// Publishes reports whether a member lets their notes on a seat be read.
func (t *Table) Publishes(player, member string) bool {
	seat := t.Seat(player)
	return seat != nil && slices.Contains(seat.Publish, member)
}

// Since returns the plans of a seat that ended, and what was said for it, after so many events.
func (s *Seat) Since(events int) []EndedOrder {
	return slices.DeleteFunc(slices.Clone(s.Ended), func(e EndedOrder) bool { return e.At <= events })
}

// A Seat is a player of one game, or a guest who watches it.
type Seat struct {
	ID      string `json:"id,omitempty"` // only for a guest: "w1"; a player's id is the place of the seat
	Name    string `json:"name"`
	Address string `json:"address"`
	Token   int    `json:"token"`          // generation of the seat's token; a new token raises it
	Told    int    `json:"told"`           // events of the log that this player has been told
	From    int    `json:"from"`           // events that were told before the last of these mails
	Came    int    `json:"came,omitempty"` // only for a guest: length of the log when they came; zero in old records

	Again Again `json:"again,omitzero"` // the last mail that was lost, or the one that was sent in its place

	Has Seen `json:"has,omitzero"` // what their mails have shown; the zero value, as in old records, is nothing
	Had Seen `json:"had,omitzero"` // the same before the last mail, which may not have been sent

	Orders []plan.Plan  `json:"orders,omitempty"` // plans
	Ended  []EndedOrder `json:"ended,omitempty"`  // plans that ended, and what was said unasked; the player may not have been told yet

	Declined []string `json:"declined,omitempty"` // suggestions that the player does not want: see plan.Scene.Declining

	Asked     time.Time     `json:"asked,omitzero"`    // when the open question was asked; zero if there is none
	AskedAt   int           `json:"askedAt,omitempty"` // length of the log then
	Question  int           `json:"question,omitempty"`
	Late      pace.Lateness `json:"late,omitzero"`       // how late they are with this question
	Offered   bool          `json:"offered,omitempty"`   // the question is an offer that they accept or decline
	Open      bool          `json:"open,omitempty"`      // the player has left; somebody may take over
	Caretaker string        `json:"caretaker,omitempty"` // why the caretaker or a robot plays the seat, "" if none does
	Robot     string        `json:"robot,omitempty"`     // the level of the robot that plays it, "" for the caretaker
	Publish   []string      `json:"publish,omitempty"`   // members who allowed others to read their notes on this seat
	Page      string        `json:"page,omitempty"`      // how the player lets the page of the running game be shown; "" if they have not said
	Nick      bool          `json:"nick,omitempty"`      // the name was imported: the player is asked what to be called
}

// Again is a mail that was lost, or the one that was sent in its place. The next one about the same position needs another Message-ID: a
// store takes each once.
type Again struct {
	Mail string `json:"mail"` // its Message-ID
	At   int    `json:"at"`   // length of the log
}

// LastMail returns the Message-ID of the last mail to the seat about a position. usual is that of the first such mail.
func (s *Seat) LastMail(usual string) string {
	if s.Again.Mail != "" && s.Again.At == s.Told {
		return s.Again.Mail
	}
	return usual
}

// Lose notes that the last mail to the seat was lost: what it told is told once more.
func (s *Seat) Lose(usual string) {
	s.Again = Again{s.LastMail(usual), s.Told}
	s.Told, s.Has = s.From, s.Had
}

// Seen is what a player has of a game by mail. The pictures are known by what was drawn.
type Seen struct {
	Whole int    `json:"whole,omitempty"` // length of the log when the whole position was last sent; 0 for never
	Map   string `json:"map,omitempty"`   // the picture of the map
	Near  string `json:"near,omitempty"`  // the picture of the part near the companies they move for
}

// Open returns the players whose seats wait for somebody to take them over.
func (t *Table) Open() []string {
	var out []string
	for i := range t.Record.Seats {
		if t.Record.Seats[i].Open {
			out = append(out, engine.PlayerID(i))
		}
	}
	return out
}

// SeatOf returns the seat of an address that plays or watches; "" for none.
func (t *Table) SeatOf(address string) (id string) {
	for _, id := range t.Everybody() {
		if seat := t.Seat(id); !seat.Open && strings.EqualFold(seat.Address, address) {
			return id
		}
	}
	return ""
}

// TakenOver returns the table after somebody else has taken a player's seat. It
// gets a new token and a new clock, and loses what was said in advance.
func (t *Table) TakenOver(player, address, name string) *Table {
	g, events := t.Game.Seat(player, name)
	next := t.With(g, events)
	seat := next.Seat(player)
	next.Record.ForgetWords(player)
	*seat = Seat{Name: name, Address: address, Token: seat.Token + 1, Told: len(t.Log), From: len(t.Log), Publish: seat.Publish}
	return next
}

// Renamed returns the table with another name for a player whose name came from
// elsewhere.
func (t *Table) Renamed(player, name string) *Table {
	was := t.Seat(player).Name
	g, events := t.Game.Seat(player, name)
	next := t.With(g, events)
	seat := next.Seat(player)
	seat.Name, seat.Nick = name, false
	return next.Said("", sheet.Notice, was+renamed(name))
}

// ForgetWords drops a player's requests and agreements.
func (r *Record) ForgetWords(player string) {
	r.Requests = slices.DeleteFunc(r.Requests, func(q Request) bool { return q.By == player })
	for i, q := range r.Requests {
		r.Requests[i].Yes = slices.DeleteFunc(slices.Clone(q.Yes), func(yes string) bool { return yes == player })
	}
}

// OpenSeats tells a seat how open seats can be taken over.
func (t *Table) OpenSeats(id string) []sheet.Section {
	open := slices.DeleteFunc(t.Open(), t.Born)
	if len(open) == 0 {
		return nil
	}
	out := sheet.Section{Head: "An open seat", Lines: t.leftLines(open)}
	if t.Plays(id) {
		out.Say = []sheet.Saying{{Line: "invite dora@example.org", Gloss: "ask somebody to take the seat over"}}
		return []sheet.Section{out}
	}
	for _, p := range open {
		out.Say = append(out.Say, sheet.Saying{Line: t.TakeoverLine(p), Gloss: "take the seat of " + t.Name(p)})
	}
	return []sheet.Section{out}
}

// leftLines tell who has left, and what happens with their seats.
func (t *Table) leftLines(open []string) []string {
	var out []string
	left := slices.DeleteFunc(slices.Clone(open), t.Kept)
	if len(left) > 0 {
		out = append(out, fmt.Sprintf("  %s left. The game waits when such a seat is to move; whoever first takes it over has it.", have(t.Names(left))))
	}
	for _, robots := range []bool{false, true} {
		kept := slices.DeleteFunc(slices.Clone(open), func(p string) bool { return !t.Kept(p) || t.Robotic(p) != robots })
		if len(kept) > 0 {
			by := t.Keeper(kept[0])
			out = append(out, fmt.Sprintf("  %s plays for %s until somebody takes the seat over. %q tells how.", step.Capital(by.String()), List(t.Names(kept)), by.Help()))
		}
	}
	return out
}

// have adds the verb to a list of names: "Amy has", "Amy and Brian have".
func have(names []string) string {
	if len(names) == 1 {
		return names[0] + " has"
	}
	return List(names) + " have"
}

// TakeoverLine is what takes a seat over.
func (t *Table) TakeoverLine(player string) string {
	if len(t.Open()) == 1 {
		return "takeover " + t.ID
	}
	return "takeover " + t.ID + " " + t.Name(player)
}

// FreeName returns a name that nobody else has at the table.
func (t *Table) FreeName(name, but string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(t.Everybody(), func(id string) bool {
			return id != but && strings.EqualFold(t.Seat(id).Name, name)
		})
	}
	free := name
	for n := 2; taken(free); n++ {
		free = fmt.Sprintf("%s %d", name, n)
	}
	return free
}

// OpenSeat returns the open seat with a name, or the only open one.
func (t *Table) OpenSeat(name string) (player string, err error) {
	open := t.Open()
	switch {
	case len(open) == 0:
		return "", engine.Refuse("No seat of %s is open. \"observe %s\" lets you watch it.", t.Called(), t.ID)
	case name == "" && len(open) == 1:
		return open[0], nil
	}
	if p, err := t.PlayerNamed(name); err == nil && slices.Contains(open, p) {
		return p, nil
	}
	var lines []string
	for _, p := range open {
		lines = append(lines, fmt.Sprintf("%q", "takeover "+t.ID+" "+t.Name(p)))
	}
	return "", engine.Refuse("Say whose seat of %s you take: %s.", t.Called(), strings.Join(lines, " or "))
}
