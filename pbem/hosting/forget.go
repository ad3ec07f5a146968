package hosting

import (
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/desk"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
)

// forget has somebody forgotten, by their address; or by a game and the name that they had there, if they gave their seat up:
// then no address is stored that would find them.
func (h *Hosting) forget(rest string) (string, error) {
	f := strings.Fields(rest)
	really := len(f) > 1 && strings.EqualFold(strings.Trim(f[len(f)-1], "."), "really")
	if really {
		f = f[:len(f)-1]
	}
	switch {
	case len(f) == 1 && strings.Contains(f[0], "@"):
		return h.forgetAddress(f[0], really)
	case len(f) > 1 && !strings.Contains(rest, "@"):
		return h.forgetName(f[0], strings.Join(f[1:], " "), really)
	}
	return "", engine.Refuse("Write the address: host forget amy@example.org. Of somebody who gave up a seat, write the game and the name: host forget g12 Amy.")
}

func (h *Hosting) forgetAddress(text string, really bool) (string, error) {
	parsed, err := mail.ParseAddress(text)
	if err != nil {
		return "", engine.Refuse("%q is not an address.", desk.Shortened(text, 60))
	}
	address := parsed.Address
	m, err := h.d.Member(address)
	if err != nil {
		return "", err
	}
	addresses := m.Addresses()
	for _, a := range addresses {
		switch {
		case h.d.Config.IsHost(a):
			return "", engine.Refuse("%s is a host in the configuration of this service. Take the address out of it first.", a)
		case h.d.Config.Owns(a):
			return "", engine.Refuse("%s is the address of this service.", a)
		}
	}
	code := h.d.Office.Secret("erase", people.Lower(m.Address))[:12]
	if r, err := desk.Erasures.Get(h.d.DB, code); err != nil || r.Found() {
		return fmt.Sprintf("%s is being forgotten since %s. That goes on by itself.", address, r.Value.Since.UTC().Format("2 January 2006 15:04")), err
	}
	playing, err := h.plays(addresses)
	if err != nil {
		return "", err
	}
	whose := fmt.Sprintf("%s (%s)", m.CallName(), strings.Join(addresses, " and "))
	if m.ID == "" {
		whose = address
	}
	banned, err := Banned(h.d, address)
	if err != nil {
		return "", err
	}
	if !really {
		return "", engine.Refuse("That deletes for good who %s is: %s. Games keep their moves, and call them \"Former player\". Games that ended and old mails are searched, too. If you mean it, write: host forget %s really.",
			whose, h.known(m, playing)+withBan(banned), address)
	}
	return h.begin(code, desk.Erasure{Member: m.ID, Addresses: addresses, Names: nonEmpty(m.Name)}, whose)
}

// withBan says what becomes of a ban: it would keep the address.
func withBan(banned bool) string {
	if banned {
		return ", and banned, which they are no longer then"
	}
	return ""
}

func nonEmpty(names ...string) []string {
	return slices.DeleteFunc(names, func(n string) bool { return n == "" })
}

// known says what is stored of a member.
func (h *Hosting) known(m people.Member, games int) string {
	text := "no member has this address"
	if m.ID != "" {
		text = "a member since " + m.Since.UTC().Format("2 January 2006")
	}
	return fmt.Sprintf("%s, in %s", text, step.Plural(games, "running game"))
}

// plays refuses while the game waits for somebody who has one of the addresses, or will. It returns in how many running games
// they are.
func (h *Hosting) plays(addresses []string) (games int, err error) {
	for _, t := range h.d.TablesAt(addresses...) {
		for _, d := range h.drafts { // as earlier lines have changed it
			if d.Before.ID == t.ID {
				t = d.Next
			}
		}
		games++
		for i := range t.Record.Seats {
			id, seat := engine.PlayerID(i), t.Record.Seats[i]
			if seat.Open || t.Kept(id) || t.IsOn() != nil || !slices.ContainsFunc(addresses, func(a string) bool { return strings.EqualFold(a, seat.Address) }) {
				continue
			}
			robot := fmt.Sprintf("have a robot play it: host robot %s %s; ", t.ID, id)
			if !t.PlayedBeside(id) {
				robot = ""
			}
			return 0, engine.Refuse("%s plays in %s, which would wait for nobody. First give the seat to somebody else: host seat %[3]s %[4]s ADDRESS NAME; %[5]sor end the game: host close %[3]s really.",
				t.Name(id), t.Called(), t.ID, id, robot)
		}
	}
	return games, nil
}

// forgetName has somebody forgotten who had a seat under a name, and gave it up.
func (h *Hosting) forgetName(game, name string, really bool) (string, error) {
	g, err := h.d.Store.Game(strings.ToLower(game))
	if errors.Is(err, store.ErrNotFound) {
		return "", engine.Refuse("No game has the id %q: host forget g12 Amy.", game)
	}
	if err != nil {
		return "", err
	}
	if g.Away {
		return "", engine.Refuse("%s is put away. Bring it back first: host bring back %[1]s", g.ID)
	}
	t, err := openForHost(h.d, g.ID)
	if err != nil {
		return "", err
	}
	for i, seat := range t.Record.Seats {
		id := engine.PlayerID(i)
		switch {
		case !table.HadName(t.Record, t.Log, id, name):
			continue
		case seat.Name == name && seat.Address != "":
			return "", engine.Refuse("%s has that seat now: host forget %s", name, seat.Address)
		case !really:
			return "", engine.Refuse("That takes the name %s out of %s for good: it becomes \"Former player %d\" in all that was said there. If you mean it, write: host forget %s %s really.",
				name, t.Called(), i+1, t.ID, name)
		}
		code := h.d.Office.Secret("erase", t.ID, name)[:12]
		return h.begin(code, desk.Erasure{Names: []string{name}, Seats: map[string]string{t.ID: id}, Game: t.ID}, name+" in "+t.Called())
	}
	return "", engine.Refuse("Nobody ever had the seat of %q in %s. The name must be written as it stands there: host show %s", desk.Shortened(name, 60), t.Called(), t.ID)
}

// begin stores that somebody is to be forgotten, and does it: at once for "pbem host", else with the next tick.
func (h *Hosting) begin(code string, e desk.Erasure, whose string) (string, error) {
	e.Since = h.d.Now().UTC()
	desk.Erasures.Set(h.C.Marks, code, e)
	at := h.d.Now()
	if h.Lines == 0 {
		s := h.d.Desk
		at = at.Add(eraseAgain)
		h.d.Later(func() error {
			_, err := Erase(s, code, time.Now().Add(eraseAtOnce))
			return err
		})
	}
	h.C.Deadlines = append(h.C.Deadlines, store.Deadline{Game: desk.EraseGame, Key: desk.EraseKey + "/" + code, At: at})
	return fmt.Sprintf("%s is forgotten. That may take some minutes, and goes on by itself if the service stops meanwhile. What you have to do yourself: delete their mails from the mailbox, and older backups when they are no longer needed.", whose), nil
}

// Shown is a line of the host as answers repeat it: without whom it has forgotten.
func Shown(line string) string {
	if name, _ := wordOf(line); name == "forget" {
		return "host forget"
	}
	return line
}

const (
	eraseAtOnce = time.Minute
	eraseATick  = 10 * time.Second
	eraseAgain  = time.Minute
)

// EraseDue goes on with forgetting somebody.
func EraseDue(d *desk.Draft, due store.Deadline) error {
	_, code, _ := strings.Cut(due.Key, "/")
	if r, err := desk.Erasures.Get(d.DB, code); err != nil || r.Rev == 0 {
		return errors.Join(err, d.Queue(store.Commit{Deadlines: []store.Deadline{{Game: due.Game, Key: due.Key}}}))
	}
	d.Later(func() error {
		_, err := Erase(d.Desk, code, time.Now().Add(eraseATick))
		return err
	})
	return d.Queue(store.Commit{Deadlines: []store.Deadline{{Game: due.Game, Key: due.Key, At: d.Now().Add(eraseAgain)}}})
}

// called reports whether a text has one of the names or addresses of somebody who is being forgotten.
func called(e desk.Erasure, text string) bool { return table.Mentions(text, e.Addresses, e.Names) }
