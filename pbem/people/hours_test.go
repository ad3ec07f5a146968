package people

import (
	"testing"
	"time"
)

// Daily mails come half an hour before the three hours in which somebody writes most, by the clocks of their zone.
func TestHourBefore(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(clocks ...string) (out []time.Time) {
		for day, c := range clocks {
			h, err := time.Parse("15:04", c)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, time.Date(2026, 11, 1+day, h.Hour(), h.Minute(), 0, 0, time.UTC))
		}
		return out
	}
	for _, c := range []struct {
		written []time.Time
		zone    *time.Location
		want    string
	}{
		{nil, time.UTC, ""},
		{at("19:00", "19:10", "19:20", "19:30", "20:00", "20:10", "21:00"), time.UTC, ""},
		{at("19:00", "19:10", "19:20", "19:30", "20:00", "20:10", "21:00", "7:00"), time.UTC, "18:30"},
		{at("19:00", "19:10", "19:20", "19:30", "20:00", "20:10", "21:00", "7:00"), berlin, "19:30"},
		{at("23:40", "23:50", "0:10", "0:20", "1:00", "2:00", "12:00", "13:00"), time.UTC, "23:00"},
		{at("0:10", "0:20", "0:25", "1:00", "1:10", "1:20", "1:30", "2:00"), time.UTC, "23:30"},
		{at("7:05", "7:10", "7:15", "12:00", "15:00", "18:00", "21:00", "23:00"), time.UTC, "06:30"},
	} {
		if got, ok := HourBefore(c.written, c.zone); got != c.want || ok != (c.want != "") {
			t.Errorf("%v in %v: %q, want %q", c.written, c.zone, got, c.want)
		}
	}
}
