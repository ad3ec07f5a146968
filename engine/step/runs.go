package step

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"pbem/engine"
	"pbem/engine/route"
)

// RunUsage shows the form of a run given by its stops.
const RunUsage = "auto, or TRAIN: STOP STOP ... for each train; hexes passed may be named between"

// Runs reads and writes the runs of one company's trains. In words a run is the
// train, a colon, and the stops in order: "3: G8 H9 L4". Several runs follow
// one another. A stop is its hex, or "L5.1" if the hex has several. Hexes
// without a stop say which way the train takes if there is more than one.
type Runs struct {
	Graph  *route.Graph
	Trains []route.Train
	Fleets []route.Fleet // trains that may run together; nil for all
	Money  func(int) string

	best func() route.Result // computed when first needed
}

// Searched spares searches for best runs. The same runs are asked for again by every mail that shows a position, by plans and by
// whoever opens the game.
var Searched = route.NewMemory(500)

// NewRuns makes the runs of trains on a network.
func NewRuns(g *route.Graph, trains []route.Train, money func(int) string) Runs {
	return NewRunsOf(g, trains, nil, money)
}

// NewRunsOf makes the runs of trains of which only one fleet runs. Trains that
// are not in all fleets have names of their own. By naming trains a player says
// which fleet it is.
func NewRunsOf(g *route.Graph, trains []route.Train, fleets []route.Fleet, money func(int) string) Runs {
	best := func() route.Result { return Searched.BestOf(g, trains, fleets, route.Options{}) }
	return Runs{g, trains, fleets, money, sync.OnceValue(best)}
}

// Result is the best set of runs.
func (r Runs) Result() route.Result { return r.best() }

// glance is how many steps of a search tell in most cases that trains earn something.
const glance = 2_000

// Earn reports whether the best set of runs earns anything. That seldom takes a whole search: any run will do.
func (r Runs) Earn() bool {
	return Searched.BestOf(r.Graph, r.Trains, r.Fleets, route.Options{Budget: glance}).Total > 0 || r.best().Total > 0
}

// Best offers the best set of runs.
func (r Runs) Best() []engine.Option {
	best := r.best()
	label := r.Money(best.Total) + ", the best there is"
	if !best.Proven {
		label = fmt.Sprintf("%s, the best found; the search was cut short, at most %s is possible", r.Money(best.Total), r.Money(best.Bound))
	}
	return []engine.Option{{Args: r.words(best.Routes, nil), Label: label}}
}

// Choice offers the best runs. parse checks other words: see Parse.
func (r Runs) Choice(v Voice, parse func(words []string) ([]string, error)) engine.Choice {
	c := v.Choice("run", "run the trains", r.Best)
	c.Free, c.Usage = parse, RunUsage
	return c
}

// NotBest says of runs in canonical form that they do not earn the most there is,
// without whose they are and without a section; "" when they do.
// // 1817 6.5
func (r Runs) NotBest(said []string) string {
	_, total, err := r.Read(said)
	if best := r.Result(); err == nil && total < best.Total {
		return "must earn the most it can, " + r.Money(best.Total) + ", not " + r.Money(total)
	}
	return ""
}

// ParseBest is Parse for a company whose runs must earn the most there is; less is
// refused with the section that asks for it.
// // 1817 6.5
func (r Runs) ParseBest(sym, section string) func(words []string) ([]string, error) {
	return func(words []string) ([]string, error) {
		said, err := r.Parse(words)
		if err != nil {
			return nil, err
		}
		if why := r.NotBest(said); why != "" {
			return nil, engine.Refuse("%s %s (%s)", sym, why, section)
		}
		return said, nil
	}
}

// Run carries out runs in canonical form: it sets a counter to what they earn,
// and tells it.
func (r Runs) Run(t *engine.Turn, sym, counter string, said []string) {
	routes, total, err := r.Read(said)
	if err != nil {
		panic(err)
	}
	t.Set(counter, total)
	t.Note(sym, "ran %s", r.Describe(routes, total))
}

// words returns routes in words, with the hexes that the runs name. It leaves out trains that do not run.
func (r Runs) words(routes []route.Route, runs []route.Run) []string {
	via := make([][][]string, len(routes))
	for _, run := range runs {
		via[run.Train] = run.Via
	}
	var out []string
	for i, rt := range routes {
		if len(rt.Stops) == 0 {
			continue
		}
		out = append(out, r.Trains[i].Name+":")
		for j, s := range rt.Stops {
			out = append(out, r.stopWord(s))
			if j < len(via[i]) {
				out = append(out, via[i][j]...)
			}
		}
	}
	if len(out) == 0 {
		return []string{"nothing"}
	}
	return out
}

func (r Runs) stopWord(i int) string {
	s := r.Graph.Stops[i]
	for j, o := range r.Graph.Stops {
		if j != i && o.Hex == s.Hex {
			return s.ID
		}
	}
	return s.Hex
}

// Parse checks a player's words and returns them in canonical form.
func (r Runs) Parse(words []string) ([]string, error) {
	if len(words) == 1 && slices.Contains([]string{"auto", "best"}, strings.ToLower(words[0])) {
		return r.Best()[0].Args, nil
	}
	runs, err := r.runs(words)
	if err != nil {
		return nil, engine.Refuse("%s", err.Error())
	}
	routes, _, err := route.CheckOf(r.Graph, r.Trains, r.Fleets, runs)
	if err != nil {
		return nil, engine.Refuse("%s", err.Error())
	}
	return r.words(routes, runs), nil
}

// Read prices runs given in words.
func (r Runs) Read(words []string) ([]route.Route, int, error) {
	runs, err := r.runs(words)
	if err != nil {
		return nil, 0, err
	}
	return route.CheckOf(r.Graph, r.Trains, r.Fleets, runs)
}

func (r Runs) runs(words []string) ([]route.Run, error) {
	var runs []route.Run
	if len(words) == 1 && strings.EqualFold(words[0], "nothing") {
		return nil, nil
	}
	if len(words) > 0 && !strings.HasSuffix(words[0], ":") && len(r.Trains) == 1 {
		words = append([]string{r.Trains[0].Name + ":"}, words...)
	}
	for _, w := range words {
		if name, ok := strings.CutSuffix(w, ":"); ok {
			i := r.freeTrain(runs, name)
			if i < 0 {
				return nil, fmt.Errorf("there is no %s-train left to run", name)
			}
			runs = append(runs, route.Run{Train: i})
			continue
		}
		if len(runs) == 0 {
			return nil, fmt.Errorf("say which train runs: %s", RunUsage)
		}
		last := &runs[len(runs)-1]
		if at, ok := r.passed(w); ok && len(last.Stops) > 0 {
			last.Via[len(last.Via)-1] = append(last.Via[len(last.Via)-1], at)
			continue
		}
		s, err := r.stop(w)
		if err != nil {
			return nil, err
		}
		last.Stops, last.Via = append(last.Stops, s), append(last.Via, nil)
	}
	for i := range runs { // each stop but the last has a way to the next
		last := len(runs[i].Stops) - 1
		if last >= 0 && len(runs[i].Via[last]) > 0 {
			return nil, fmt.Errorf("a run ends at a stop; there is none in %s", runs[i].Via[last][0])
		}
		runs[i].Via = runs[i].Via[:max(0, last)]
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("say what runs where: %s", RunUsage)
	}
	return runs, nil
}

// freeTrain returns the first train of a name that has no run yet, -1 if there is none.
func (r Runs) freeTrain(runs []route.Run, name string) int {
	for i, tr := range r.Trains {
		if strings.EqualFold(tr.Name, name) && !slices.ContainsFunc(runs, func(x route.Run) bool { return x.Train == i }) {
			return i
		}
	}
	return -1
}

// passed finds a hex that track passes without a stop. If the hex also has a stop, the word means the stop.
func (r Runs) passed(word string) (hex string, ok bool) {
	if slices.ContainsFunc(r.Graph.Stops, func(s route.Stop) bool { return strings.EqualFold(s.Hex, word) }) {
		return "", false
	}
	for _, s := range r.Graph.Segments {
		for _, at := range s.Via {
			if strings.EqualFold(at, word) {
				return at, true
			}
		}
	}
	return "", false
}

func (r Runs) stop(word string) (int, error) {
	found := -1
	for i, s := range r.Graph.Stops {
		if strings.EqualFold(s.ID, word) {
			return i, nil
		}
		if strings.EqualFold(s.Hex, word) {
			if found >= 0 {
				return 0, fmt.Errorf("%s has several stops: say %s or %s", word, r.Graph.Stops[found].ID, s.ID)
			}
			found = i
		}
	}
	if found < 0 {
		return 0, fmt.Errorf("no track of the company leads to a stop in %s", word)
	}
	return found, nil
}

// Describe tells the routes and what they earned: "2 I6-J5 for $30".
func (r Runs) Describe(routes []route.Route, total int) string {
	var parts []string
	for i, rt := range routes {
		if len(rt.Stops) > 0 {
			parts = append(parts, r.TrainName(i)+" "+r.Way(rt))
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ") + " for " + r.Money(total)
}

// TrainName names a train of the runs: "5", or "2x6E" for two that run joined.
func (r Runs) TrainName(i int) string {
	if n := r.Trains[i].Times; n > 1 {
		return fmt.Sprintf("%dx%s", n, r.Trains[i].Name)
	}
	return r.Trains[i].Name
}

// Way tells the stops of a route: "L5.1-K10-F11".
func (r Runs) Way(rt route.Route) string {
	var stops []string
	for _, s := range rt.Stops {
		stops = append(stops, r.stopWord(s))
	}
	return strings.Join(stops, "-")
}
