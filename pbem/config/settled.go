package config

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"pbem/pbem/pace"
	"pbem/pbem/postbox"
)

// IsHost reports whether an address is the host's.
func (c Config) IsHost(address string) bool {
	return slices.ContainsFunc(c.Hosts, func(h string) bool { return strings.EqualFold(h, address) })
}

// Paced returns a text that changes with the host's pace. It tells with which
// pace the deadlines of tables without a pace of their own were set.
func (c Config) Paced() string { return c.Pace.Whole() + ", " + c.Zone.String() }

// MemoryLimit is how many bytes the whole process should use: as much for work in hand and garbage as for open games,
// and something for the rest. When it comes near that, garbage is collected more often.
func (c Config) MemoryLimit() int64 { return int64(2*c.Filled().Memory+100) << 20 }

// Filled returns the configuration with the defaults filled in.
func (c Config) Filled() Config {
	c.Name = cmp.Or(c.Name, "18xx by mail")
	if c.Pace.Move == (pace.Wait{}) {
		c.Pace.Move.Minutes = int(pace.UsualMove / time.Minute)
	}
	c.Poll = cmp.Or(c.Poll, time.Minute)
	c.Zone = cmp.Or(c.Zone, time.UTC)
	c.Memory = cmp.Or(c.Memory, 100)
	c.KeepDays = cmp.Or(c.KeepDays, 90)
	c.ForgetDays = cmp.Or(c.ForgetDays, max(400, c.KeepDays+forgetAfter))
	c.Connections = cmp.Or(c.Connections, 4)
	c.BounceLimit = cmp.Or(c.BounceLimit, 10)
	c.Limits.Sender = cmp.Or(c.Limits.Sender, 120)
	c.Limits.Game = cmp.Or(c.Limits.Game, 600)
	c.Limits.Strangers = cmp.Or(c.Limits.Strangers, 200)
	c.IMAP.Presence = cmp.Or(c.IMAP.Presence, "pbem-service")
	c.IMAP.PresenceEvery = cmp.Or(c.IMAP.PresenceEvery, 5*time.Minute)
	c.IMAP.SpamEvery = cmp.Or(c.IMAP.SpamEvery, 15*time.Minute)
	c.IMAP.RoomEvery = cmp.Or(c.IMAP.RoomEvery, time.Hour)
	c.IMAP.MaxMessage = cmp.Or(c.IMAP.MaxMessage, postbox.DefaultMax)
	return c
}
