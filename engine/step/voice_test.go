package step

import (
	"testing"

	"pbem/engine"
)

// A company speaks through its president, and what it may not do has a reason.
func TestVoice(t *testing.T) {
	tb := set(t, engine.Moved{Piece: Share("PRR", 0), To: "p2"})
	v := tb.Voice("PRR")
	none := func() []engine.Option { return nil }
	offered := v.Offers("buy", "buy a train", none, func([]string) string { return "sold out" })
	for _, c := range []struct {
		got        engine.Choice
		verb, help string
	}{
		{v.Pass("buy no train"), "pass", "buy no train"},
		{v.Choice("pay", "pay all", nil), "pay", "pay all"},
		{offered, "buy", "buy a train"},
		{v.Barred("sell", "not now"), "sell", ""},
	} {
		if c.got.By != "p2" || c.got.For != "PRR" || c.got.Verb != c.verb || c.got.Help != c.help {
			t.Errorf("%s: %+v", c.verb, c.got)
		}
	}
	if _, err := offered.Free(nil); err == nil || err.Error() != "sold out" {
		t.Errorf("refused with %v", err)
	}
	if _, err := v.Barred("sell", "not now").Free(nil); err == nil || err.Error() != "not now" {
		t.Errorf("barred with %v", err)
	}
}
