package calendar

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"pbem/internal/spelling"
)

// zoneNames are the names of the zone data that comes with Go, one a line. A
// name behind " = " is what the same zone is called today. The test of this
// list writes it anew with -update.
//
//go:embed zones.txt
var zoneNames string

// atlas finds zones by what people type, in folded form.
type atlas struct {
	names  map[string]string   // "europe/berlin" -> "Europe/Berlin"
	cities map[string][]string // "berlin" -> the zones that end so
}

var theAtlas = sync.OnceValue(func() atlas {
	a := atlas{map[string]string{}, map[string][]string{}}
	for line := range strings.Lines(zoneNames) {
		name, today, renamed := strings.Cut(strings.TrimSpace(line), " = ")
		if !renamed {
			today = name
		}
		a.names[foldZone(name)] = today
		if city := lastOf(foldZone(name)); !slices.Contains(a.cities[city], today) {
			a.cities[city] = append(a.cities[city], today)
		}
	}
	return a
})

// ParseZone reads a zone: its IANA name in any case, the city in it ("Berlin",
// "new york") or another familiar place, an abbreviation with one sensible meaning,
// or a fixed offset ("UTC+2", "GMT-5").
//
// An abbreviation means a region with its summer time, whichever of the two is
// typed: CET and CEST are Europe/Berlin. An IANA name that looks like an
// abbreviation (EST, MST) is read in the same way, as people mean it.
func ParseZone(text string) (*time.Location, error) {
	if zone, ok, err := fixedZone(tidy(text)); ok || err != nil {
		return zone, err
	}
	key := foldZone(text)
	if several := unclear[key]; several != nil {
		return nil, severalZones(text, several)
	}
	name, found := theAtlas().names[key]
	if short := abbreviations[key]; short != "" {
		name, found = short, true
	}
	if !found {
		cities := theAtlas().cities[key]
		if len(cities) > 1 {
			return nil, severalZones(text, cities)
		}
		name = cmp.Or(strings.Join(cities, ""), places[key])
	}
	if name == "" {
		return nil, noZone(text, key)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("the data of zone %s cannot be read: write a distance like UTC+2 instead", name)
	}
	return zone, nil
}

func severalZones(text string, names []string) error {
	return fmt.Errorf("%s can mean %s: write one of these", quoted(text), either(names))
}

func noZone(text, key string) error {
	if near := theAtlas().nearest(key); len(near) > 0 {
		return fmt.Errorf("%s is not a zone that is known here: perhaps you mean %s", quoted(text), either(near))
	}
	return fmt.Errorf("%s is not a zone that is known here: write it like Europe/Berlin, New York or UTC+2", quoted(text))
}

// nearest returns the zones whose name or city is most similar to a word, at most three.
func (a atlas) nearest(key string) []string {
	if name := places[lastOf(key)]; name != "" {
		return []string{name}
	}
	if len(key) > longestName {
		return nil
	}
	found := map[string]int{} // typing errors by zone
	for city, names := range a.cities {
		for _, name := range names {
			noteSlips(found, lastOf(key), city, name)
		}
	}
	if len(found) == 0 {
		for place, name := range places {
			noteSlips(found, lastOf(key), place, name)
		}
	}
	names := slices.SortedFunc(maps.Keys(found), func(x, y string) int {
		return cmp.Or(cmp.Compare(found[x], found[y]), cmp.Compare(x, y))
	})
	return names[:min(3, len(names))]
}

// noteSlips records a zone if the typed word looks like a known one with a typing error: one letter, or two
// in a long word.
func noteSlips(found map[string]int, typed, known, name string) {
	most := max(1, len(typed)/4)
	if longer := len(typed) - len(known); longer > most || -longer > most || len(typed) <= 3 {
		return
	}
	n := spelling.Slips(typed, known)
	if n > most {
		return
	}
	if least, ok := found[name]; !ok || n < least {
		found[name] = n
	}
}

// longestName limits the text that is compared with every name.
const longestName = 40

func lastOf(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// unspelt removes what names of zones do not have: St. John's is St_Johns.
var unspelt = strings.NewReplacer(".", "", "'", "", "’", "", " ", "_")

// foldZone maps "New York", "new_york" and "Nëw-York" to the same text. It keeps the signs of names such as
// Etc/GMT-5.
func foldZone(text string) string {
	plain := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)))
	if s, _, err := transform.String(plain, tidy(text)); err == nil {
		text = s
	}
	if !strings.ContainsAny(text, "0123456789") {
		text = strings.ReplaceAll(text, "-", "_")
	}
	return unspelt.Replace(text)
}

// The zones farthest from UTC, in seconds.
const (
	farthestWest = -12 * 3600
	farthestEast = 14 * 3600
)

var distanceFromUTC = regexp.MustCompile(`^(?:(?:utc|gmt) ?)?([+-]) ?(\d{1,2})(?::?(\d{2}))?$`)

// fixedZone parses "UTC", "UTC+2", "GMT-5" and "+05:30". ok is false for any other kind of text.
func fixedZone(text string) (zone *time.Location, ok bool, err error) {
	switch text {
	case "utc", "gmt", "z":
		return time.UTC, true, nil
	}
	parts := distanceFromUTC.FindStringSubmatch(text)
	if parts == nil {
		return nil, false, nil
	}
	hours, _ := strconv.Atoi(parts[2])
	minutes, _ := strconv.Atoi("0" + parts[3])
	offset := hours*3600 + minutes*60
	if parts[1] == "-" {
		offset = -offset
	}
	if minutes%15 != 0 || minutes > 59 || offset < farthestWest || offset > farthestEast {
		return nil, false, fmt.Errorf("no zone is at %s: write a distance between UTC-12 and UTC+14, or a city like Berlin", quoted(text))
	}
	if offset == 0 {
		return time.UTC, true, nil
	}
	return time.FixedZone(offsetName(offset), offset), true, nil
}

// offsetName writes "UTC+2" or "UTC-3:30".
func offsetName(offset int) string {
	sign := "+"
	if offset < 0 {
		sign, offset = "-", -offset
	}
	if minutes := offset / 60 % 60; minutes != 0 {
		return fmt.Sprintf("UTC%s%d:%02d", sign, offset/3600, minutes)
	}
	return fmt.Sprintf("UTC%s%d", sign, offset/3600)
}
