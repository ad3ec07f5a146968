package route

import (
	"flag"
	"slices"
	"strconv"
)

func figures() bool { return slices.Contains(flag.Args(), "figures") }

// boardsPer is the number of boards of each setting, the argument after figures.
func boardsPer() int {
	args := flag.Args()
	if i := slices.Index(args, "figures"); i+1 < len(args) {
		if n, err := strconv.Atoi(args[i+1]); err == nil {
			return n
		}
	}
	return 10
}
