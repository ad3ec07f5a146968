package watch

import (
	"fmt"
	"strings"
	"time"
)

// A Node is one of the services on a store.
type Node struct {
	Name    string
	Self    bool // it is this one
	Host    string
	PID     int
	Program string // its version
	Began   time.Time
	Rules   int  // the number of its rules; 0 if its program knows of none
	Decides bool // else it only stores and sends
	Mailbox bool // it reads the mailbox
	Handed  bool // mail servers hand mails over to it
	Silent  bool // it has said nothing of late
	Seen    time.Time
	Ahead   time.Duration // of its clock against that of the store
	Off     bool          // that is too much
	Differs []string      // settings that it has otherwise than this service
}

// Role says how mails reach a service.
func (n Node) Role() string {
	switch {
	case n.Mailbox && n.Handed:
		return "reads the mailbox and takes mails handed over"
	case n.Mailbox:
		return "reads the mailbox"
	case n.Handed:
		return "takes mails handed over"
	}
	return "takes no mails"
}

// Does says what part a service has.
func (n Node) Does() string {
	if n.Decides {
		return "decides"
	}
	return "stores and sends"
}

// Wrong says what is wrong with a service, "" for nothing. A silent one has been stopped, or will be missed elsewhere.
func (n Node) Wrong() string {
	var out []string
	if n.Off && !n.Silent {
		out = append(out, "its clock is "+n.Offset())
	}
	if len(n.Differs) > 0 && !n.Silent {
		out = append(out, "it has other settings than this service: "+strings.Join(n.Differs, ", "))
	}
	if len(out) == 0 {
		return ""
	}
	return n.Name + ": " + strings.Join(out, "; ")
}

// Offset says how far a service's clock is from that of the database.
func (n Node) Offset() string {
	if n.Ahead < 0 {
		return seconds(-n.Ahead) + " behind that of the database"
	}
	return seconds(n.Ahead) + " ahead of that of the database"
}

func verb(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// nodes checks whether the services on the store agree.
func (f Figures) nodes() Check {
	c := Check{Name: "nodes", OK: true}
	alive, silent, deciding := 0, 0, 0
	var wrong []string
	for _, n := range f.Nodes {
		if n.Silent {
			silent++
			continue
		}
		alive++
		if n.Decides {
			deciding++
		}
		if why := n.Wrong(); why != "" {
			wrong = append(wrong, why)
		}
	}
	c.Text = fmt.Sprintf("%s on the database.", count(alive, "service works", "services work"))
	if idle := alive - deciding; deciding == 0 {
		c.OK, c.Text = false, c.Text+" None decides: mails are stored and wait. Try host nodes."
	} else if idle > 0 {
		c.Text += fmt.Sprintf(" %d of them only %s.", idle, verb(idle, "stores and sends", "store and send"))
	}
	if silent > 0 {
		c.Text += fmt.Sprintf(" %s nothing since.", count(silent, "more has been there in the last 24 hours and says", "more have been there in the last 24 hours and say"))
	}
	if len(wrong) > 0 {
		c.Warn, c.Text = c.OK, c.Text+" "+strings.Join(wrong, ". ")+". Try host nodes."
	}
	return c
}
