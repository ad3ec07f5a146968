package calendar

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

const (
	minutesADay = 24 * 60
	// mostQuiet leaves a working day open, and catches 9-5 typed for 9pm-5am.
	mostQuiet = 16 * 60
)

// Quiet are hours of every day that do not count, in minutes since midnight,
// from From until just before To. They cross midnight if To is smaller. There
// are none if both are equal.
type Quiet struct{ From, To int }

// Check says why quiet hours are not fit for a table.
func (q Quiet) Check() error {
	for _, m := range []int{q.From, q.To} {
		if m < 0 || m >= minutesADay {
			return fmt.Errorf("quiet hours are between 00:00 and 23:59, not at minute %d of the day", m)
		}
	}
	if q.length() > mostQuiet {
		return fmt.Errorf("quiet hours %s last %s and may last %s at most: write them like 22:00-08:00 or 10pm-8am",
			q, Words(time.Duration(q.length())*time.Minute), Words(mostQuiet*time.Minute))
	}
	return nil
}

// length returns the length in minutes.
func (q Quiet) length() int { return (q.To - q.From + minutesADay) % minutesADay }

func (q Quiet) covers(clock time.Duration) bool {
	at := int(clock / time.Minute)
	if q.From <= q.To {
		return q.From <= at && at < q.To
	}
	return q.From <= at || at < q.To
}

// mark returns the next time on the wall clock at which something may change: a bound of the quiet hours or
// midnight.
func (q Quiet) mark(clock time.Duration) time.Duration {
	next := 24 * time.Hour
	for _, m := range []int{q.From, q.To} {
		if at := time.Duration(m) * time.Minute; at > clock {
			next = min(next, at)
		}
	}
	return next
}

// String writes "22:00-08:00", or "none".
func (q Quiet) String() string {
	if q.From == q.To {
		return "none"
	}
	return fmt.Sprintf("%02d:%02d-%02d:%02d", q.From/60, q.From%60, q.To/60, q.To%60)
}

const oclock = `(noon|midnight|\d{1,2}(?:[:.]?\d{2}|h\d{2}|h)?(?: ?[ap]\.?m\b\.?)?)`

var quietHours = regexp.MustCompile(`^(?:from |between )?` + oclock + ` ?(?:-|to|until|till|and) ?` + oclock + `$`)

// ParseQuiet reads quiet hours: "22-8", "22:00-08:00", "10pm to 8am", "none".
func ParseQuiet(text string) (Quiet, error) {
	text = tidy(text)
	switch text {
	case "none", "no", "off", "never", "no quiet hours":
		return Quiet{}, nil
	}
	bounds := quietHours.FindStringSubmatch(text)
	if bounds == nil {
		return Quiet{}, fmt.Errorf("%s cannot be read as quiet hours: write them like 22-8, 22:00-08:00 or 10pm-8am, or none", quoted(text))
	}
	from, err := minuteOfDay(bounds[1])
	if err != nil {
		return Quiet{}, err
	}
	to, err := minuteOfDay(bounds[2])
	if err != nil {
		return Quiet{}, err
	}
	if from == to {
		return Quiet{}, fmt.Errorf("quiet hours %s would begin when they end: write them like 22-8, or none", quoted(text))
	}
	q := Quiet{from, to}
	return q, q.Check()
}

var clockTime = regexp.MustCompile(`^(\d{1,2})[:.h]?(\d{2})?(?: ?([ap])\.?m\.?)?$`)

// minuteOfDay parses a time of day in the form that quietHours accepts.
func minuteOfDay(text string) (int, error) {
	switch text {
	case "midnight":
		return 0, nil
	case "noon":
		return 12 * 60, nil
	}
	parts := clockTime.FindStringSubmatch(text)
	hour, _ := strconv.Atoi(parts[1])
	minute, _ := strconv.Atoi("0" + parts[2])
	half := parts[3]
	if minute > 59 || hour*60+minute > minutesADay || half != "" && (hour < 1 || hour > 12) {
		return 0, fmt.Errorf("%s is not a time of day: write it like 22:00 or 10pm", quoted(text))
	}
	switch {
	case half != "":
		hour %= 12
		if half == "p" {
			hour += 12
		}
	case hour == 24:
		hour = 0
	}
	return hour*60 + minute, nil
}
