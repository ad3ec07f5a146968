package step

import "pbem/engine"

// Export takes the next train out of the supply. If it was the last of its
// type, it takes the first of the next type too. left is called for each: the
// first of a type may begin a phase. An empty supply loses nothing. //
// 43-SU-09, 43-SU-10, 43-SU-11, R-22
func Export(t *engine.Turn, tb Table, left func(name string)) {
	if exportOne(t, tb, left) {
		exportOne(t, tb, left)
	}
}

// exportOne exports one train. It reports whether that was the last of its type.
func exportOne(t *engine.Turn, tb Table, left func(name string)) (last bool) {
	lots := tb.Lots("")
	if len(lots) == 0 || lots[0].Place != Supply {
		return false
	}
	name := lots[0].Train.Name
	t.Move(tb.TrainOf(Supply, name), Out)
	if lots[0].Train.Count == 0 {
		Refill(t, tb, name)
	}
	last = tb.TrainOf(Supply, name) == ""
	t.Note("", "A%s leaves the supply", ATrain(name)[1:])
	left(name)
	return last
}
