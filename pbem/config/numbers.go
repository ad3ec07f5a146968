package config

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"time"
)

// unset is the value of a number that is not in the file.
const unset = math.MinInt

// empty is the configuration of a file without settings.
func empty() file {
	f := file{Poll: duration(unset)}
	for _, n := range f.numbers() {
		*n.value = unset
	}
	return f
}

// A number is a setting that is a whole number, with its limits.
type number struct {
	section, name string // section is "" for the settings before the first one
	value         *int
	least, most   int
	also          int    // a number beside these that means something; 0 for none where meant is ""
	meant         string // what that means
}

// The limits keep out what can only be a slip: a service that it would stop, or that a mail server would lock out.
const (
	mostConnections = 50
	mostMemory      = 1 << 20 // MB: a terabyte
	mostDays        = 100 * 365
	mostMails       = 10_000_000
)

// numbers lists the settings of a file that are whole numbers.
func (f *file) numbers() []number {
	return []number{
		{name: "memory", value: &f.Memory, least: 10, most: mostMemory},
		{name: "keep_days", value: &f.Keep, least: leastKeepDays, most: mostDays, also: -1, meant: "for ever"},
		{name: "forget_days", value: &f.Forget, least: leastKeepDays + forgetAfter, most: mostDays, also: 0, meant: "for ever"},
		{name: "connections", value: &f.Conns, least: 1, most: mostConnections},
		{section: "smtp", name: "per_day", value: &f.SMTP.PerDay, least: leastPerDay, most: mostMails, also: 0, meant: "for no limit"},
		{section: "smtp", name: "per_domain", value: &f.SMTP.PerDomain, least: 1, most: mostConnections},
		{section: "limits", name: "sender_per_hour", value: &f.Limits.Sender, least: 1, most: mostMails, also: -1, meant: "for no limit"},
		{section: "limits", name: "game_per_hour", value: &f.Limits.Game, least: 1, most: mostMails, also: -1, meant: "for no limit"},
		{section: "limits", name: "strangers_per_day", value: &f.Limits.Strangers, least: 1, most: mostMails, also: -1, meant: "for no limit"},
		{section: "limits", name: "bounce_score", value: &f.Limits.Bounce, least: 1, most: 1000},
	}
}

// The shortest and the longest time between two looks into the mailbox. Time for which nobody has looked is an
// outage after an hour and twice this time, so a longer one would hide outages.
const (
	leastPoll = time.Second
	mostPoll  = time.Hour
)

// settle checks the numbers and the lengths of time, and gives those that are not in the file the value for that.
func (f *file) settle() error {
	for _, n := range f.numbers() {
		if *n.value == unset {
			*n.value = 0
			continue
		}
		if why := n.wrong(); why != "" {
			return settingError{n.section, n.name, why}
		}
		if n.name == "forget_days" && *n.value == 0 {
			*n.value = -1
		}
	}
	switch poll := time.Duration(f.Poll); {
	case f.Poll == duration(unset):
		f.Poll = 0
	case poll < leastPoll || poll > mostPoll:
		return settingError{"", "poll", fmt.Sprintf(`is %v; it can be %q to %q`, poll, "1s", "1h")}
	}
	return nil
}

// wrong says what a number can be if it is not one of these, "" if it is.
func (n number) wrong() string {
	switch v := *n.value; {
	case v >= n.least && v <= n.most, n.meant != "" && v == n.also:
		return ""
	case n.meant != "":
		return fmt.Sprintf("is %d; it can be %d to %d, or %d %s", v, n.least, n.most, n.also, n.meant)
	}
	return fmt.Sprintf("is %d; it can be %d to %d", *n.value, n.least, n.most)
}

// A settingError says what is wrong with one setting.
type settingError struct{ section, name, why string }

func (e settingError) Error() string {
	if e.section == "" {
		return fmt.Sprintf("%q %s", e.name, e.why)
	}
	return fmt.Sprintf("%q of [%s] %s", e.name, e.section, e.why)
}

// variable is the setting's name in the environment.
func (e settingError) variable() string {
	return envPrefix + strings.ToUpper(strings.TrimPrefix(e.section+"_"+e.name, "_"))
}

// where says where a setting stands: in the environment, or in a line of the file.
func (e settingError) where(file string) string {
	if _, said := os.LookupEnv(e.variable()); said {
		return e.variable() + " in the environment"
	}
	text, _ := os.ReadFile(file)
	if n := lineOf(string(text), e.section, e.name); n > 0 {
		return fmt.Sprintf("%s, line %d", file, n)
	}
	return file
}

var (
	sectionLine = regexp.MustCompile(`^\s*\[\s*"?([\w.-]+)"?\s*\]`)
	settingLine = regexp.MustCompile(`^\s*"?([\w-]+)"?(?:\s*\.\s*"?([\w-]+)"?)?\s*=`)
)

// lineOf returns the number of the line with a setting, 0 if it cannot be found.
func lineOf(text, section, name string) int {
	in := ""
	for i, line := range strings.Split(text, "\n") {
		if m := sectionLine.FindStringSubmatch(line); m != nil {
			in = m[1]
		}
		m := settingLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if m[2] != "" { // smtp.per_day = 100
			m[1] = m[1] + "." + m[2]
		}
		if strings.TrimPrefix(in+"."+m[1], ".") == strings.TrimPrefix(section+"."+name, ".") {
			return i + 1
		}
	}
	return 0
}
