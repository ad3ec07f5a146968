package cli

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The exit codes.
const (
	exitDone    = 0
	exitFailed  = 1 // the command was valid but failed
	exitMisused = 2 // the command was not valid: nothing was tried
)

// A misuse is an error in the command line: an unknown word or flag, or a missing one.
type misuse struct{ error }

func (m misuse) Unwrap() error { return m.error }

// misused returns an error that says what is wrong with a command line.
func misused(format string, args ...any) error { return misuse{fmt.Errorf(format, args...)} }

// exitCode returns the exit code for an error.
func exitCode(err error) int {
	var m misuse
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &m):
		return exitMisused
	}
	return exitFailed
}

// dispatch carries out a command line, without the name of the program.
func dispatch(args []string, out io.Writer) error {
	root := commandLine(out)
	root.SetArgs(spelled(root, args))
	return root.Execute()
}

// commandLine returns pbem with all its commands, which write to out. It is the only source of their help,
// completions and man page.
func commandLine(out io.Writer) *cobra.Command {
	cobra.EnableCommandSorting = false
	cobra.MousetrapHelpText = "" // on Windows it may be started with a click
	root := &cobra.Command{
		Use:   "pbem",
		Short: "host games of 18xx played by e-mail",
		Long: `pbem hosts 18xx railway games played by e-mail. Point it at a mailbox: players
need nothing but their mail programs.`,
		Example: `  pbem demo
  pbem check --config pbem.toml
  pbem new 18newengland --config pbem.toml "Amy <amy@example.org>" "Brian <brian@example.org>"
  pbem serve --config pbem.toml`,
		Args:          known,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetOut(out)
	root.SetErr(out)
	for _, g := range groups() {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			c.Flags().SortFlags = false
			root.AddCommand(c)
		}
	}
	root.SetHelpCommandGroupID(lookGroup)
	root.SetCompletionCommandGroupID(lookGroup)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return misuse{err} })
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	worded(root)
	understood(root)
	return root
}

// helpCommand is "help COMMAND", the same as "COMMAND --help".
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "say what a command does",
		GroupID: lookGroup,
		Long:    "Says what a command does and which flags it has, as \"pbem COMMAND --help\" does.",
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			if err == nil && about == c.Root() {
				err = known(about, rest)
			}
			if err != nil {
				return misuse{err}
			}
			about.InitDefaultHelpFlag()
			about.HelpFunc()(about, rest)
			return nil
		},
		ValidArgsFunction: asOne(func(c *cobra.Command, _ []string, _ string) (out []cobra.Completion, _ cobra.ShellCompDirective) {
			for _, sub := range c.Root().Commands() {
				if sub.IsAvailableCommand() {
					out = append(out, cobra.CompletionWithDesc(sub.Name(), sub.Short))
				}
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		}),
	}
}

// worded rewrites texts of the library in the style of the others.
func worded(root *cobra.Command) {
	c, _, _ := root.Find([]string{"completion"})
	c.Short = "make a script that has a shell complete commands and flags"
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return misused("there are no completions for %q, only for bash, zsh, fish and powershell", args[0])
		}
		return c.Help()
	}
	c.Args = cobra.ArbitraryArgs
	for _, sub := range c.Commands() {
		sub.Short = "the script for " + sub.Name()
	}
}

// understood turns errors about extra arguments into misuses, for all commands.
func understood(c *cobra.Command) {
	c.DisableFlagsInUseLine = true
	c.Flags().VisitAll(nameArgument)
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return misuse{err}
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		understood(sub)
	}
}

// A calledValue is the value of a flag under a name such as FILE.
type calledValue struct {
	pflag.Value
	name string
}

func (v calledValue) Type() string { return v.name }

// nameArgument names the argument of a flag by the word in backquotes in its description. It removes the
// backquotes, which completions and man pages would show.
func nameArgument(f *pflag.Flag) {
	if name, usage := pflag.UnquoteUsage(f); usage != f.Usage {
		f.Value, f.Usage = calledValue{f.Value, name}, usage
	}
}

// A group is some commands under one heading of the help.
type group struct {
	id, title string
	commands  []*cobra.Command
}

// lookGroup is the group of commands that look at games and at pbem itself.
const lookGroup = "look"

func groups() []group {
	return []group{
		{"host", "Host games:", []*cobra.Command{
			demoCommand(), checkCommand(), loginCommand(), newCommand(), importCommand(), exportCommand(), importMailsCommand(), serveCommand(), hostCommand(),
		}},
		{"keep", "Keep the database:", []*cobra.Command{backupCommand(), verifyCommand(), restoreCommand(), moveCommand(), archiveCommand()}},
		{lookGroup, "Look at games, mails and pbem itself:", []*cobra.Command{
			mapCommand(), routesCommand(), replayCommand(), paceCommand(), walkCommand(), eveningCommand(), readCommand(), titleCommand(), versionCommand(),
		}},
	}
}

// known refuses an unknown command, and suggests a similar one.
func known(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	like := ""
	if names := c.SuggestionsFor(args[0]); len(names) > 0 {
		like = fmt.Sprintf("; did you mean %q?", names[0])
	}
	return fmt.Errorf("there is no command %q%s; \"pbem help\" lists them", args[0], like)
}

// nothing is for commands without arguments.
func nothing(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%q is one argument too many", args[0])
	}
	return nil
}

// one is for commands with one argument. missing is the error without it.
func one(missing string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return errors.New(missing)
		}
		return nothing(c, args[1:])
	}
}

// some is for commands with one or more arguments.
func some(missing string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return errors.New(missing)
		}
		return nil
	}
}

// A configFlag is the value of --config.
type configFlag struct{ file string }

// configOf adds the flag --config to a command.
func configOf(c *cobra.Command, meaning string) *configFlag {
	f := &configFlag{}
	c.Flags().StringVar(&f.file, "config", "", meaning)
	c.MarkFlagFilename("config", "toml")
	return f
}

// The descriptions of --config.
const (
	configFile = "the `FILE` with the configuration, see config.example.toml"
	configGame = "the configuration `FILE` of a host: GAME is then one of their games, such as g12"
)

// filesAs completes arguments with files of some kinds.
func filesAs(kinds ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return kinds, cobra.ShellCompDirectiveFilterFileExt
	}
}

// asOne completes only the first argument of a command.
func asOne(do cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return do(c, args, begun)
	}
}

// oldFlag matches a flag in its former form: -config.
var oldFlag = regexp.MustCompile(`^-([a-z][a-z-]+)(=.*)?$`)

// spelled gives flags two dashes if an old script has them with one.
func spelled(root *cobra.Command, args []string) []string {
	out := []string{} // the library takes nil for the arguments of the process
	c, _, err := root.Find(args)
	if err != nil {
		return append(out, args...)
	}
	if c.Parent() == root && slices.ContainsFunc(args, negative.MatchString) {
		args = flagsFirst(c, args)
	}
	for i, a := range args {
		if a == "--" {
			return append(out, args[i:]...)
		}
		if m := oldFlag.FindStringSubmatch(a); m != nil && flagOf(c, m[1]) != nil {
			a = "-" + a
		}
		out = append(out, a)
	}
	return out
}

// negative matches a word that begins as a flag does and can be none: "-1", "- and so on".
var negative = regexp.MustCompile(`^-[\d\s]`)

// flagsFirst puts the flags of a command, whose name is the first word, before its other words, and marks where they
// end. So words that look like flags reach the command, which says what is wrong with them.
func flagsFirst(c *cobra.Command, args []string) []string {
	var flags, words []string
	for i := 0; i < len(args); i++ {
		name, _, whole := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		switch f := flagOf(c, name); {
		case args[i] == "--":
			words, args = append(words, args[i+1:]...), nil
		case !strings.HasPrefix(args[i], "-") || negative.MatchString(args[i]):
			words = append(words, args[i])
		case f != nil && !whole && f.NoOptDefVal == "" && i+1 < len(args):
			flags = append(flags, args[i], args[i+1])
			i++
		default:
			flags = append(flags, args[i])
		}
	}
	return slices.Concat(words[:1], flags, []string{"--"}, words[1:])
}

// flagOf finds a flag of a command by its long name.
func flagOf(c *cobra.Command, name string) *pflag.Flag {
	c.InitDefaultHelpFlag()
	return c.Flags().Lookup(name)
}

// titleOf completes the name of a title.
func titleOf(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return strings.Split(titleNames(), ", "), cobra.ShellCompDirectiveNoFileComp
}
