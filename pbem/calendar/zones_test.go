package calendar

import (
	"archive/zip"
	"bytes"
	"cmp"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // as the program has it
)

var update = flag.Bool("update", false, "write zones.txt anew from the zone data of Go")

// TestZoneNames writes the list of names from the zone data of the Go root, and
// compares it with the list that is here.
func TestZoneNames(t *testing.T) {
	want := listOf(goZones(t))
	if *update {
		if err := os.WriteFile("zones.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if zoneNames != want {
		t.Error("zones.txt is not the list of this Go's zones: write it anew with \"go test ./pbem/calendar -run TestZoneNames -update\" and read the difference")
	}
}

// goZones reads the zone files that come with Go.
func goZones(t *testing.T) map[string][]byte {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	zones := map[string][]byte{}
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") || f.Name == "Factory" { // a place for machines without a zone
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if zones[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		r.Close()
	}
	return zones
}

// listOf writes the names in order. Of those that end in the same city and have
// the same data, the most exact name is the one of today.
func listOf(zones map[string][]byte) string {
	names := make([]string, 0, len(zones))
	for name := range zones {
		names = append(names, name)
	}
	slices.Sort(names)
	var out strings.Builder
	for _, name := range names {
		best := slices.MaxFunc(names, func(a, b string) int {
			return cmp.Or(
				cmp.Compare(twin(zones, name, a), twin(zones, name, b)),
				cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
		})
		out.WriteString(name)
		if best != name {
			out.WriteString(" = " + best)
		}
		out.WriteString("\n")
	}
	return out.String()
}

// twin is 1 for zones of the same city and data.
func twin(zones map[string][]byte, a, b string) int {
	if strings.EqualFold(lastOf(a), lastOf(b)) && bytes.Equal(zones[a], zones[b]) {
		return 1
	}
	return 0
}

func TestEveryZoneIsFoundByItsName(t *testing.T) {
	for line := range strings.Lines(zoneNames) {
		name, today, renamed := strings.Cut(strings.TrimSpace(line), " = ")
		if !renamed {
			today = name
		}
		if _, fixed, _ := fixedZone(tidy(name)); fixed || abbreviations[foldZone(name)] != "" {
			continue
		}
		for _, typed := range []string{name, strings.ToUpper(name), strings.ReplaceAll(name, "_", " ")} {
			zone, err := ParseZone(typed)
			if err != nil || zone.String() != today {
				t.Errorf("%q is %v, %v; want %s", typed, zone, err, today)
			}
		}
	}
}

func TestParseZone(t *testing.T) {
	for typed, want := range map[string]string{
		"europe/berlin": "Europe/Berlin", " EUROPE/Berlin ": "Europe/Berlin", "Berlin": "Europe/Berlin",
		"new york": "America/New_York", "new_york": "America/New_York", "New-York": "America/New_York",
		"america/new york": "America/New_York", "port-au-prince": "America/Port-au-Prince", "Port au Prince": "America/Port-au-Prince",
		"São Paulo": "America/Sao_Paulo", "Zürich": "Europe/Zurich", "St. John's": "America/St_Johns", "hawaii": "US/Hawaii", "St. Johns": "America/St_Johns",
		"München": "Europe/Berlin", "Istanbul": "Europe/Istanbul", "asia/istanbul": "Europe/Istanbul",
		"buenos aires": "America/Argentina/Buenos_Aires", "indianapolis": "America/Indiana/Indianapolis", "knox": "America/Indiana/Knox",
		"Singapore": "Asia/Singapore", "San Francisco": "America/Los_Angeles", "GB": "GB", "Japan": "Japan", "Kyiv": "Europe/Kyiv",
		"UTC": "UTC", "utc": "UTC", "GMT": "UTC", "Z": "UTC", "UTC+0": "UTC", "gmt-0": "UTC", "Etc/UTC": "Etc/UTC",
		"UTC+2": "UTC+2", "utc + 2": "UTC+2", "UTC+02:00": "UTC+2", "GMT-5": "UTC-5", "gmt−5": "UTC-5", "+0530": "UTC+5:30",
		"UTC-3:30": "UTC-3:30", "UTC+14": "UTC+14", "UTC-12": "UTC-12", "Etc/GMT+5": "Etc/GMT+5", "EST5EDT": "EST5EDT",
		"CET": "Europe/Berlin", "cest": "Europe/Berlin", "EST": "America/New_York", "MST": "America/Denver", "BST": "Europe/London",
	} {
		zone, err := ParseZone(typed)
		if err != nil || zone.String() != want {
			t.Errorf("%q is %v, %v; want %s", typed, zone, err, want)
			continue
		}
		if again, err := ParseZone(zone.String()); err != nil || again.String() != want {
			t.Errorf("%s is read back as %v, %v", want, again, err)
		}
	}
}

func TestNoZone(t *testing.T) {
	for typed, want := range map[string]string{
		"Berln":         `"Berln" is not a zone that is known here: perhaps you mean Europe/Berlin`,
		"Lodnon":        `"Lodnon" is not a zone that is known here: perhaps you mean Europe/London`,
		"Europe/Munich": `"Europe/Munich" is not a zone that is known here: perhaps you mean Europe/Berlin`,
		"Frankfrut":     `"Frankfrut" is not a zone that is known here: perhaps you mean Europe/Berlin`,
		"new yrok":      `"new yrok" is not a zone that is known here: perhaps you mean America/New_York`,
		"Mars/Olympus":  `"Mars/Olympus" is not a zone that is known here: write it like Europe/Berlin, New York or UTC+2`,
		"":              `"" is not a zone that is known here: write it like Europe/Berlin, New York or UTC+2`,
		"Local":         `"Local" is not a zone that is known here: write it like Europe/Berlin, New York or UTC+2`,
		"cst":           `"cst" can mean America/Chicago, Asia/Shanghai or America/Havana: write one of these`,
		"IST":           `"IST" can mean Asia/Kolkata, Europe/Dublin or Asia/Jerusalem: write one of these`,
		"Pacific":       `"Pacific" can mean America/Los_Angeles or America/Vancouver: write one of these`,
		"UTC+15":        `no zone is at "utc+15": write a distance between UTC-12 and UTC+14, or a city like Berlin`,
		"UTC-12:30":     `no zone is at "utc-12:30": write a distance between UTC-12 and UTC+14, or a city like Berlin`,
		"UTC+2:07":      `no zone is at "utc+2:07": write a distance between UTC-12 and UTC+14, or a city like Berlin`,
	} {
		if zone, err := ParseZone(typed); err == nil || err.Error() != want {
			t.Errorf("%q is %v, %v; want %s", typed, zone, err, want)
		}
	}
}

// TestWordsOfZones holds the hand-made tables to the zone data: every zone in
// them is there, and an abbreviation is one that its zone uses in a year.
func TestWordsOfZones(t *testing.T) {
	load := func(name string) *time.Location {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Error(err)
			return time.UTC
		}
		return zone
	}
	for _, name := range places {
		load(name)
	}
	for word, names := range unclear {
		for _, name := range names {
			load(name)
		}
		if places[word] != "" || abbreviations[word] != "" {
			t.Errorf("%s is clear and unclear", word)
		}
	}
	for word, name := range abbreviations {
		zone := load(name)
		winter, _ := time.Date(2026, 1, 15, 12, 0, 0, 0, zone).Zone()
		summer, _ := time.Date(2026, 7, 15, 12, 0, 0, 0, zone).Zone()
		german := map[string]string{"mez": "CET", "mesz": "CEST"}[word]
		unnamed := strings.HasPrefix(winter, "+") // people have letters for it, the data do not
		short := len(word) == 2 && strings.EqualFold(word, winter[:1]+"T")
		if !short && !unnamed && !slices.ContainsFunc([]string{winter, summer}, func(s string) bool { return strings.EqualFold(s, cmp.Or(german, word)) }) {
			t.Errorf("%s is none of %s and %s of %s", word, winter, summer, name)
		}
	}
	for word := range places {
		if cities := theAtlas().cities[word]; len(cities) > 0 || foldZone(word) != word {
			t.Errorf("place %s is of %v already, or nobody can type it", word, cities)
		}
	}
}
