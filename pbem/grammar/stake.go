package grammar

import (
	"strings"

	"pbem/engine"
)

// staked returns the words that name what is bid for, which the options of an auction do not say: "bid 20 on OBC", "pass on OBC", "20 on it". The
// help of the choice ends with it.
func (m *matcher) staked(ch engine.Choice) (mask uint64) {
	at := strings.LastIndex(ch.Help, " for ")
	if at < 0 || m.ctx.Facts == nil || len(m.words) > maxWords {
		return 0
	}
	what := ch.Help[at+len(" for "):]
	if !m.isStake(what) {
		return 0
	}
	for i, w := range m.words {
		if w.text == "it" && i > 0 && on[m.words[i-1].text] {
			mask |= 1 << i
		}
	}
	for _, s := range m.spans(what) {
		if !m.betterNamed(s, what) {
			mask |= s.mask
		}
	}
	return mask
}

func (m *matcher) isStake(sym string) bool {
	return m.ctx.Facts.Company(sym) != nil || m.ctx.Facts.Private(sym) != nil
}

// betterNamed reports whether words are at least as well the name of another company: "mail contract" is no Major Mail Contract where
// there is a Mail Contract.
func (m *matcher) betterNamed(s span, sym string) bool {
	if s.how == exact {
		return false
	}
	other := func(of string) bool {
		if of == sym {
			return false
		}
		for _, o := range m.spans(of) {
			if o.mask&s.mask != 0 && o.how <= s.how {
				return true
			}
		}
		return false
	}
	for _, c := range m.ctx.Facts.Companies {
		if other(c.Sym) {
			return true
		}
	}
	for _, p := range m.ctx.Facts.Privates {
		if other(p.Sym) {
			return true
		}
	}
	return false
}
