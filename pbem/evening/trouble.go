package evening

// trouble sometimes disturbs the service: it is restarted, a second one works on the same store, or its
// machine loses power.
func (e *evening) trouble() error {
	if e.Trouble == 0 || e.rng.IntN(1000) >= e.Trouble || e.fuse != nil {
		return nil
	}
	switch e.rng.IntN(3) {
	case 0:
		e.watch.tally.restarts++
		return e.restart(nil)
	case 1:
		if _, ok := e.config(len(e.services)); !ok || len(e.services) > 1 {
			e.watch.tally.restarts++
			return e.restart(nil)
		}
		e.watch.tally.second++
		return e.begin(nil)
	}
	return e.loseNext(1 + e.rng.IntN(12))
}

// loseNext makes the store write nothing more after a number of commits, as if the machine lost power. The
// next service finds only what was written until then.
func (e *evening) loseNext(commits int) error {
	e.fuse = &fuse{left: commits, silent: e.rng.IntN(2) == 0}
	return e.restart(e.fuse)
}

// mend restarts the service when its machine has lost power.
func (e *evening) mend() error {
	if e.fuse == nil || !e.fuse.broken() {
		return nil
	}
	e.fuse = nil
	e.crashed++
	e.watch.tally.crashes++
	return e.restart(nil)
}
