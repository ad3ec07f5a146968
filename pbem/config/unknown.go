package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// unknown says what is wrong with a setting that there is not: it stands in another section, most often because it was
// added at the end of the file, or its name is misspelt.
func unknown(key toml.Key) string {
	sections := map[string][]string{} // by setting; "" for those above all sections
	namesOf(reflect.TypeFor[file](), "", sections)
	name, section := key[len(key)-1], strings.Join(key[:len(key)-1], ".")
	text := fmt.Sprintf("%q is not a setting", name)
	if section != "" {
		text += " of [" + section + "]"
	}
	if why := instead[key.String()]; why != "" {
		return text + why
	}
	in := sections[name]
	switch {
	case slices.Contains(in, ""):
		return text + "; it stands above the first line with a [section]"
	case len(in) > 0:
		return text + "; it stands below [" + strings.Join(in, "] or [") + "]"
	}
	for _, near := range nearest(name, section, sections) {
		return text + fmt.Sprintf("; do you mean %q?", near)
	}
	return text + "; config.example.toml lists them"
}

// namesOf collects the names in a part of the configuration, and those of its sections, by the section that they stand in.
func namesOf(part reflect.Type, section string, in map[string][]string) {
	for i := range part.NumField() {
		f := part.Field(i)
		switch name := f.Tag.Get("toml"); {
		case f.Anonymous:
			namesOf(f.Type, section, in)
		case name == "":
		case f.Type.Kind() == reflect.Struct:
			in["["+name+"]"] = append(in["["+name+"]"], section)
			namesOf(f.Type, name, in)
		default:
			in[name] = append(in[name], section)
		}
	}
}

// nearest returns what a name of a section may be a misspelling of, the best first.
func nearest(name, section string, sections map[string][]string) (near []string) {
	for known, in := range sections {
		if slices.Contains(in, section) && slips(name, strings.Trim(known, "[]")) <= 2 {
			near = append(near, known)
		}
	}
	slices.SortFunc(near, func(a, b string) int {
		return 2*(slips(name, strings.Trim(a, "[]"))-slips(name, strings.Trim(b, "[]"))) + strings.Compare(a, b)
	})
	return near
}

// slips counts the letters that are wrong, missing, too many or swapped with the next.
func slips(a, b string) int {
	if len(a) > 40 { // no setting is so long
		return len(a)
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
				continue
			}
			rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], 1+rows[i-2][j-2])
			}
		}
	}
	return rows[len(a)][len(b)]
}
