package config

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// envPrefix begins the names of settings in the environment: PBEM_ADDRESS, PBEM_IMAP_PASSWORD.
const envPrefix = "PBEM_"

// environment overrides settings of the file with those of the environment ("NAME=value"); a password there also
// goes before a password_file of the file. The error is one sentence that names the variable.
func (f *file) environment(env []string) error {
	leaves := map[string]reflect.Value{}
	leavesOf(reflect.ValueOf(f).Elem(), envPrefix, leaves)
	said := map[string]bool{}
	for _, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, envPrefix) {
			continue
		}
		leaf, ok := leaves[name]
		if !ok {
			return fmt.Errorf("%s in the environment is not a setting; see config.example.toml", name)
		}
		if err := setLeaf(leaf, value); err != nil {
			return fmt.Errorf("%s in the environment cannot be read: %w", name, err)
		}
		said[name] = true
	}
	for name := range said {
		if from, ok := leaves[name+"_FILE"]; ok && !said[name+"_FILE"] {
			from.SetString("")
		}
	}
	return nil
}

// leavesOf collects the settings in a part of the configuration by their names in the environment.
func leavesOf(part reflect.Value, prefix string, leaves map[string]reflect.Value) {
	for field, v := range part.Fields() {
		name := field.Tag.Get("toml")
		switch {
		case field.Anonymous:
			leavesOf(v, prefix, leaves)
		case name == "":
		case v.Kind() == reflect.Struct:
			leavesOf(v, prefix+strings.ToUpper(name)+"_", leaves)
		default:
			leaves[prefix+strings.ToUpper(name)] = v
		}
	}
}

// setLeaf parses a setting. The members of a list are separated by commas.
func setLeaf(v reflect.Value, text string) (err error) {
	if read, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return read.UnmarshalText([]byte(text))
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		var b bool
		if b, err = strconv.ParseBool(text); err != nil {
			err = fmt.Errorf("%q is not true or false", text)
		}
		v.SetBool(b)
	case reflect.Int:
		var n int
		if n, err = strconv.Atoi(text); err != nil {
			err = fmt.Errorf("%q is not a whole number", text)
		}
		v.SetInt(int64(n))
	case reflect.Slice:
		var list []string
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
		v.Set(reflect.ValueOf(list))
	default:
		panic(fmt.Sprintf("a setting of kind %v", v.Kind()))
	}
	return err
}
