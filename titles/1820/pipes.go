package t1820

// many is more than all spikes of a map.
const many = 1000

// Pipes are a network in which a greatest flow is looked for. A node is two ends, what comes in and what goes out, with a
// pipe between them; one of track lets one through.
type pipes struct {
	all  []pipe // each before its way back
	from [][]int
	work int // pipes that were looked at
}

type pipe struct{ to, room int }

// newPipes is a network of so many nodes, of which those from narrow on let one through.
func newPipes(nodes, narrow int) *pipes {
	f := &pipes{from: make([][]int, 2*nodes)}
	for k := range nodes {
		room := many
		if k >= narrow {
			room = 1
		}
		f.join(2*k, 2*k+1, room)
	}
	return f
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
	f.work += len(f.from)
	queue := []int{source}
	for len(queue) > 0 && came[sink] == 0 {
		at := queue[0]
		queue = queue[1:]
		f.work += len(f.from[at])
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
