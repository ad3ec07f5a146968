package postbox

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// presenceField is the header field of the messages by which services that read the same mailbox notice each
// other.
const presenceField = "X-PBEM-Service"

// Presence leaves the mark of a service in a folder of its own beside the
// mailbox, in place of its last mark. It returns the names of the other
// services that have left one since then. It needs no clock, and never takes an
// ended service for a running one: it removes a mark that was not renewed
// between two of ours. before is how many marks others had left before the first
// of this name: the mailbox was served earlier. name is one word, for this run of
// the service; about tells people what it is. Presence opens a connection of its
// own.
func Presence(ctx context.Context, cfg IMAPConfig, name, about string) (others []string, before int, err error) {
	cfg.Filing = Folders // keywords are not needed
	in, err := openFolder(ctx, cfg)
	if err != nil {
		return nil, 0, err
	}
	defer in.Close()
	marks, err := in.presences(ctx)
	if err != nil {
		return nil, 0, err
	}
	var mine uint32 // UID of our last mark
	for _, m := range marks {
		if m.name == name {
			mine = max(mine, m.uid)
		}
	}
	if mine == 0 {
		before = len(marks)
	}
	var old imap.UIDSet
	for _, m := range marks {
		switch {
		case m.uid <= mine:
			old.AddNum(imap.UID(m.uid))
		case mine > 0 && m.name != name && !slices.Contains(others, m.name): // one that is at it has two marks for a moment
			others = append(others, m.name)
		}
	}
	if err := in.leaveMark(ctx, name, about); err != nil {
		return others, before, err
	}
	if len(old) == 0 {
		return others, before, nil
	}
	if err := in.mark(ctx, old, []imap.Flag{imap.FlagDeleted}); err != nil {
		return others, before, err
	}
	return others, before, in.do(ctx, "removing old marks", func() error { return in.client.Expunge().Close() })
}

// openFolder opens the folder of the marks, and creates it if it is missing.
func openFolder(ctx context.Context, cfg IMAPConfig) (*Inbox, error) {
	in, err := Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	name := cfg.complete().Presence
	if !strings.HasPrefix(name, in.prefix) {
		name = in.prefix + name
	}
	if err := in.create(ctx, name); err != nil && KindOf(err) != Refused { // the folder may exist
		in.Close()
		return nil, err
	}
	in.cfg.Folder = name
	if err := in.choose(ctx); err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

type presence struct {
	uid  uint32
	name string
}

// presences lists the marks of all services.
func (in *Inbox) presences(ctx context.Context) (out []presence, err error) {
	if in.messages == 0 {
		return nil, nil
	}
	section := &imap.FetchItemBodySection{Specifier: imap.PartSpecifierHeader, Partial: &imap.SectionPartial{Size: mostSorted}, Peek: true}
	var all imap.UIDSet
	all.AddRange(1, 0)
	heads, err := askFor(ctx, in, listing, "listing the marks of services", func() (map[uint32][]byte, error) {
		return in.bodies(in.client.Fetch(all, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}))
	})
	for _, uid := range slices.Sorted(maps.Keys(heads)) {
		if name := presenceIn(string(heads[uid])); name != "" {
			out = append(out, presence{uid, name})
		}
	}
	return out, err
}

// presenceIn returns the name in the header of a mark, "" if it is no mark.
func presenceIn(header string) string {
	for line := range strings.Lines(header) {
		key, value, _ := strings.Cut(line, ":")
		if name := strings.TrimSpace(value); strings.EqualFold(key, presenceField) && len(name) < 100 && !strings.ContainsAny(name, " \t") {
			return name
		}
	}
	return ""
}

// leaveMark appends a mark.
func (in *Inbox) leaveMark(ctx context.Context, name, about string) error {
	raw := fmt.Appendf(nil, "From: <%s>\r\nSubject: This mailbox is read by a pbem service\r\n%s: %s\r\nMIME-Version: 1.0\r\n\r\n%s\r\n", "pbem@localhost", presenceField, name, oneLine(about))
	return in.do(ctx, "leaving a mark", func() error {
		cmd := in.client.Append(in.cfg.Folder, int64(len(raw)), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen}})
		if _, err := cmd.Write(raw); err != nil {
			return err
		}
		if err := cmd.Close(); err != nil {
			return err
		}
		_, err := cmd.Wait()
		return err
	})
}
