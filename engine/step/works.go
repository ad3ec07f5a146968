package step

import "slices"

const noMore = "no more tiles may be laid this turn"

// An Allowance is one tile that a company may lay in its turn.
type Allowance struct {
	By      string // what grants it: a private company; "" for the turn itself
	Fee     int    // in addition to terrain
	Upgrade bool   // it may replace a tile; otherwise it only lays one on a blank hex
	Extra   bool   // only in a turn without an upgrade
}

// Works are the tiles of a company's turn: those it may lay, and those it has
// laid. Upgrades is the limit for those that replace a tile. A hex gets at most
// one tile in a turn. docs/adding-a-title.md lists what each title allows.
type Works struct {
	Allowed  []Allowance
	Upgrades int
	Laid     []Laid
}

// Laid is a tile that was laid: where, whether it replaced one, and the index
// of the allowance it used.
type Laid struct {
	Hex     string
	Upgrade bool
	Used    int
}

// Next returns the cheapest allowance for the next tile: one of a private
// company, or with "" one of the turn itself. If there is none it says why, in
// a sentence without its end.
func (w Works) Next(by, hex string, upgrade bool) (n int, why string) {
	n, why = -1, noMore
	if w.On(hex) {
		return n, "a tile was laid on " + hex + " in this turn"
	}
	if upgrade && w.upgraded() >= w.Upgrades {
		return n, upgradeWord(w.Upgrades)
	}
	for i, a := range w.Allowed {
		if a.By != by || slices.ContainsFunc(w.Laid, func(l Laid) bool { return l.Used == i }) {
			continue
		}
		bar := w.bars(a, upgrade)
		switch {
		case bar == "" && (n < 0 || a.Fee < w.Allowed[n].Fee):
			n = i
		case why == noMore && bar != "":
			why = bar
		}
	}
	if n >= 0 {
		why = ""
	}
	return n, why
}

// On reports whether a tile of this turn lies on a hex.
func (w Works) On(hex string) bool {
	return slices.ContainsFunc(w.Laid, func(l Laid) bool { return l.Hex == hex })
}

// Fee is that of the next tile, 0 when there is none.
func (w Works) Fee() int {
	if n, _ := w.Next("", "", false); n >= 0 {
		return w.Allowed[n].Fee
	}
	return 0
}

// bars says why an unused allowance does not allow a tile.
func (w Works) bars(a Allowance, upgrade bool) string {
	extra := slices.ContainsFunc(w.Laid, func(l Laid) bool { return w.Allowed[l.Used].Extra })
	switch {
	case upgrade && !a.Upgrade:
		return "only a yellow tile may be laid now"
	case upgrade && extra:
		return "no tile may be upgraded in a turn with an extra yellow tile"
	case a.Extra && w.upgraded() > 0:
		return "no extra yellow tile may be laid in a turn with an upgrade"
	}
	return ""
}

func (w Works) upgraded() int {
	n := 0
	for _, l := range w.Laid {
		if l.Upgrade {
			n++
		}
	}
	return n
}

func upgradeWord(most int) string {
	if most == 0 {
		return "no tile may be upgraded in this turn"
	}
	return "no more than " + Plural(most, "tile") + " may be upgraded in a turn"
}

// More reports whether a private company, or with "" the turn itself, may still
// lay a tile.
func (w Works) More(by string) bool {
	n, _ := w.Next(by, "", false) // an allowance for an upgrade also allows a tile on a blank hex
	return n >= 0
}

// With returns the works after one more tile, laid with the allowance n.
func (w Works) With(n int, hex string, upgrade bool) Works {
	w.Laid = append(slices.Clone(w.Laid), Laid{hex, upgrade, n})
	return w
}
