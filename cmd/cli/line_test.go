package cli

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// everyCommand walks all commands.
func everyCommand(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, sub := range c.Commands() {
		everyCommand(sub, do)
	}
}

// Every command says what it does, and what each of its flags is for.
func TestEveryCommandIsExplained(t *testing.T) {
	met := 0
	everyCommand(commandLine(io.Discard), func(c *cobra.Command) {
		met++
		name := c.CommandPath()
		if c.Short == "" || c.Long == "" && c.Name() != "version" {
			t.Errorf("%s: it does not say what it does", name)
		}
		if c.Args == nil && c.Name() != "help" {
			t.Errorf("%s: it takes whatever is written behind it", name)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" || strings.Contains(f.Usage, "`") {
				t.Errorf("%s: --%s is described by %q", name, f.Name, f.Usage)
			}
			if v := f.Value.Type(); v == "string" || v == "int" || v == "int64" {
				t.Errorf("%s: what --%s takes has no name", name, f.Name)
			}
		})
		args := append(strings.Fields(name)[1:], "--help")
		var out bytes.Buffer
		if err := dispatch(args, &out); err != nil || !strings.Contains(out.String(), c.UseLine()) {
			t.Errorf("pbem %v: %v\n%s", args, err, out.String())
		}
	})
	if met < 20 {
		t.Errorf("only %d commands were met", met)
	}
}

// All commands that read a configuration use the same flag.
func TestConfigIsTheSameEverywhere(t *testing.T) {
	var without []string
	everyCommand(commandLine(io.Discard), func(c *cobra.Command) {
		if f := c.Flags().Lookup("config"); f == nil {
			without = append(without, c.CommandPath())
		} else if f.Value.Type() != "FILE" || f.Shorthand != "" {
			t.Errorf("%s: --config %s", c.Name(), f.Value.Type())
		}
	})
	want := []string{
		"pbem", "pbem demo", "pbem walk", "pbem evening", "pbem title", "pbem title new", "pbem title check", "pbem version",
		"pbem help", "pbem completion", "pbem completion bash", "pbem completion zsh", "pbem completion fish", "pbem completion powershell",
	}
	slices.Sort(want)
	if slices.Sort(without); !slices.Equal(without, want) {
		t.Errorf("without --config are %v, want %v", without, want)
	}
}

// The exit code tells a wrong command line from a failure.
func TestExitCodes(t *testing.T) {
	config := hostFile(t)
	for line, want := range map[string]int{
		"":                              exitDone,
		"version":                       exitDone,
		"help new 1817":                 exitDone,
		"completion zsh":                exitDone,
		"host help":                     exitDone,
		"frobnicate":                    exitMisused,
		"help frobnicate":               exitMisused,
		"--loud":                        exitMisused,
		"completion tcsh":               exitMisused,
		"completion bash twice":         exitMisused,
		"serve":                         exitMisused,
		"serve --loud":                  exitMisused,
		"serve --config":                exitMisused,
		"serve and more":                exitMisused,
		"serve --log xml":               exitMisused,
		"serve --log-level loud":        exitMisused,
		"walk 18newengland --games few": exitMisused,
		"walk 18newengland --games 0":   exitMisused,
		"walk 1899":                     exitMisused,
		"evening 1899":                  exitMisused,
		"evening --nights 0":            exitMisused,
		"evening --mails -1":            exitMisused,
		"evening --trouble 1001":        exitMisused,
		"new 1899":                      exitMisused,
		"new 1817 Amy":                  exitMisused,
		"map g1 --output map.gif":       exitMisused,
		"verify":                        exitMisused,
		"verify one two":                exitMisused,
		"backup":                        exitMisused,
		"import":                        exitMisused,
		"read":                          exitMisused,
		"routes":                        exitMisused,
		"login":                         exitMisused,
		"serve --config nowhere.toml":   exitFailed,
		"map nowhere.json":              exitFailed,
		"read nowhere.eml":              exitFailed,
		"verify nowhere.db":             exitFailed,
		"map g9 --config " + config:     exitFailed,
	} {
		if err := dispatch(strings.Fields(line), &bytes.Buffer{}); exitCode(err) != want {
			t.Errorf("pbem %s: exit %d, want %d: %v", line, exitCode(err), want, err)
		}
	}
}

// Scripts that write flags with one dash, as was once possible, keep working.
func TestOldSpelling(t *testing.T) {
	for _, line := range []string{"serve -config nowhere.toml", "serve -log json -config=nowhere.toml", "map -after 3 -config nowhere.toml g1"} {
		if err := dispatch(strings.Fields(line), &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "there is no configuration file nowhere.toml") {
			t.Errorf("pbem %s: %v", line, err)
		}
	}
	for line, want := range map[string]string{"serve -colour blue": "unknown shorthand flag", "host tell -- -config": "say which configuration"} {
		if err := dispatch(strings.Fields(line), &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("pbem %s: %v", line, err)
		}
	}
}

// A number below zero in a line of the host is no flag. The service says what is wrong with it.
func TestNumbersBelowZeroAreWords(t *testing.T) {
	config := hostFile(t)
	for line, want := range map[string]string{
		"host rollback g5 to -1 --config " + config:         `No game has the id "g5"`,
		"host --config " + config + " rollback g5 to -1":    `No game has the id "g5"`,
		"host put away -5 days -config=" + config:           "-5 is not a number of days",
		"host put away -5 days -config " + config + " -- x": "-5 is not a number of days",
		"host list -1 --colour blue":                        "unknown flag: --colour",
		"host rollback g5 to -1":                            "say which configuration",
		"evening --mails -1":                                "--mails",
		"new 1817 -1 --config " + config:                    `"-1" is not a player`,
	} {
		if err := dispatch(strings.Fields(line), &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("pbem %s: %v; want %q", line, err, want)
		}
	}
}

// Shells complete titles, games, commands of the host and values of flags.
func TestCompletions(t *testing.T) {
	for line, want := range map[string]string{
		"new 18":          "18newengland",
		"walk ":           "1820",
		"evening 1817 ":   "1820",
		"host r":          "rollback\tTake back",
		"serve --log ":    "json",
		"serve --lo":      "--log-level\tthe least LEVEL",
		"map ":            "jsonl",
		"help ":           "serve\thost games",
		"serve --config ": "toml",
	} {
		var out bytes.Buffer
		args := append([]string{"__complete"}, strings.Split(line, " ")...)
		if err := dispatch(args, &out); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("pbem %s: %v\n%s", line, err, out.String())
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		var out bytes.Buffer
		if err := dispatch([]string{"completion", shell}, &out); err != nil || !strings.Contains(out.String(), "__complete") {
			t.Errorf("%s: %v", shell, err)
		}
	}
}

// The help of a title is made from its facts.
func TestHelpOfTitles(t *testing.T) {
	for _, name := range []string{"1817", "1820", "18newengland"} {
		var out bytes.Buffer
		if err := dispatch([]string{"new", name, "--help"}, &out); err != nil {
			t.Fatal(err)
		}
		for _, want := range map[string][]string{
			"1817":         {"1817 is for 3-7 players", "short squeeze", "when players hold more than 100%"},
			"1820":         {"1820 is for", "cheap cousins", "cousins at £120 only"},
			"18newengland": {"is for 2-5 players", "It has no variants."},
		}[name] {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", name, want, out.String())
			}
		}
	}
}

// quoted matches commands in a text: between backquotes or quotation marks, and in
// indented lines.
var quoted = []*regexp.Regexp{
	regexp.MustCompile("`(?:[\\w./]+/)?pbem ([^`\n]+)`"),
	regexp.MustCompile(`"pbem ([^"\n]+)"`),
	regexp.MustCompile(`(?m)^(?:    |#     )(?:.*[ /])?pbem ([a-z]+(?: .*)?)$`),
	regexp.MustCompile(`(?m)go run \./cmd/pbem ([a-z]+[^|\x60\n]*)`),
	regexp.MustCompile(`(?m)^ExecStart=\S*/pbem (.*)$`),
}

// notCommands matches images, folders and measures that are called pbem too.
var notCommands = regexp.MustCompile(`^(?:pbem$|/usr|-f |hosts|\.)|^create|^as |^COMMAND |^game$`)

// The commands that are quoted in the docs are valid.
func TestQuotedCommands(t *testing.T) {
	met := map[string]bool{}
	for _, name := range documents(t) {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(raw), "\\\n", " ")
		for _, form := range quoted {
			for _, m := range form.FindAllStringSubmatch(text, -1) {
				words, verb := wordsOf(m[1])
				if notCommands.MatchString(m[1]) {
					continue
				}
				if err := parses(words); err != nil {
					t.Errorf("%s quotes pbem %s: %v", name, m[1], err)
				}
				met[verb] = true
			}
		}
	}
	for _, c := range commandLine(io.Discard).Commands() {
		if !met[c.Name()] && c.Name() != "help" {
			t.Errorf("no document quotes pbem %s", c.Name())
		}
	}
}

// documents returns the files that people read.
func documents(t *testing.T) []string {
	t.Helper()
	out := []string{filepath.Join(root, "config.example.toml"), filepath.Join(root, "deploy", "pbem.service"), filepath.Join(root, "deploy", "Containerfile")}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".md") && !strings.Contains(name, "/testdata/") && filepath.Base(name) != "CHANGELOG.md" {
			out = append(out, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// wordsOf splits a command line like a shell, up to a comment or an explanation beside
// it.
func wordsOf(line string) (words []string, verb string) {
	line, _, _ = strings.Cut(line, "#")
	var word strings.Builder
	quote, begun := false, false
	flush := func() {
		if begun {
			words = append(words, word.String())
		}
		word.Reset()
		begun = false
	}
	for i, r := range line {
		switch {
		case r == '"':
			quote, begun = !quote, true
		case r == ' ' && !quote && strings.HasPrefix(line[i:], "  ") && !strings.Contains(line[i:], `"`):
			flush()
			return words, words[0]
		case r == ' ' && !quote:
			flush()
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	flush()
	return words, words[0]
}

// parses says what is wrong with a command line, without carrying it out. A single word
// only mentions a command.
func parses(words []string) error {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "..." })
	for i, w := range words {
		words[i] = strings.Trim(w, "[]")
	}
	root := commandLine(io.Discard)
	c, rest, err := root.Find(words)
	if err != nil {
		return err
	}
	if c == root {
		return known(root, rest)
	}
	for i, w := range rest { // a number that is not given
		if w == "N" || w == "SEED" || w == "ACTION" {
			rest[i] = "1"
		}
	}
	c.InitDefaultHelpFlag()
	if err := c.ParseFlags(rest); err != nil || len(rest) == 0 || errors.Is(err, pflag.ErrHelp) {
		return err
	}
	if c.Flags().NArg() == 0 && c.Flags().NFlag() > 0 && c.Name() != "read" {
		return nil
	}
	return c.ValidateArgs(c.Flags().Args())
}
