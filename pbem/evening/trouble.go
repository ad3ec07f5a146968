package evening

// trouble is what befalls the service now and then: it is started again, a second one
// works beside it, or its machine loses its power.
func (e *evening) trouble() error {
	if e.Trouble == 0 || e.rng.IntN(1000) >= e.Trouble || e.fuse != nil {
		return nil
	}
	switch e.rng.IntN(3) {
	case 0:
		e.watch.tally.restarts++
		return e.restart()
	case 1:
		if len(e.services) > 1 {
			return e.restart()
		}
		e.watch.tally.second++
		return e.begin(nil)
	}
	return e.loseNext(1 + e.rng.IntN(12))
}

// loseNext has the store write nothing more after so many commits, as when the machine
// loses its power: what was written until then is all that the next service finds.
func (e *evening) loseNext(commits int) error {
	if err := e.end(); err != nil {
		return err
	}
	e.fuse = &fuse{left: commits, silent: e.rng.IntN(2) == 0}
	return e.begin(e.fuse)
}

// mend starts the service again when its machine has lost its power.
func (e *evening) mend() error {
	if e.fuse == nil || !e.fuse.broken() {
		return nil
	}
	e.fuse = nil
	e.crashed++
	e.watch.tally.crashes++
	return e.restart()
}
