package title_test

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"pbem/titles/title"
)

// wrongFacts is the variable that has the process of TestWrongFactsEndTheProgram load facts.
const wrongFacts = "PBEM_WRONG_FACTS"

// A mistake in the facts of a title ends the program with the list of mistakes and exit
// code 1, without a stack.
func TestWrongFactsEndTheProgram(t *testing.T) {
	if text := os.Getenv(wrongFacts); text != "" {
		title.MustLoad([]byte(text))
		return
	}
	right, err := os.ReadFile("sample/data.json")
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		change string
		code   int
		told   string
	}{
		"nothing":       {"", 0, ""},
		"a symbol":      {`"sym": "HVR"`, 1, "pbem: facts of 18sample: 2 faults\n\tline 38: company HVR: HVR is there twice; the first is on line 37\n\tline 53: hex C8: it is reserved for \"EMR\", which is no company; want \"NLR\", \"SCL\" or \"HVR\"\n"},
		"a home, alone": {`"sym": "EMR", "hoem": "C8"`, 1, "pbem: facts of 18sample: line 38: company EMR: "},
	} {
		text := string(right)
		if c.change != "" {
			text = strings.Replace(text, `"sym": "EMR"`, c.change, 1)
		}
		cmd := exec.Command(os.Args[0], "-test.run", "^TestWrongFactsEndTheProgram$")
		cmd.Env = append(os.Environ(), wrongFacts+"="+text)
		var told strings.Builder
		cmd.Stderr = &told
		err := cmd.Run()
		var exit *exec.ExitError
		if code := 0; err != nil {
			if errors.As(err, &exit) {
				code = exit.ExitCode()
			}
			if code != c.code {
				t.Errorf("%s: exit code %d (%v), want %d", what, code, err, c.code)
			}
		} else if c.code != 0 {
			t.Errorf("%s: the program goes on", what)
		}
		if !strings.HasPrefix(told.String(), c.told) || strings.Contains(told.String(), "goroutine") || c.told == "" && told.Len() > 0 {
			t.Errorf("%s: it tells %q, want %q", what, told.String(), c.told)
		}
	}
}
