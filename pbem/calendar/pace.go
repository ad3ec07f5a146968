package calendar

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const day = 24 * time.Hour

// Longest is the limit for the paces of tables and the vacations of players.
const Longest = 60 * day

// units are the units of durations with their short forms.
var units = []struct {
	names []string
	size  time.Duration
}{
	{[]string{"minute", "minutes", "min", "mins", "m"}, time.Minute},
	{[]string{"hour", "hours", "hr", "hrs", "h"}, time.Hour},
	{[]string{"day", "days", "d"}, day},
	{[]string{"week", "weeks", "wk", "wks", "w"}, 7 * day},
}

var numbers = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

var piece = regexp.MustCompile(`\d+(?:[.,]\d+)?|\p{L}+|\S`)

// ParseDuration reads how long a table waits: "48h", "3 days", "1 week", "90m",
// "1 day 12 hours". A day is 24 hours. The result is in whole minutes, more
// than zero and at most Longest.
func ParseDuration(text string) (time.Duration, error) {
	text = tidy(text)
	pieces := slices.DeleteFunc(piece.FindAllString(text, -1), func(p string) bool { return p == "and" || p == "," })
	sum := 0.0
	for i := 0; i < len(pieces); i += 2 {
		n, ok := number(pieces[i])
		switch {
		case !ok:
			return 0, noDuration(text)
		case i+1 == len(pieces):
			return 0, fmt.Errorf("%s lacks a unit: write it like 48 hours or 3 days", quoted(text))
		case strings.HasPrefix(pieces[i+1], "month"):
			return 0, fmt.Errorf("months differ in length: write %s in days or weeks, like 30 days", quoted(text))
		}
		size, ok := unit(pieces[i+1])
		if !ok {
			return 0, noDuration(text)
		}
		sum += n * float64(size)
	}
	if sum > float64(Longest) {
		return 0, fmt.Errorf("%s is too long: the limit is %s", quoted(text), counted(Longest/day, "day"))
	}
	d := time.Duration(math.Round(sum))
	if d <= 0 || d%time.Minute != 0 {
		return 0, noDuration(text)
	}
	return d, nil
}

func noDuration(text string) error {
	return fmt.Errorf("%s is not a duration: write it like 48 hours, 3 days or 1 week", quoted(text))
}

// number parses "3", "1.5", "1,5", "a" and "three".
func number(text string) (float64, bool) {
	if i := slices.Index(numbers, text); i > 0 {
		return float64(i), true
	}
	if text == "a" || text == "an" {
		return 1, true
	}
	n, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	return n, err == nil && text[0] >= '0' && text[0] <= '9'
}

func unit(name string) (time.Duration, bool) {
	for _, u := range units {
		if slices.Contains(u.names, name) {
			return u.size, true
		}
	}
	return 0, false
}

// Words writes a duration in the largest unit that fits, else in several:
// "3 days", "36 hours", "4 days 4 hours". Seconds are dropped.
func Words(d time.Duration) string {
	d = max(d, 0).Truncate(time.Minute)
	for _, u := range slices.Backward(units) {
		if n := d / u.size; n > 0 && n < 100 && d%u.size == 0 {
			return counted(int64(n), u.names[0])
		}
	}
	var parts []string
	for _, u := range slices.Backward(units[:3]) {
		if n := d / u.size; n > 0 {
			parts = append(parts, counted(int64(n), u.names[0]))
			d -= n * u.size
		}
	}
	if len(parts) == 0 {
		return "0 minutes"
	}
	return strings.Join(parts, " ")
}
