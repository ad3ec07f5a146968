package t1843

import (
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// engineers is the card that lets a certificate run once more. Its place has the name of the
// certificate. // 2, 10.2; 43-SU-06, 43-PR-21
const engineers = "engineers"

// firstTrain is the single yellow train.
const firstTrain = "2+1"

// front returns the train on the front of the certificate that has this train.
func front(name string) string {
	if of := data.Train(name).SideOf; of != "" {
		return of
	}
	return name
}

// flipped returns the other side of a certificate.
func flipped(cert string) string {
	name := step.Label(cert)
	n, _ := strconv.Atoi(cert[strings.LastIndexByte(cert, ':')+1:])
	if other := data.Train(name).SideOf; other != "" {
		return step.Train(other, n)
	}
	return step.Train(data.Back(name).Name, n)
}

// goneIn returns the phase whose beginning makes a train worthless, or a number above all phases if
// none does. // 14; 43-TB-09
func goneIn(name string) int {
	by := data.Train(name).RustsOn
	if by == "" {
		return len(data.Phases)
	}
	return slices.IndexFunc(data.Phases, func(p facts.Phase) bool { return p.Train == by })
}

// obsolete reports whether a certificate may run only once more. // 10.2; 43-PR-22, 43-PR-23
func (v view) obsolete(cert string) bool {
	return v.S.Where(engineers) == cert && v.inPhase(goneIn(step.Label(cert)))
}

// rustedTrain reports whether a certificate is one of those that are for sale again in the gray
// phase. // 8.8.1; 43-TB-12
func (v view) rustedTrain(cert string) bool {
	return v.inPhase(goneIn(step.Label(cert))) && !v.obsolete(cert)
}

// enterPhase begins the phase that the first certificate of a colour brings. Trains rust, and the
// new limits hold for everybody at once.
// // 5, 8.8.1, 14; 43-PH-02, 43-PH-03, 43-PH-05, 43-PH-06, R-45
func (t *turn) enterPhase(name string) {
	for i, p := range data.Phases {
		if p.Train != front(name) || i <= t.Get(phase) {
			continue
		}
		t.Set(phase, i)
		t.Note("", "The %s phase begins", p.Name)
		t.rust(i)
		if i == phaseBrown {
			t.closePrivates()
		}
		if i == phaseGray {
			t.singlesForSale()
		}
		t.trim() // 43-TB-07
	}
}

// rust removes the certificates that a phase makes worthless, except the one under the Engineers
// card. // 8.8.1, 10.2, 14; 43-TB-09, 43-PR-22
func (t *turn) rust(n int) {
	for _, tr := range data.Trains {
		gone := 0
		for i := range tr.Count {
			cert := step.Train(tr.Name, i)
			switch at := t.Where(cert); {
			case goneIn(tr.Name) != n || at == verso || at == step.Out || at == box:
			case t.Where(engineers) == cert && known(at):
				t.Note(at, "keeps its %s-train for one more run", tr.Name)
			default:
				t.Move(cert, step.Out)
				gone++
			}
		}
		if gone > 0 {
			t.Note("", "All %s-trains rust", tr.Name)
		}
	}
}

// singlesForSale puts the single sides of the older colours on sale again.
// // 8.8.1, 14.6; 43-TB-12, 43-TB-15, R-24
func (t *turn) singlesForSale() {
	for _, tr := range data.Trains {
		if tr.SideOf != "" || tr.Name == extraTrain || tr.Name == grayTrain {
			continue
		}
		for i := range tr.Count {
			if cert := step.Train(tr.Name, i); !t.inHand(cert) {
				t.Move(cert, rusted)
			}
		}
	}
	t.Note("", "Single trains of the older colours are for sale again")
}

// inHand reports whether a company has the certificate, with either side up.
func (v view) inHand(cert string) bool {
	if known(v.S.Where(cert)) {
		return true
	}
	return data.Back(step.Label(cert)) != nil && known(v.S.Where(flipped(cert)))
}

// closePrivates closes all private companies. // 10.1, 14.4; 43-PR-05, 43-PH-04
func (t *turn) closePrivates() {
	for _, p := range data.Privates {
		if t.owner(p.Sym) != step.Out {
			t.Move(step.Private(p.Sym), step.Out)
		}
	}
	t.Note("", "All private companies close")
}

// trainLimit and certLimit return how many trains and train certificates a company may own.
// // 8.8.2, 14; 43-TB-05
func (v view) trainLimit() int { return v.Phase().Limits["trains"] }
func (v view) certLimit() int  { return v.Phase().Limits["certificates"] }

// trainsOn returns how many trains a certificate counts as. "2x2" may count as one or two, so it
// counts as one. // 8.8.2; 43-TB-06, R-20
func trainsOn(name string) int {
	if paired(name) && name != eitherPair {
		return 2
	}
	return 1
}

// load counts the trains and the certificates of a company that count towards its limits.
// // 8.8.2, 10.2; 43-TB-06, 43-PR-23
func (v view) load(sym string) (trains, certs int) {
	for _, cert := range v.Trains(sym) {
		if !v.obsolete(cert) {
			trains += trainsOn(step.Label(cert))
			certs++
		}
	}
	return trains, certs
}

// excess reports whether a company has too many trains, or too many certificates.
func (v view) excess(sym string) (trains, certs bool) {
	n, m := v.load(sym)
	return n > v.trainLimit(), m > v.certLimit()
}

// trim brings every company down to its limits: pairs are turned over, certificates are discarded.
// Where there is more than one way the directors are asked, all at once and in any order.
// // 8.8.1, 8.8.2; 43-TB-08, R-23
func (t *turn) trim() {
	for {
		var choices []engine.Choice
		quick := false
		for _, c := range data.Companies {
			list := t.reductions(c.Sym)
			if len(list) == 1 {
				t.reduce(list[0])
				quick = true
				break
			}
			choices = append(choices, t.trimming(c.Sym, list)...)
		}
		switch {
		case quick:
		case len(choices) == 0:
			return
		default:
			t.reduce(t.Ask("discard", choices...))
		}
	}
}

// reductions lists what a company above its limits may do.
func (v view) reductions(sym string) []engine.Command {
	trains, certs := v.excess(sym)
	if !trains && !certs {
		return nil
	}
	var out []engine.Command
	var seen []string
	for _, cert := range v.Trains(sym) {
		name := step.Label(cert)
		if v.obsolete(cert) || slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		if trains && trainsOn(name) == 2 {
			out = append(out, engine.Command{Verb: "flip", Args: []string{"train", name, sym}})
		}
		out = append(out, engine.Command{Verb: "discard", Args: []string{"train", name, sym}})
	}
	return out
}

// trimming returns the choices of a director among these reductions.
func (t *turn) trimming(sym string, list []engine.Command) []engine.Choice {
	var out []engine.Choice
	for _, verb := range []string{"flip", "discard"} {
		var options []engine.Option
		for _, c := range list {
			if c.Verb == verb {
				options = append(options, engine.Option{Args: c.Args})
			}
		}
		help := map[string]string{"flip": "turn a pair over to its single train", "discard": "give up a train"}[verb]
		if len(options) > 0 {
			out = append(out, step.Offer(t.President(sym), sym, verb, help+": "+sym+" is over its limit", step.Fixed(options), func([]string) string {
				return "say which train of " + sym + ": it has " + strings.Join(t.TrainNames(sym), " ") + " (8.8.2)"
			}))
		}
	}
	return out
}

// reduce turns a pair over, or discards a certificate to the pool. // 8.8.1; 43-TB-08, R-20, R-21
func (t *turn) reduce(c engine.Command) {
	sym, cert := c.Arg(2), t.certificate(c.Arg(2), c.Arg(1))
	if c.Verb == "flip" {
		t.turnOver(cert)
		t.Note(sym, "turned %s over", step.ATrain(c.Arg(1)))
		return
	}
	t.discard(cert)
	t.Note(sym, "discarded %s", step.ATrain(c.Arg(1)))
}

// certificate returns a train of a company by its name, "" if there is none. Of several it prefers
// one without the Engineers card. It never returns one that may run only once more.
func (v view) certificate(sym, name string) string {
	out := ""
	for _, cert := range v.Trains(sym) {
		if step.Label(cert) != name || v.obsolete(cert) {
			continue
		}
		if v.S.Where(engineers) != cert {
			return cert
		}
		out = cert
	}
	return out
}

// turnOver shows the single train of a certificate instead of the pair. The Engineers card stays on
// it. // 8.8.1
func (t *turn) turnOver(cert string) {
	sym := t.Where(cert)
	t.Move(cert, verso)
	t.Move(flipped(cert), sym)
	if t.Where(engineers) == cert {
		t.Move(engineers, flipped(cert))
	}
}

// discard takes a certificate from its company and puts it into the pool, or a rusted one back on
// sale. The Engineers card leaves the game. // 8.8.1; 43-TB-08, 43-TB-14, R-21, R-24
func (t *turn) discard(cert string) {
	t.uncard(cert)
	if !t.rustedTrain(cert) {
		t.Move(cert, step.Pool)
		return
	}
	t.scrap(cert)
}

// scrap removes a rusted certificate from the game. In the gray phase its single side goes on sale
// instead. // 8.8.1, 14.6; R-24
func (t *turn) scrap(cert string) {
	if paired(step.Label(cert)) {
		t.Move(cert, step.Out)
		cert = flipped(cert)
	}
	switch {
	case t.inPhase(phaseGray) && step.Label(cert) != extraTrain:
		t.Move(cert, rusted)
	case t.Where(cert) != verso:
		t.Move(cert, step.Out)
	}
}

// uncard removes the Engineers card from a certificate and from the game. // 10.2; 43-PR-24
func (t *turn) uncard(cert string) {
	if t.Where(engineers) == cert {
		t.Move(engineers, step.Out)
	}
}
