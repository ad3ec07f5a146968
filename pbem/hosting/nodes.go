package hosting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/watch"
)

// nodes lists the services on the store.
func (h *Hosting) nodes(rest string) (string, error) {
	if rest != "" {
		return h.decideBy(rest)
	}
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
		if n.Rules > 0 {
			line += fmt.Sprintf(", rules %d, %s", n.Rules, n.Does())
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
	r, err := h.d.RuledBy()
	if err == nil && r.Value.Fixed {
		lines = append(lines, fmt.Sprintf("You have said that rules %d decide. \"host nodes decide newest\" ends that.", r.Value.Number))
	}
	return strings.Join(lines, "\n"), err
}

// decideBy sets by which rules games are decided.
func (h *Hosting) decideBy(rest string) (string, error) {
	verb, which, _ := strings.Cut(strings.ToLower(rest), " ")
	if verb != "decide" || which == "" {
		return "", engine.Refuse("Say \"host nodes\", \"host nodes decide NUMBER\" or \"host nodes decide newest\".")
	}
	if h.d.Config.Store == "" {
		return "", engine.Refuse("A database in a file has one service, and that decides.")
	}
	r, err := h.d.RuledBy()
	if err != nil {
		return "", err
	}
	next := r.Value
	next.Since = h.d.Now().UTC()
	if which == "newest" {
		next.Fixed = false
		desk.Rulings.Set(h.C.Marks, next)
		return "The services with the highest number decide, from within 15 seconds on.", nil
	}
	numbers, err := h.d.Numbers()
	if err != nil {
		return "", err
	}
	n, err := strconv.Atoi(which)
	if err != nil || !slices.Contains(numbers, n) {
		return "", engine.Refuse("There is no service with rules %q. There are rules %s.", which, strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", ", "))
	}
	next.Number, next.Most, next.Fixed = n, max(next.Most, next.Number, n), true
	desk.Rulings.Set(h.C.Marks, next)
	answer := fmt.Sprintf("The services with rules %d decide, from within 15 seconds on. Others store and send, until you say \"host nodes decide newest\".", n)
	if n < next.Most {
		answer += fmt.Sprintf("\nRules %d have decided before. A game that has parts which rules %d cannot read is left alone: you get a mail about each.", next.Most, n)
	}
	return answer, nil
}
