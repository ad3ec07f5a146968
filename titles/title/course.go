package title

import (
	"maps"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
)

// A Course is where a train of a company ran on the map.
type Course struct {
	Company, Train string
	Way            string // its stops: "G8-H9-L4"
	Legs           []Leg
}

// A Leg is the way of a train from one stop to the next. Via are the hexes between them, in order.
type Leg struct {
	From, To board.Spot
	Via      []string
}

// Courses returns where trains ran by a player's command, on the table as it was before. It returns nil if the
// command ran no trains.
func (t *Title) Courses(before *engine.State, said engine.Said) []Course {
	made, _ := t.Made(before, said)
	return made.Courses
}

// coursesOf returns where the trains of a company run on their routes.
func coursesOf(runs step.Runs, company string, routes []route.Route) []Course {
	var out []Course
	for i, rt := range routes {
		if len(rt.Stops) == 0 {
			continue
		}
		c := Course{Company: company, Train: runs.TrainName(i), Way: runs.Way(rt)}
		for k, n := range rt.Segments {
			seg := runs.Graph.Segments[n]
			via := slices.Clone(seg.Via)
			if seg.A != rt.Stops[k] {
				slices.Reverse(via)
			}
			from, ok1 := board.ParseSpot(runs.Graph.Stops[rt.Stops[k]].ID)
			to, ok2 := board.ParseSpot(runs.Graph.Stops[rt.Stops[k+1]].ID)
			if ok1 && ok2 {
				c.Legs = append(c.Legs, Leg{from, to, via})
			}
		}
		out = append(out, c)
	}
	return out
}

// LastCourses returns the last runs of all companies in the round in which trains last ran, in the order in which
// they ran.
func (t *Title) LastCourses(log []engine.Event) []Course {
	log = engine.Effective(log)
	var out []Course
	round, at, s := "", 0, engine.Fold(nil)
	for _, i := range lastRuns(log) {
		s = s.With(log[at:i]...)
		at = i
		if name := t.Round(s); name != round {
			round, out = name, nil
		}
		out = append(out, t.Courses(s, log[i].(engine.Said))...)
	}
	return out
}

// CoursesSince returns where trains ran by the commands of a log from a position on, but for those that were undone.
func (t *Title) CoursesSince(log []engine.Event, from int) []Course {
	var out []Course
	places := engine.Force(engine.InForce(log))
	force := places.Events(log)
	at, s := 0, (*engine.State)(nil)
	for k, i := range places {
		said, ok := log[i].(engine.Said)
		if i < from || !ok || said.Verb != "run" {
			continue
		}
		if s == nil {
			s = engine.Fold(force[:k])
		} else {
			s = s.With(force[at:k]...)
		}
		at = k
		out = append(out, t.Courses(s, said)...)
	}
	return out
}

// lastRuns returns the places of the last run of each company, in order.
func lastRuns(log []engine.Event) []int {
	last := map[string]int{}
	actor := ""
	for i, e := range log {
		switch e := e.(type) {
		case engine.Flowed:
			if n := len(e.Stack); n > 0 {
				actor = e.Stack[n-1].Actor
			}
		case engine.Said:
			if e.Verb == "run" {
				last[actor] = i
			}
		}
	}
	return slices.Sorted(maps.Values(last))
}
