package t1820

import "fmt"

// many is more than all spikes of a map.
const many = 1000

// Pipes are a network in which a greatest flow is looked for. A node of track is two, with a pipe of one between
// what comes in and what goes out.
type pipes struct {
	index map[string]int
	all   []pipe // each before its way back
	from  [][]int
}

type pipe struct{ to, room int }

// node returns the number of what comes in at a node; what goes out is the next.
func (f *pipes) node(words ...any) int {
	name := fmt.Sprint(words...)
	if f.index == nil {
		f.index = map[string]int{}
	}
	n, known := f.index[name]
	if !known {
		n = len(f.from)
		f.index[name] = n
		f.from = append(f.from, nil, nil)
		room := many
		if words[0] == "piece" {
			room = 1
		}
		f.join(n, n+1, room)
	}
	return n
}

// join lays a pipe from one end of a node to another.
func (f *pipes) join(from, to, room int) {
	f.from[from] = append(f.from[from], len(f.all))
	f.all = append(f.all, pipe{to, room})
	f.from[to] = append(f.from[to], len(f.all))
	f.all = append(f.all, pipe{from, 0})
}

// link joins two nodes in both directions.
func (f *pipes) link(a, b int) {
	f.join(a+1, b, 1)
	f.join(b+1, a, 1)
}

// most is the greatest flow between two nodes.
func (f *pipes) most(source, sink int) int {
	n := 0
	for f.push(source, sink) {
		n++
	}
	return n
}

// push finds one way more and takes it.
func (f *pipes) push(source, sink int) bool {
	came := make([]int, len(f.from)) // the pipe by which a node was reached, plus one
	queue := []int{source}
	for len(queue) > 0 && came[sink] == 0 {
		at := queue[0]
		queue = queue[1:]
		for _, i := range f.from[at] {
			if p := f.all[i]; p.room > 0 && came[p.to] == 0 && p.to != source {
				came[p.to] = i + 1
				queue = append(queue, p.to)
			}
		}
	}
	if came[sink] == 0 {
		return false
	}
	for at := sink; at != source; at = f.all[(came[at]-1)^1].to {
		f.all[came[at]-1].room--
		f.all[(came[at]-1)^1].room++
	}
	return true
}
