package route

// Tuning of the prices. It cannot make a result wrong; it only affects how long a search takes.
const (
	tuneRounds   = 120 // most rounds of tune
	tunePatience = 12  // rounds without a better bound before the steps get shorter
)

// tune lowers the bound by changing the prices: up where the best walks of all trains use a site or piece too
// often, and down where they use it less often than allowed (the subgradient method, with steps after Polyak
// and some inertia).
//
// Floating point is only used for direction. Products are converted before they are added, which forbids
// fused operations, so that all machines take the same steps.
func (p *problem) tune() {
	t := newTuner(p)
	pace, idle := 1.0, 0
	for range tuneRounds {
		bound := t.move(pace)
		if bound < p.bound-scale/4 {
			idle = 0
		} else if idle++; idle >= tunePatience {
			pace, idle = pace/2, 0
			t.back()
		}
		if bound < p.bound {
			p.bound = bound
			t.keep()
		}
		if p.done() || pace < 0.05 || p.budget <= 0 {
			break
		}
	}
	t.back()
	p.evaluate()
}

// tuner holds the prices as fractions, and where they were best.
type tuner struct {
	*problem
	x, dir, kept []float64
	usage        []int
}

func newTuner(p *problem) *tuner {
	n := p.pieces + len(p.classes)*p.sites
	t := &tuner{problem: p, x: make([]float64, n), dir: make([]float64, n), kept: make([]float64, n), usage: make([]int, n)}
	for i, x := range p.pi {
		t.x[i] = float64(x)
	}
	for k, c := range p.classes {
		for s, x := range c.lambda {
			t.x[p.pieces+k*p.sites+s] = float64(x)
		}
	}
	t.keep()
	return t
}

func (t *tuner) keep() { copy(t.kept, t.x) }

func (t *tuner) back() {
	copy(t.x, t.kept)
	clear(t.dir)
	t.set()
	t.evaluate()
}

// set rounds the fractions to prices.
func (t *tuner) set() {
	for i := range t.pi {
		t.pi[i] = int(t.x[i] + 0.5)
	}
	for k, c := range t.classes {
		for s := range c.lambda {
			c.lambda[s] = int(t.x[t.pieces+k*t.sites+s] + 0.5)
		}
	}
}

// move makes one step from the present prices and returns the new bound.
func (t *tuner) move(pace float64) int {
	t.slack()
	norm := 0.0
	for i, u := range t.usage {
		t.dir[i] = float64(0.6*t.dir[i]) + float64(u)
		if t.x[i] <= 0 && t.dir[i] < 0 {
			t.dir[i] = 0
		}
		norm += float64(t.dir[i] * t.dir[i])
	}
	if norm == 0 {
		return t.bound
	}
	gap := float64(t.bound - t.total*scale)
	size := pace * gap / norm
	for i, d := range t.dir {
		t.x[i] = max(0, t.x[i]+float64(size*d))
	}
	t.set()
	return t.evaluate()
}

// slack counts for each piece and site how much the best walks exceed what is allowed.
func (t *tuner) slack() {
	clear(t.usage)
	pieces := t.usage[:t.pieces]
	for k, c := range t.classes {
		n := len(c.trains)
		sites := t.usage[t.pieces+k*t.sites : t.pieces+(k+1)*t.sites]
		c.trace(t.price, sites, pieces, n)
		for s := range sites {
			sites[s] -= n
		}
	}
	for i := range pieces {
		pieces[i]--
	}
}
