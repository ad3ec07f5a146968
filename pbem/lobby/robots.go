package lobby

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/table"
)

// Robots are seats of a game that robots will play.
type Robots struct {
	N     int    `json:"n"`
	Level string `json:"level"` // table.EasyRobot or table.SteadyRobot
}

// RobotsIn reads robots at the start of words: "2 robots", "1 easy robot", "a robot", "two
// robots steady". It returns how many words it took.
func RobotsIn(words []string) (r Robots, taken int) {
	r.Level = table.SteadyRobot
	for i, w := range words[:min(len(words), 4)] {
		w = strings.ToLower(strings.Trim(w, ".;:"))
		switch {
		case i == 0:
			if r.N = countOf(w); r.N < 0 {
				return Robots{}, 0
			}
		case slices.Contains(table.RobotLevels, w):
			r.Level = w
			if taken > 0 {
				return r, i + 1
			}
		case taken == 0 && (w == "robot" || w == "robots"):
			taken = i + 1
		case taken > 0:
			return r, taken
		default:
			return Robots{}, 0
		}
	}
	if taken == 0 {
		return Robots{}, 0
	}
	return r, taken
}

// countOf reads a number of robots; -1 if a word is none.
func countOf(word string) int {
	switch word {
	case "no":
		return 0
	case "a", "an", "one":
		return 1
	}
	if n := slices.Index(numbers, word); n > 1 {
		return n
	}
	if n, err := strconv.Atoi(word); err == nil && n >= 0 && len(word) <= 2 {
		return n
	}
	return -1
}

// otherRobots refuses robots of a level that there is not: "2 clever robots".
func otherRobots(words []string) error {
	if len(words) < 3 || countOf(strings.ToLower(words[0])) < 0 || !strings.HasPrefix(strings.ToLower(words[2]), "robot") {
		return nil
	}
	return engine.Refuse("Robots are easy or steady, not %q: with 2 easy robots, or with 2 robots, which are steady.", words[1])
}

// withRobots reads the robots of a new game.
func (p *plan) withRobots(r Robots, taken int) error {
	if p.Robots != nil {
		return engine.Refuse("Robots are said twice. Write them once, with one level for all: with 2 robots, or with 2 easy robots.")
	}
	if p.words = p.words[taken:]; r.N > 0 {
		p.Robots = &r
	}
	return nil
}

// seatsFor fills in the number of players if only robots were said, and refuses a game without a
// person.
func (p *plan) seatsFor() error {
	if p.Robots == nil {
		return nil
	}
	if !p.players {
		p.Least, p.Most, p.players = 1+p.Robots.N, 1+p.Robots.N, true
	}
	if p.Robots.N >= p.Least {
		return engine.Refuse("The number of players counts people and robots, and at least one is a person: new %s %d with %s.",
			p.title.Facts.Slug, 1+p.Robots.N, step.Plural(p.Robots.N, "robot"))
	}
	return nil
}

// In is how many seats are taken, those of robots too.
func (g Gathering) In() int { return len(g.Players) + g.RobotSeats() }

// RobotSeats is how many of its seats robots will play.
func (g Gathering) RobotSeats() int {
	if g.Robots == nil {
		return 0
	}
	return g.Robots.N
}

// WithRobots says which of its players are robots; "" if none are.
func (g Gathering) WithRobots() string {
	switch {
	case g.Robots == nil:
		return ""
	case g.Robots.N == 1:
		return fmt.Sprintf("one of them %s robot", article(g.Robots.Level))
	}
	return fmt.Sprintf("%d of them %s robots", g.Robots.N, g.Robots.Level)
}

func article(level string) string {
	if level == table.EasyRobot {
		return "an easy"
	}
	return "a " + level
}
