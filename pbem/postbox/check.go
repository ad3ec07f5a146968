package postbox

import (
	"context"
	"fmt"
	"strings"
)

// Finding is one thing Check tried.
type Finding struct {
	OK   bool
	Text string // one sentence
}

func (f Finding) String() string {
	if f.OK {
		return "ok    " + f.Text
	}
	return "FAIL  " + f.Text
}

// Check opens the mailbox and a connection for sending, changes nothing in either,
// and says in plain words what works: first of reading, then of sending.
func Check(ctx context.Context, in IMAPConfig, out SMTPConfig) []Finding {
	return []Finding{checkIMAP(ctx, in), checkSMTP(ctx, out)}
}

func checkIMAP(ctx context.Context, cfg IMAPConfig) Finding {
	in, err := Open(ctx, cfg)
	if err != nil {
		return Finding{false, err.Error()}
	}
	defer in.Close()
	if _, err := in.New(ctx, ^uint32(0)-1); err != nil {
		return Finding{false, err.Error()}
	}
	push := "it announces new mail at once (IDLE)"
	if in.polling() {
		push = fmt.Sprintf("it does not announce new mail, so it is asked every %v", in.cfg.Poll)
	}
	filing := "handled mail is marked with keywords"
	if in.Filing() == Folders {
		filing = fmt.Sprintf("handled mail is moved to %s, %s and %s",
			in.folder(Processed), in.folder(Rejected), in.folder(Quarantine))
	}
	return Finding{true, fmt.Sprintf("%s: connected (%s), logged in as %s, folder %s holds %d messages; %s; %s.",
		in.link.who, in.cfg.Security, in.cfg.User, in.cfg.Folder, in.messages, push, filing)}
}

func checkSMTP(ctx context.Context, cfg SMTPConfig) Finding {
	cfg = cfg.complete()
	c, err := dialSMTP(ctx, cfg)
	if err != nil {
		return Finding{false, err.Error()}
	}
	defer c.quit()
	if err := c.step(ctx, "NOOP", c.client.Noop); err != nil {
		return Finding{false, c.fault("NOOP", err).Error()}
	}
	words := []string{fmt.Sprintf("connected (%s)", cfg.Security), "sending without a log-in"}
	if cfg.User != "" {
		words[1] = "logged in as " + cfg.User
	}
	if max, ok := c.client.MaxMessageSize(); ok && max > 0 {
		words = append(words, fmt.Sprintf("takes mails of up to %d bytes", max))
	}
	return Finding{true, fmt.Sprintf("%s: %s.", c.link.who, strings.Join(words, ", "))}
}
