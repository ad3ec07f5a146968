package title

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pbem/engine"
)

// A Variant is an option of the rules that all players agree on before a game.
type Variant struct{ Key, Text string }

// Played returns the variants that a game is played with.
func (t *Title) Played(s *engine.State) []Variant {
	return slices.DeleteFunc(slices.Clone(t.Variants), func(v Variant) bool { return s.Option(v.Key) == "" })
}

// NamesOf lists the names of variants: "short squeeze, modern trains".
func NamesOf(variants []Variant) string {
	var out []string
	for _, v := range variants {
		out = append(out, v.Key)
	}
	return strings.Join(out, ", ")
}

// Spelt writes the variants among options as the title does: "Short-Squeeze" is "short squeeze". Other options stay.
func (t *Title) Spelt(options map[string]string) map[string]string {
	plain := func(text string) string {
		return strings.ToLower(strings.NewReplacer("-", "", " ", "", "_", "").Replace(text))
	}
	out := maps.Clone(options)
	for _, said := range slices.Sorted(maps.Keys(options)) {
		for _, v := range t.Variants {
			if plain(said) == plain(v.Key) {
				delete(out, said)
				out[v.Key] = options[said]
			}
		}
	}
	return out
}

// Unlike adds to a refusal which variants there are, if one of the options is none.
func (t *Title) Unlike(err error, options map[string]string) error {
	none := func(option string) bool {
		return !slices.ContainsFunc(t.Variants, func(v Variant) bool { return v.Key == option })
	}
	if err == nil || len(t.Variants) == 0 || !slices.ContainsFunc(slices.Collect(maps.Keys(options)), none) {
		return err
	}
	return fmt.Errorf("%w; its variants: %s", err, NamesOf(t.Variants))
}
