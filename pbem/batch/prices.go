package batch

import (
	"regexp"

	"pbem/engine"
	"pbem/pbem/sheet"
)

// pricesSaid matches what stands behind "history" when somebody asks for prices.
var pricesSaid = regexp.MustCompile(`(?i)^(?:of )?(?:the )?(?:share |stock )?prices?\.?$`)

// positionWork is what one position costs of the questions of a mail.
const positionWork = 20_000

// prices tells the prices of all companies at the end of each round.
func (p Chronicle) prices() {
	p.Add("PRICES AT THE END OF EACH ROUND", p.Once("history", "prices", func() string {
		var names []string
		var states []*engine.State
		for _, r := range p.rounds() {
			names, states = append(names, r.Name), append(states, r.State)
		}
		p.budget().Question(positionWork * len(states))
		return sheet.Prices(p.Table.Title, names, states)
	}))
}
