package cli

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pbem/internal/testsize"
)

const root = "../.."

func deployed(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// systemd finds nothing wrong with the unit.
func TestUnitIsSound(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not here: ", err)
	}
	for _, file := range []string{"pbem.service", "postfix/pbem.service"} {
		unit := strings.Replace(deployed(t, file), "/usr/local/bin/pbem", "/bin/true", 1) // the program must exist
		unit = strings.Replace(unit, "/usr/sbin/postqueue", "/bin/true", 1)
		name := filepath.Join(t.TempDir(), "pbem.service")
		if err := os.WriteFile(name, []byte(unit), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(analyze, "verify", "--recursive-errors=no", "--man=no", name).CombinedOutput(); err != nil || bytes.Contains(out, []byte("pbem.service")) {
			t.Errorf("%s: %v\n%s", file, err, out)
		}
		out, err := exec.Command(analyze, "security", "--offline=yes", "--threshold=20", name).CombinedOutput()
		if err != nil {
			t.Errorf("%s may do more than it needs: %v\n%s", file, err, out)
		}
	}
}

// systemd does not end a service that has to do something first: to convert a database takes up to an hour, and the time for a start is
// usually 90 seconds.
func TestUnitWaitsForTheStart(t *testing.T) {
	for _, file := range []string{"pbem.service", "postfix/pbem.service"} {
		if unit := deployed(t, file); !strings.Contains(unit, "\nType=notify\n") || !strings.Contains(unit, "\nTimeoutStartSec=infinity\n") {
			t.Errorf("%s has a start of limited length", file)
		}
	}
}

// pbem understands the commands in the unit and the container file.
func TestDeployedCommands(t *testing.T) {
	unit := regexp.MustCompile(`(?m)^ExecStart=\S+/pbem (.*)$`).FindStringSubmatch(deployed(t, "pbem.service"))
	call := regexp.MustCompile(`(?m)^CMD \["(.*)"\]$`).FindStringSubmatch(deployed(t, "Containerfile"))
	if unit == nil || call == nil {
		t.Fatal("there is no command")
	}
	for _, args := range [][]string{strings.Fields(unit[1]), strings.Split(call[1], `", "`)} {
		err := dispatch(args, &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), "there is no configuration file "+args[len(args)-1]) {
			t.Errorf("pbem %s: %v", strings.Join(args, " "), err)
		}
	}
}

// The program needs no other file: the container has none.
func TestStaticProgram(t *testing.T) {
	if !testsize.Whole() {
		t.Skip("it builds everything once more without cgo; TESTSIZE=whole asks for it")
	}
	name := filepath.Join(t.TempDir(), "pbem")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", name, "../pbem")
	build.Env = append(append(os.Environ(), static...), "GOOS=linux")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := elf.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		t.Error("it needs a loader and libraries")
	}
}

// named matches the files of this project in a text.
var named = regexp.MustCompile(`(?:^|[^\w./:@+-])((?:deploy|docs|cmd|engine|titles|store|templates)/[\w./-]*\w|config\.example\.toml|go\.(?:mod|sum))`)

// The files that the README and other pages name exist.
func TestNamedFilesExist(t *testing.T) {
	met := 0
	for _, text := range []string{"README.md", "deploy/pbem.service", "deploy/Containerfile", "config.example.toml", "deploy/postfix/main.cf", "deploy/postfix/pbem.toml"} {
		body, err := os.ReadFile(filepath.Join(root, text))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(body), -1) {
			met++
			if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
				t.Errorf("%s names %s, which is not there", text, m[1])
			}
		}
	}
	if met < 8 {
		t.Errorf("only %d names were found", met)
	}
}
