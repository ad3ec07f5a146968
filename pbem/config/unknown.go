package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"pbem/internal/spelling"
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
	return text + "; config.example.toml lists them, and a file for a newer pbem may have more than this one knows (pbem version)"
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

// longestSetting is how long a name is that may be meant for a setting.
const longestSetting = 40

// nearest returns what a name of a section may be a misspelling of, the best first.
func nearest(name, section string, sections map[string][]string) (near []string) {
	if len(name) > longestSetting {
		return nil
	}
	for known, in := range sections {
		if slices.Contains(in, section) && spelling.Slips(name, strings.Trim(known, "[]")) <= 2 {
			near = append(near, known)
		}
	}
	slices.SortFunc(near, func(a, b string) int {
		return 2*(spelling.Slips(name, strings.Trim(a, "[]"))-spelling.Slips(name, strings.Trim(b, "[]"))) + strings.Compare(a, b)
	})
	return near
}
