package t1820

// unlimited is a capacity above the number of all spikes of a map.
const unlimited = 1000

// A flowNet is a flow network for a maximum flow. Each node has two ends, in and out, with an edge
// between them. The edge of a node for a piece of track has the capacity 1.
type flowNet struct {
	all  []flowEdge // each followed by its reverse edge
	from [][]int    // edges that leave each end of a node
	work int        // edges that were visited
}

type flowEdge struct{ to, capacity int }

// newFlowNet returns a network of so many nodes. Those from narrow on have the capacity 1.
func newFlowNet(nodes, narrow int) *flowNet {
	f := &flowNet{from: make([][]int, 2*nodes)}
	for k := range nodes {
		capacity := unlimited
		if k >= narrow {
			capacity = 1
		}
		f.addEdge(2*k, 2*k+1, capacity)
	}
	return f
}

// addEdge adds an edge from one end of a node to another.
func (f *flowNet) addEdge(from, to, capacity int) {
	f.from[from] = append(f.from[from], len(f.all))
	f.all = append(f.all, flowEdge{to, capacity})
	f.from[to] = append(f.from[to], len(f.all))
	f.all = append(f.all, flowEdge{from, 0})
}

// link joins two nodes in both directions.
func (f *flowNet) link(a, b int) {
	f.addEdge(a+1, b, 1)
	f.addEdge(b+1, a, 1)
}

// maxFlow returns the maximum flow between two ends.
func (f *flowNet) maxFlow(source, sink int) int {
	n := 0
	for f.augment(source, sink) {
		n++
	}
	return n
}

// augment finds one more path and adds it to the flow.
func (f *flowNet) augment(source, sink int) bool {
	came := make([]int, len(f.from)) // the edge by which an end was reached, plus one
	f.work += len(f.from)
	queue := []int{source}
	for len(queue) > 0 && came[sink] == 0 {
		at := queue[0]
		queue = queue[1:]
		f.work += len(f.from[at])
		for _, i := range f.from[at] {
			if p := f.all[i]; p.capacity > 0 && came[p.to] == 0 && p.to != source {
				came[p.to] = i + 1
				queue = append(queue, p.to)
			}
		}
	}
	if came[sink] == 0 {
		return false
	}
	for at := sink; at != source; at = f.all[(came[at]-1)^1].to {
		f.all[came[at]-1].capacity--
		f.all[(came[at]-1)^1].capacity++
	}
	return true
}
