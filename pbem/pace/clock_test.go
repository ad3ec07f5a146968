package pace_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/pace"
)

// What happens next if a player does not answer. Each step counts from the one before.
func TestSteps(t *testing.T) {
	asked := time.Date(2026, 3, 2, 18, 0, 0, 0, time.UTC)
	away := []pace.Spell{{From: asked.Add(time.Hour), To: asked.Add(25 * time.Hour)}}
	for _, c := range []struct {
		words string
		offer bool
		away  []pace.Spell
		want  string // after how many hours what is done
	}{
		{"2 days", false, nil, "remind 48, late 72, late 120"},
		{"2 days, grace 2 days", false, nil, "remind 48, tell 72, late 96, late 144"},
		{"2 days, grace 2 days", true, nil, "remind 48, late 96"},
		{"2 days", true, nil, "remind 24, late 48"},
		{"2 days", false, away, "remind 72, late 96, late 144"},
	} {
		p, err := pace.Parse(c.words, pace.Pace{})
		if err != nil {
			t.Fatal(err)
		}
		clock, turn := p.Clock(nil, asked, nil, c.away), pace.Turn{Asked: asked, Offer: c.offer}
		var got []string
		for range strings.Count(c.want, ",") + 1 {
			key, at := clock.Next(turn)
			got = append(got, fmt.Sprintf("%s %.0f", key, at.Sub(asked).Hours()))
			turn.Late = turn.Late.Moved(key, at, at)
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s, offer %v: %s, want %s", c.words, c.offer, text, c.want)
		}
	}
}

// A step that comes long after its time counts from when it comes, so that the next does not follow at once.
func TestStepThatComesLate(t *testing.T) {
	at := time.Date(2026, 3, 2, 18, 0, 0, 0, time.UTC)
	if l := (pace.Lateness{}).Moved(pace.RemindKey, at, at.Add(30*time.Minute)); !l.At.Equal(at) {
		t.Errorf("half an hour late: counted from %v", l.At)
	}
	if now := at.Add(5 * time.Hour); !(pace.Lateness{}).Moved(pace.RemindKey, at, now).At.Equal(now) {
		t.Error("hours late, and still counted from its time")
	}
}
