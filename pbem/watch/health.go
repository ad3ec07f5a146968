package watch

import (
	"fmt"
	"slices"
	"time"
)

// A Check is one thing that must work, with a sentence on its state. A part that is not OK stands still: mails, or games, do not
// go on. One that warns works, and needs somebody all the same.
type Check struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Warn bool   `json:"warning,omitempty"`
	Text string `json:"text"`
}

// warns returns the check of a part that works, with a sentence on what it needs.
func (c Check) warns(text string) Check {
	c.OK, c.Warn, c.Text = true, true, text
	return c
}

// How late a service may be, and how much disk it needs, in bytes.
const (
	pollGrace = 2 * time.Minute // beyond three polls
	sendGrace = 15 * time.Minute
	leastFree = 32 << 20
)

// Health checks the store, the mailbox and the outbox.
func Health(f Figures) []Check {
	checks := []Check{f.store(), f.mailbox(), f.work(), f.outbox()}
	if f.Canary != nil {
		checks = append(checks, f.canary())
	}
	if len(f.Nodes) > 0 {
		checks = append(checks, f.nodes())
	}
	return checks
}

// Warned reports whether some of it needs somebody though it works.
func Warned(checks []Check) bool {
	return slices.ContainsFunc(checks, func(c Check) bool { return c.Warn })
}

// Well reports whether all of it works.
func Well(checks []Check) bool {
	for _, c := range checks {
		if !c.OK {
			return false
		}
	}
	return true
}

func (f Figures) store() Check {
	c := Check{Name: "store"}
	switch {
	case f.Fault != "":
		c.Text = "Nothing can be written to the database: " + f.Fault
	case f.Free >= 0 && f.Free < leastFree:
		return c.warns("The disk is nearly full: " + Size(f.Free) + " are free. Make room.")
	default:
		c.OK, c.Text = true, "The database can be written."
		if f.Free >= 0 {
			c.Text = "The database can be written; " + Size(f.Free) + " of the disk are free."
		}
	}
	return c
}

func (f Figures) mailbox() Check {
	c, t := Check{Name: "mailbox"}, f.Tally
	last := f.Polled
	if t.Began.After(last) {
		last = t.Began
	}
	switch late := f.Now.Sub(last) > 3*f.Poll+pollGrace; {
	case f.HandedOver && late:
		c.Text = fmt.Sprintf("The mail server could last hand over mails %s ago. Restart the service.", Ago(f.Now, last))
		return c
	case f.HandedOver && !last.IsZero():
		c.OK, c.Text = true, "The mail server can hand over mails."
		return c
	case last.IsZero():
		c.Text = "The service has not begun to read mail."
	case f.Shut.Lasts(f.Now) && !f.Shut.Reads:
		c.Text = fmt.Sprintf("The mail server has not let the service into the mailbox for %s: %s. Try pbem check.", Ago(f.Now, f.Shut.Since), f.Shut.Why)
	case late && f.Polled.IsZero():
		c.Text = fmt.Sprintf("The mailbox could not be read since the service began %s ago. Try pbem check.", Ago(f.Now, last))
	case late:
		c.Text = fmt.Sprintf("The mailbox was last read %s ago. Try pbem check.", Ago(f.Now, last))
	case !f.Shut.Since.IsZero() && f.Shut.Reads:
		return c.warns(fmt.Sprintf("The mail server has not let the service into the mailbox again for %s: %s. Mails are read until the open connection ends. Try pbem check.", Ago(f.Now, f.Shut.Since), f.Shut.Why))
	case !f.Shut.Since.IsZero():
		return c.warns(fmt.Sprintf("The mail server did not let the service into the mailbox %s ago: %s. It is tried again.", Ago(f.Now, f.Shut.Since), f.Shut.Why))
	case f.Sharing > 0:
		return c.warns("Another service reads this mailbox too: stop one of them.")
	case f.Polled.IsZero():
		c.OK, c.Text = true, "The service has just begun."
	case f.Room.Full:
		return c.warns(fmt.Sprintf("The mailbox is full: %s are in use. Try pbem check.", f.Room.Words))
	default:
		c.OK, c.Text = true, fmt.Sprintf("The mailbox was read %s ago.", Ago(f.Now, last))
		if f.Room.Words != "" {
			c.Text = fmt.Sprintf("The mailbox was read %s ago; %s are in use.", Ago(f.Now, last), f.Room.Words)
		}
	}
	return c
}

// CanaryGrace is how long a mail of the service to itself may take.
const CanaryGrace = 10 * time.Minute

// canary checks whether mails of the service to itself come back.
func (f Figures) canary() Check {
	c := Check{Name: "canary", OK: true}
	k := f.Canary
	back := ""
	if !k.Back.IsZero() {
		back = fmt.Sprintf(" The last came back %s ago, after %s", Ago(f.Now, k.Back), seconds(k.Way))
		if k.Taken > 0 {
			back += fmt.Sprintf("; the mail server had it after %s", seconds(k.Taken))
		}
		back += "."
	}
	switch late := f.Now.Sub(k.Waits); {
	case k.Sent.IsZero():
		c.Text = "No mail to itself was sent yet."
	case k.Waits.IsZero():
		c.Text = "Mails to itself come back." + back
	case late > CanaryGrace:
		c.OK, c.Text = false, fmt.Sprintf("A mail to itself, sent %s ago, does not come back: %s. Try pbem check --send.%s", Ago(f.Now, k.Waits), k.Where, back)
	default:
		c.Text = fmt.Sprintf("A mail to itself is under way for %s.%s", Ago(f.Now, k.Waits), back)
	}
	return c
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f seconds", d.Seconds()) }

// work finds work that does not finish.
func (f Figures) work() Check {
	c := Check{Name: "work"}
	switch h := f.InHand; {
	case h.Stuck != "":
		c.Text = "Nothing goes on: " + h.Stuck + ". Restart the service; nothing is lost."
	case h.Waits+h.Works == 0:
		c.OK, c.Text = true, "Nothing is in hand."
	default:
		c.OK, c.Text = true, fmt.Sprintf("%s in hand, the oldest for %s.", count(h.Waits+h.Works, "piece of work is", "pieces of work are"), Ago(f.Now, h.Oldest))
	}
	return c
}

func (f Figures) outbox() Check {
	c, t := Check{Name: "outbox"}, f.Tally
	// A mail may have waited since before the service started, or behind others.
	idle := latest(f.Due, t.Began, t.Sent)
	waits := count(f.Queued, "mail waits", "mails wait")
	switch {
	case f.Queued > 0 && t.Shut.Lasts(f.Now):
		c.Text = fmt.Sprintf("The mail server has let nobody in to send mails for %s: %s; %s. Try pbem check.", Ago(f.Now, t.Shut.Since), t.Shut.Why, waits)
	case f.Queued > 0 && !t.Refused.IsZero() && f.Now.Sub(t.Refused) > sendGrace:
		c.Text = fmt.Sprintf("The mail server has taken nothing for %s; %s. Try pbem check.", Ago(f.Now, t.Refused), waits)
	case !f.Due.IsZero() && f.Now.Sub(idle) > sendGrace:
		c.Text = fmt.Sprintf("No mail has gone out for %s, though %s.", Ago(f.Now, idle), waits)
	case !t.Crowded.IsZero() && f.Now.Sub(t.Crowded) < CrowdedFor:
		return c.warns(fmt.Sprintf("The mail server said that there are too many connections, %s ago: set \"connections\", which is %d, to fewer.", Ago(f.Now, t.Crowded), f.Connections))
	case f.Queued > 0:
		c.OK, c.Text = true, waits+" to be sent, which goes on."
	default:
		c.OK, c.Text = true, "No mail waits to be sent."
	}
	return c
}

func latest(times ...time.Time) (last time.Time) {
	for _, t := range times {
		if t.After(last) {
			last = t
		}
	}
	return last
}

func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// Ago returns roughly how long ago something was: "3 minutes".
func Ago(now, then time.Time) string {
	d := max(now.Sub(then), 0)
	switch {
	case d < 2*time.Minute:
		return count(int(d.Seconds()), "second", "seconds")
	case d < 2*time.Hour:
		return count(int(d.Minutes()), "minute", "minutes")
	case d < 48*time.Hour:
		return count(int(d.Hours()), "hour", "hours")
	}
	return count(int(d.Hours()/24), "day", "days")
}

// Size returns roughly how many bytes something has: "1.4 GB".
func Size(n int64) string {
	unit, names := float64(n), []string{"bytes", "kB", "MB", "GB", "TB"}
	i := 0
	for unit >= 1000 && i < len(names)-1 {
		unit, i = unit/1000, i+1
	}
	digits := 0
	if i > 2 && unit < 100 {
		digits = 1
	}
	return fmt.Sprintf("%.*f %s", digits, unit, names[i])
}
