package route

import (
	"math/rand"
	"reflect"
	"slices"
	"testing"
)

// A memory says what BestOf says, for the first time and again.
func TestMemoryIsBestOf(t *testing.T) {
	m := NewMemory(1000)
	searched := 0
	for seed := range 600 {
		r := rand.New(rand.NewSource(int64(seed) + 9e6))
		g := randomGraph(r)
		trains := randomTrains(r, g)
		var fleets []Fleet
		if r.Intn(2) == 0 {
			fleets = randomFleets(r, len(trains))
		}
		want := BestOf(g, trains, fleets, Options{})
		for range 3 {
			got := m.BestOf(g, trains, fleets, Options{})
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d: %+v, want %+v", seed, got, want)
			}
			for i := range got.Routes { // who asks may change it
				clear(got.Routes[i].Stops)
				clear(got.Routes[i].Segments)
				clear(got.Routes[i].Counted)
				got.Routes[i] = Route{}
			}
		}
		if slices.ContainsFunc(trains, func(t Train) bool { return t.Bonus != nil }) {
			searched++
		}
	}
	if known := len(m.new); known < 200 || searched < 50 {
		t.Errorf("%d results are known, and %d boards have trains with a bonus: the boards are too poor to prove anything", known, searched)
	}
	if m.Forget(); len(m.new)+len(m.last) > 0 {
		t.Error("it forgets nothing")
	}
}

// Questions that differ in anything that a search reads have different names.
func TestDigestTellsAllApart(t *testing.T) {
	ask := func() (*Graph, []Train, []Fleet, *Options) {
		s := []Segment{{A: 0, B: 1, Track: []int{1}}}
		return &Graph{Stops: []Stop{{ByTrain: map[string]int{"D": 5}}, {}}, Segments: s, Hidden: slices.Clone(s)}, []Train{{Values: []int{1, 2}}}, []Fleet{{0}}, &Options{}
	}
	g, trains, fleets, opt := ask()
	seen := map[[32]byte]string{digest(g, trains, fleets, *opt): "nothing"}
	note := func(what string) {
		key := digest(g, trains, fleets, *opt)
		if old, ok := seen[key]; ok {
			t.Errorf("%s changes the name no more than %s", what, old)
		}
		seen[key] = what
		g, trains, fleets, opt = ask()
	}
	unread := map[string]bool{"Stop.ID": true, "Stop.Hex": true, "Stop.Name": true, "Segment.Via": true, "Train.Bonus": true}
	for where, of := range map[string]func() any{
		"stop":    func() any { return &g.Stops[1] },
		"segment": func() any { return &g.Segments[0] },
		"hidden":  func() any { return &g.Hidden[0] },
		"train":   func() any { return &trains[0] },
		"options": func() any { return opt },
	} {
		kind := reflect.TypeOf(of()).Elem()
		for i := range kind.NumField() {
			if name := kind.Field(i).Name; !unread[kind.Name()+"."+name] {
				another(t, reflect.ValueOf(of()).Elem().Field(i))
				note(where + " " + name)
			}
		}
	}
	trains[0].Values = nil
	note("no values")
	trains[0].Values = []int{}
	note("empty values")
	fleets = nil
	note("no fleets")
	fleets = append(fleets, Fleet{0})
	note("two fleets")
	g.Stops[0].ByTrain["D"] = 6
	note("another value by train")
}

// another gives a field another value.
func another(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int:
		v.SetInt(v.Int() + 7)
	case reflect.Uint8:
		v.SetUint(v.Uint() + 1)
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Slice:
		v.Set(reflect.ValueOf([]int{1, 2, 3}))
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]int{"E": 5}))
	default:
		t.Fatalf("no other value of a %v", v.Kind())
	}
}

// A memory keeps a bounded number of results, and those of late.
func TestMemoryForgets(t *testing.T) {
	const most = 300
	m := NewMemory(most)
	key := func(n int) (k [32]byte) {
		k[0], k[1] = byte(n), byte(n>>8)
		return k
	}
	for n := range 3 * most {
		m.add(key(n), Result{Total: n})
	}
	if len(m.new)+len(m.last) > 2*most {
		t.Errorf("%d results are kept", len(m.new)+len(m.last))
	}
	if _, ok := m.find(key(0)); ok {
		t.Error("the first result is still there")
	}
	for n := 2 * most; n < 3*most; n++ {
		if r, ok := m.find(key(n)); !ok || r.Total != n {
			t.Fatalf("result %d is %+v, %v", n, r, ok)
		}
	}
}
