package cli

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write deploy/pbem.1 anew")

// The man page says what the help of the commands says.
func TestManPage(t *testing.T) {
	page := md2man.Render([]byte(manual()))
	name := filepath.Join(root, "deploy", "pbem.1")
	if *update {
		if err := os.WriteFile(name, page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if stored := deployed(t, "pbem.1"); stored != string(page) {
		t.Error("deploy/pbem.1 is not what the commands say: go test ./cmd/cli -run ManPage -update")
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("how the page is set is not looked at: ", err)
	}
	out, err := exec.Command(groff, "-man", "-Tutf8", "-ww", "-z", name).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// manual returns the man page in markdown.
func manual() string {
	var b strings.Builder
	top := commandLine(io.Discard)
	fmt.Fprintf(&b, "%% \"PBEM\" \"1\" \"\" \"pbem\" \"18xx games by e-mail\"\n# NAME\npbem - %s\n\n# SYNOPSIS\n", top.Short)
	fmt.Fprintf(&b, "**pbem** COMMAND [*flags*]\n\n# DESCRIPTION\n%s\n\nFlags stand before or behind what else a command takes; behind **--** nothing is a flag.\n\n", plain(top.Long))
	for _, g := range groups() {
		fmt.Fprintf(&b, "# %s\n", strings.ToUpper(strings.TrimSuffix(g.title, ":")))
		for _, c := range top.Commands() {
			if c.GroupID == g.id && c.IsAvailableCommand() {
				manCommand(&b, c)
				for _, sub := range c.Commands() {
					if c.Name() != "completion" {
						manCommand(&b, sub)
					}
				}
			}
		}
	}
	b.WriteString("# EXIT STATUS\n**0**\n: it is done\n\n**1**\n: it was understood and could not be done\n\n**2**\n: it was not understood: a word or flag is unknown or missing; nothing was tried\n\n")
	fmt.Fprintf(&b, "# EXAMPLES\n```\n%s\n```\n\n# FILES\nconfig.example.toml explains every setting of a configuration.\n", top.Example)
	return b.String()
}

func manCommand(b *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(b, "## %s\n", plain(c.UseLine()))
	text := c.Long
	if c.Name() == "completion" || text == "" {
		text = strings.ToUpper(c.Short[:1]) + c.Short[1:] + "."
	}
	if c.Name() == "completion" {
		text += " The shell is **bash**, **zsh**, **fish** or **powershell**; \"pbem completion SHELL --help\" says where the script goes."
	}
	for part := range strings.SplitSeq(text, "\n\n") {
		if strings.HasPrefix(part, "  ") {
			fmt.Fprintf(b, "```\n%s\n```\n\n", part)
		} else {
			fmt.Fprintf(b, "%s\n\n", plain(part))
		}
	}
	if c.Example != "" {
		fmt.Fprintf(b, "```\n%s\n```\n\n", c.Example)
	}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		head := "**--" + f.Name + "**"
		if f.Shorthand != "" {
			head = "**-" + f.Shorthand + "**, " + head
		}
		name, usage := pflag.UnquoteUsage(f)
		if name != "" {
			head += " *" + name + "*"
		}
		if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" && f.DefValue != "[]" {
			usage += " (" + f.DefValue + " if left out)"
		}
		fmt.Fprintf(b, "%s\n: %s\n\n", head, plain(usage))
	})
}

// plain escapes a text for markdown.
func plain(text string) string {
	return strings.NewReplacer("<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`, "_", `\_`, "*", `\*`).Replace(text)
}
