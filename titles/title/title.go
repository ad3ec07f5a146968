// Package title says what a title is to the rest of the program: a value with
// facts, rules and a few functions that read the table.
package title

import (
	"strconv"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/moves"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// A Title is one game of the 18xx family.
type Title struct {
	Facts *facts.Title
	Rules engine.Rules
	// Holders are the title's own answers to who holds shares and who directs; nil for the
	// usual ones: see step.Holders.
	Holders *step.Holders
	// Verbs are the moves in words.
	Verbs moves.Table
	// Lesson explains the title to somebody who has never played it.
	Lesson Lesson
	// Setup makes the first facts of a game, the first of them the Started. A wrong number
	// of players or an unknown option is a *engine.Refusal.
	Setup func(engine.Started) ([]engine.Event, error)
	// Boxed reports whether Setup may leave a piece of the facts in the box: one that comes
	// later, or not in every game. nil if it puts them all somewhere. See CheckSetup.
	Boxed func(piece string) bool
	// Position reads the table for people and programs.
	Position func(*engine.State) Position
	// Round names the round as Position does, at less cost.
	Round func(*engine.State) string
	// Begins is the player who begins the next stock round, or began the present one, where Position may give the priority
	// to another. nil if it never does. // 1843 7.1
	Begins func(*engine.State) string
	// Priority is what the rules call the right to do so, "" for "priority deal".
	Priority string
	// Account tells programs what only this title has: see docs/timeline.md. nil if
	// Position tells everything.
	Account func(*engine.State, Namer) Account
	// Network returns the track a company may run on and the trains that run, as the table
	// stands: what its run step uses.
	Network func(s *engine.State, company string) (*route.Graph, []route.Train)
	// Fleets are the trains of Network that may run together, by their places there;
	// nil for a title in which all do. // 43-RT-14, 43-RT-16
	Fleets func(s *engine.State, company string) []route.Fleet
	// Variants are the options that may be chosen for a game, each with the value "yes".
	Variants []Variant
	// Today adds to the chosen options those that hold for all games that begin now, but
	// not for older logs. nil for none.
	Today func(chosen map[string]string) map[string]string
	// Agreed reports whether a game has ended because all players have agreed on its winner. Then its scores only tell the
	// winner from the others. nil for a title whose rules know no such end. // 28-EN-01
	Agreed func(engine.Ended) bool
	// OpenTalk is the section of the rules that forbids secret talk between players, "" if
	// they do not mention it.
	OpenTalk string
	// Import reads games of 18xx.games; nil for a title it does not have.
	Import *Import
	// Deliberate are the questions that follow from a player's own act, and in which a pass
	// decides something. No order in advance answers them.
	Deliberate []string
	// Ready returns the facts that make a company the next to operate, if the flow alone
	// does not say it. They are used to suppose its turn. nil if the flow says it.
	Ready func(s *engine.State, company string) []engine.Event
	// ToFloat is how many shares of a company with a director must still be bought before it takes turns in operating rounds, 0 if it
	// does. nil if all of them do.
	ToFloat func(s *engine.State, company string) int
	// Mergers is the step that is a round of mergers and takeovers, "" for none. Players
	// can plan for the whole of it.
	Mergers string
	// Doomed is the zone of the market in which a company is wound up, "" for none. Players
	// are told what a pass means if it brings a company there.
	Doomed string
	// Lapsing says what of a player's is lost if the round ends with a pass of theirs, each as a sentence without its end. Plans then do not
	// pass. nil if nothing ever is.
	Lapsing func(s *engine.State, pass engine.Choice) []string
	// Skipped are the words for a pass, by question: what a company or player did not do,
	// "issued no share". The words for questions of shared steps are in pbem/sheet.
	Skipped map[string]string
	// Sealed are the questions that several answer each for themselves: it does not
	// matter who answers first, and nobody is told before all have. // 20-RU-48
	Sealed []string
	// Habits are how often in a hundred prudent random players say a verb that comes up,
	// and name a low number for it, if the default of engine/walk does not suit the title:
	// see walk.NewThrifty.
	Habits map[string]int
	// Caretaker lists verbs that the caretaker of a seat says, the first that is offered,
	// if the rules ask for an answer and none of the words that all titles share does the
	// least. Verbs after an empty one are said last of all: see pbem/caretaker.
	Caretaker []string
	// Hints are what only this title makes worth something, for robots and advice: see Hint.
	Hints []Hint
	// Operated reports whether a company has begun its turn in this operating round, for robots. nil if the flow tells,
	// because an engine.Each runs the turns.
	Operated func(s *engine.State, company string) bool
	// Rounds is how many operating rounds a game still has at most, the one that is played included, for robots and
	// advice; 0 as long as the rules do not say. nil if they never do.
	Rounds func(*engine.State) int
	// Wears is for how many operating rounds, the one that is played included, a train is worth what it costs its company in
	// each, and what that is on average, for robots and advice. nil if trains cost nothing after they have been bought.
	Wears func(s *engine.State, train string) (rounds, each int)
	// Fails is how likely it is, in hundredths, that a company that operates is wound up at the end of its next turn because it cannot pay
	// for a train or for its interest, and what its president has to pay then, for robots and advice. nil where presidents have to pay for
	// trains.
	Fails func(s *engine.State, company string) (likely, owes int)
	// PriceMoves is how many cells to the right the price of a company moves if it pays so much to all its shares together, for robots and
	// advice: less than none for the left. nil if that depends on more.
	PriceMoves func(paid, price int) int
	// FallsFirst reports that the price of a company falls until it has a train and track for it, for robots and advice: it is no sign
	// of where the price goes in the end.
	FallsFirst bool
	// Keeps is which part of its earnings, in hundredths, the rules leave in a company whatever its president wants, for
	// robots and advice. nil for nothing.
	Keeps func(s *engine.State, company string) int
	// EasyKeeps is which part of what they are worth, in hundredths, easy robots keep as money: more where who keeps 45 does as
	// well as a steady robot. 0 for 45.
	EasyKeeps int
	// EndsWithBank reports that a game ends once the bank is broken, for robots and advice.
	EndsWithBank bool
	// EndsAtPrice is the price of a share that ends a game, for robots and advice. 0 if none does.
	EndsAtPrice int
	// Together are answers of which only several in a row lead somewhere, by verb: for robots, which see nothing in
	// the first of them. Robots say nothing else with the verb.
	Together map[string]func(engine.Choice) [][]engine.Command
	// Landmark names what an answer means for the course of a game, "a merger", or "" for
	// nothing. nil if there is nothing to name. See Landmarks.
	Landmark func(engine.Said) string
	// Closed says why a player cannot use a verb of the title at all in a position where no
	// choice of theirs has it: a sentence without its end, with figures and section; "" if
	// there is nothing to say. nil if the title gives no reasons.
	Closed func(s *engine.State, by, verb string) string
	// Moments say when each verb is used, as sentences without their ends. A player reads the one of a verb that they
	// cannot use now, where nothing says more.
	Moments map[string]string
}

// AsOfNow returns the options of a game that begins now: those chosen, and those that hold
// for all such games.
func (t *Title) AsOfNow(chosen map[string]string) map[string]string {
	if t.Today == nil {
		return chosen
	}
	return t.Today(chosen)
}

// AgreedOn reports whether a game is over because all players have agreed on its winner.
func (t *Title) AgreedOn(s *engine.State) bool {
	return t.Agreed != nil && s.Result != nil && t.Agreed(*s.Result)
}

// Table reads a table of the title.
func (t *Title) Table(s *engine.State) step.Table { return step.Table{S: s, F: t.Facts, H: t.Holders} }

// Import says how to read games of a title from 18xx.games.
type Import struct {
	Name string // name of the title on the other site
	// Options returns the switches with which a game can be read. An error says why it
	// cannot.
	Options func(*games18xx.Export) (map[string]string, error)
	// Switches are all that Options turns on besides variants.
	Switches Switches
	// Names maps our symbols of privates to theirs, where they differ.
	Names map[string]string
	// Company returns our symbol of a company of theirs; nil if all are the same.
	Company func(string) string
	// New makes the translator of one game.
	New func(*games18xx.Export) Translator
	// Position reads the table with the names of that site, to compare positions. nil for
	// Title.Position.
	Position func(*engine.State) Position
}

// A Translator turns recorded actions into commands. It may keep state.
type Translator interface {
	// Commands returns the commands that stand for an action, none for one that
	// changes nothing here.
	Commands(s *engine.State, pending []engine.Choice, a games18xx.Action) ([]engine.Command, error)
}

// A Catcher is a Translator that knows what to say first if an action is recorded while we
// still ask for something else: a pass that is not in the record.
type Catcher interface {
	CatchUp(s *engine.State, pending []engine.Choice, a games18xx.Action) (c engine.Command, ok bool)
}

// A Checker is a Translator that compares the result of an action with what its record
// tells of it. The error says where the two contradict each other.
type Checker interface {
	Check(s *engine.State, a games18xx.Action) error
}

// Position is what everybody sees of a game except its map.
type Position struct {
	Round        string // "SR 2", "OR 3.1", "MR 3.1"
	Operating    bool   // companies take their turns in this round
	Phase        string
	CertLimit    int
	Players      []Player
	Companies    []Company // in operating order, then those that do not operate
	Supply       []Stock   // trains on sale, next first
	Pool         []string  // trains in the pool
	Available    []string  // companies that may be started or formed
	Reservations map[string][]string
	Facts        []Fact // other facts that everybody should know now: interest, a countdown
	Loans        int    // taken by all companies
	Interest     int    // interest for each loan now
	Privates     []Private
	Marks        []Mark // marks on the map besides tiles and stations, in the order of its hexes
	Borders      []Border
}

// A Border is an edge between two hexes over which track is not joined for nothing: it
// costs, and while it is Shut no track may point at it. // 1820 11, 12.3.1.1
type Border struct {
	Hex  string
	Edge int
	Cost int // in addition to the terrain of the hex
	Shut bool
}

// A Mark is a piece on a hex that is no station: a mine, a bridge, a port. Word is what is
// drawn on it: "coal". If several with one word lie there, each is a Mark.
type Mark struct{ Hex, Word string }

// MarksAt returns the marks of a hex in words: "bridge", "2 coal".
func (p *Position) MarksAt(hex string) []string {
	var words []string
	count := map[string]int{}
	for _, m := range p.Marks {
		if m.Hex != hex {
			continue
		}
		if count[m.Word]++; count[m.Word] == 1 {
			words = append(words, m.Word)
		}
	}
	for i, w := range words {
		if count[w] > 1 {
			words[i] = strconv.Itoa(count[w]) + " " + w
		}
	}
	return words
}

// A Private is a private company. Owner is a player or a company, "" while it is on sale.
// Spent means that it can do nothing more, Gone that it has left the game.
type Private struct {
	Sym   string
	Owner string
	Spent bool
	Gone  bool
}

// A Fact is one more thing that people want to know about a game, a player or a company:
// Label "loans", Value "3 of 5".
type Fact struct {
	Label string
	Value string
}

// A Player is what a player holds. Worth is what that would score now.
type Player struct {
	ID       string
	Cash     int
	Bound    int // the part of Cash that standing bids bind
	Worth    int
	Certs    int
	Priority bool
	Out      bool // bankrupt
	Facts    []Fact
}

// A Company is a company in play.
type Company struct {
	Sym       string
	Kind      string
	Price     int
	Cell      string // market cell
	Place     int    // in the stack of its cell, from 0
	Par       int    // 0 for none
	President string
	Cash      int
	Trains    []string
	Stations  []string // stops with its markers, "G10.0"
	Tokens    int      // markers left
	Held      []Stake  // shares by holder: players in seat order, then ipo, treasury, pool
	Size      int      // number of shares in all
	Loans     int
	Shorts    []Stake  // short shares by holder
	Privates  []string // private companies that it owns and that still have an effect
	Shells    []Shell  // companies that were merged into it and keep trains of their own; empty for a single company
	Marks     []string // words of the marks that it owns: "coal"
	Facts     []Fact
}

// A Shell is a company that lives on within another, with its trains.
type Shell struct {
	Sym    string
	Trains []string
}

// A Stake is some shares at a place: a player, "ipo", "treasury" or "pool".
type Stake struct {
	Holder string
	Shares int
}

// A Stock is the trains of one type that are still on sale. Count is -1 for an unlimited
// number.
type Stock struct {
	Name  string
	Price int
	Count int
}

// Company returns a company of the position, nil if it is not in play.
func (p *Position) Company(sym string) *Company {
	for i := range p.Companies {
		if p.Companies[i].Sym == sym {
			return &p.Companies[i]
		}
	}
	return nil
}

// Describe reads a company in play from the table.
func Describe(t step.Table, sym string) Company {
	c := t.F.Company(sym)
	out := Company{
		Sym: sym, Kind: c.Kind, Price: t.Price(sym), Cell: t.S.Cell(sym), President: t.President(sym),
		Cash: t.S.Cash(sym), Trains: t.TrainNames(sym), Tokens: len(t.Tokens(sym)),
	}
	for i, m := range t.S.Cells(out.Cell) {
		if m == sym {
			out.Place = i
		}
	}
	for _, at := range t.Stations(sym) {
		out.Stations = append(out.Stations, at.String())
	}
	for _, n := range c.Shares {
		out.Size += n
	}
	hold := func(holder, place string) {
		if n := t.Shares(place, sym); n > 0 {
			out.Held = append(out.Held, Stake{holder, n})
		}
	}
	for _, p := range t.S.Players() {
		hold(p, p)
	}
	hold("ipo", step.IPO(sym))
	hold("treasury", sym)
	hold("pool", step.Pool)
	return out
}

// SupplyOf lists the trains on sale, next first.
func SupplyOf(t step.Table) []Stock {
	var out []Stock
	for _, train := range t.OnSale() {
		name := step.Label(train)
		tr := t.F.Train(name)
		switch {
		case len(out) == 0 || out[len(out)-1].Name != name:
			out = append(out, Stock{name, tr.Price, 1})
		default:
			out[len(out)-1].Count++
		}
		if tr.Count == 0 {
			out[len(out)-1].Count = -1
		}
	}
	return out
}

// A Hint is something that a position is worth to a player though neither their shares nor their money
// show it: the right to start a company, a merger that is in sight. Robots and advice count it.
type Hint struct {
	Words  string                                   // what it is, as the lesson calls it: "lobbies"
	Brings func(s *engine.State, player string) int // what it will bring, in money at the end of the game; less than 0 for what it may cost
}
