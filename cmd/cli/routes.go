package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pbem/engine/route"
	"pbem/pbem/sheet"
)

// routesCommand lists the best runs at the end of a game from 18xx.games or from an archive.
func routesCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "routes GAME [COMPANY]",
		Short: "best runs now, and what one more train would add",
		Long: `Tells the best runs of every company, or of one, and what one more train would
add. ` + gameArgument,
		Example: `  pbem routes GAME.json NYC
  pbem routes g12 --config pbem.toml`,
		Args:              some("say which game: pbem routes GAME [COMPANY]"),
		ValidArgsFunction: asOne(filesAs(gameFiles...)),
	}
	config := configOf(c, configGame)
	c.RunE = func(c *cobra.Command, args []string) error {
		t, s, err := config.position(args[0])
		if err != nil {
			return err
		}
		company := strings.Join(args[1:], " ")
		text, work := sheet.Routes(sheet.Mail{Title: t, State: s}, company, route.DefaultBudget)
		if company != "" && work == 0 { // nothing was looked for: it is no company
			return errors.New(strings.Join(strings.Fields(text), " "))
		}
		_, err = fmt.Fprint(c.OutOrStdout(), text)
		return err
	}
	return c
}
