package step

import "pbem/engine"

// Earnings are what the trains of a company earned. Its president pays out all,
// half or nothing.
type Earnings struct {
	Voice
	All, Half int
	// Outlook tells what a dividend would do: see Dividend.
	Outlook func(paid int) string
}

// Choices are the three choices.
func (e Earnings) Choices() []engine.Choice {
	var out []engine.Choice
	for _, verb := range []string{"pay", "half", "withhold"} {
		out = append(out, e.Choice(verb, e.Outlook(e.Paid(verb)), nil))
	}
	return out
}

// Paid is what a choice pays out.
func (e Earnings) Paid(verb string) int {
	return map[string]int{"pay": e.All, "half": e.Half, "withhold": 0}[verb]
}

// A Dividend is the part of a company's earnings that is paid out; the rest is
// kept.
type Dividend struct {
	Sym          string
	Earned, Paid int
	Shares       int // of the company, each of which gets its part
}

// On is the dividend on a number of shares.
func (d Dividend) On(shares int) int { return shares * d.Paid / d.Shares }

// Outlook tells a president what a dividend would bring: each is how players say
// the part of a share, own how many shares pay into the treasury, and before and
// after are the prices; without after it does not move.
// // 1817 6.6; 18NewEngland 11.6
func (t Table) Outlook(d Dividend, each string, own int, before, after string) string {
	text := "you get nothing"
	if d.Paid > 0 {
		text = each + ": you get " + t.F.Money(d.On(t.Shares(t.President(d.Sym), d.Sym)))
	}
	text += ", " + d.Sym + " " + t.F.Money(d.Earned-d.Paid+d.On(own))
	if after == "" {
		return text + "; price unchanged"
	}
	return text + "; price " + before + " > " + after
}
