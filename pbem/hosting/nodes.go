package hosting

import (
	"fmt"
	"strings"

	"pbem/pbem/watch"
)

// nodes lists the services on the store.
func (h *Hosting) nodes(string) (string, error) {
	list, err := h.d.NodesThere()
	if err != nil {
		return "", err
	}
	if len(list) == 0 {
		return "No service has said that it works on this store.", nil
	}
	var lines []string
	for _, n := range list {
		line := fmt.Sprintf("%s: process %d on %s, %s, since %s", n.Name, n.PID, n.Host, n.Role(), n.Began.UTC().Format("2006-01-02 15:04 MST"))
		if n.Program != "" {
			line += ", version " + n.Program
		}
		if n.Self {
			line += "; this one"
		}
		lines = append(lines, line)
		if n.Silent {
			lines = append(lines, fmt.Sprintf("    It has said nothing for %s: it has been stopped, or something is wrong with it.", watch.Ago(h.d.Now(), n.Seen)))
			continue
		}
		if n.Off {
			lines = append(lines, "    Its clock is "+n.Offset()+": set it.")
		}
		if len(n.Differs) > 0 {
			lines = append(lines, "    It has other settings than the service that you ask: "+strings.Join(n.Differs, ", ")+". They should be the same.")
		}
	}
	return strings.Join(lines, "\n"), nil
}
