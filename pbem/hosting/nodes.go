package hosting

import (
	"fmt"
	"strings"

	"pbem/pbem/desk"
	"pbem/pbem/watch"
)

// nodes lists the services on the store.
func (h *Hosting) nodes(string) (string, error) {
	names, all, err := desk.NodesOf(h.d.DB, h.d.Now())
	if err != nil {
		return "", err
	}
	if len(names) == 0 {
		return "No service has said that it works on this store.", nil
	}
	every := desk.NodeEvery
	if h.d.Config.Store == "" {
		every = desk.AloneEvery
	}
	self, known := all[h.d.Owner]
	if !known {
		self = desk.Node{Settings: desk.NodeSettings(h.d.Config)}
	}
	var lines []string
	for _, name := range names {
		n := all[name]
		w := watch.Node{Name: name, Mailbox: n.Mailbox, Handed: n.Handed, Ahead: n.Ahead, Off: n.Wrong(), Differs: self.Differs(n), Seen: n.Seen, Silent: n.Silent(h.d.Now(), every)}
		line := fmt.Sprintf("%s: process %d on %s, %s, since %s", name, n.PID, n.Host, w.Role(), n.Began.UTC().Format("2006-01-02 15:04 MST"))
		if n.Program != "" {
			line += ", version " + n.Program
		}
		if name == h.d.Owner {
			line += "; this one"
		}
		lines = append(lines, line)
		if w.Silent {
			lines = append(lines, fmt.Sprintf("    It has said nothing for %s: it has been stopped, or something is wrong with it.", watch.Ago(h.d.Now(), n.Seen)))
			continue
		}
		if w.Off {
			lines = append(lines, "    Its clock is "+w.Offset()+": set it.")
		}
		if len(w.Differs) > 0 {
			lines = append(lines, "    It has other settings than the service that you ask: "+strings.Join(w.Differs, ", ")+". They should be the same.")
		}
	}
	return strings.Join(lines, "\n"), nil
}
