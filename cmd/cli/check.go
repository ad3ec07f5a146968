package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"pbem/pbem/config"
	"pbem/pbem/control"
	"pbem/pbem/letter"
	"pbem/pbem/lmtp"
	"pbem/pbem/postbox"
	"pbem/pbem/watch"
	"pbem/store"
)

// checkCommand tries everything that a service needs. It says in plain words what works, and what to do about
// the rest.
func checkCommand() *cobra.Command {
	var send bool
	c := &cobra.Command{
		Use:   "check --config FILE [flags]",
		Short: "try all that is needed, and say what works and what to do",
		Long: `Tries the configuration, the data folder, the database and both mail servers,
and says in plain words what works and what to do about the rest. It fails if
anything does not work.`,
		Example: "  pbem check --config pbem.toml --send",
		Args:    nothing,
	}
	config := configOf(c, configFile)
	c.Flags().BoolVar(&send, "send", false, "also send a mail to the service itself, and wait for it")
	c.RunE = func(c *cobra.Command, _ []string) error { return check(config.file, send, c.OutOrStdout()) }
	return c
}

func check(name string, send bool, out io.Writer) error {
	cfg, err := serviceConfig(name)
	if err != nil {
		return err
	}
	findings := append(exposed(name), clock(cfg), folder(cfg.Data), database(cfg))
	done, _ := sharedTokens(cfg) // without the store there are the token files; what is missing is found below
	defer done()
	findings = append(findings, handedOver(cfg)...)
	findings = append(findings, postbox.Check(context.Background(), cfg.IMAP, cfg.SMTP)...)
	if send && cfg.IMAP.Addr == "" {
		return errors.New("without a mailbox a mail can only be waited for by the service: set canary in [watch]")
	}
	if send {
		findings = append(findings, roundTrip(cfg)...)
	}
	bad := 0
	for _, finding := range findings {
		fmt.Fprintln(out, finding)
		if !finding.OK {
			bad++
		}
	}
	switch {
	case send:
	case cfg.IMAP.Addr == "":
		fmt.Fprintf(out, "todo  Not tried: whether mail to %s is handed over, as the answers of players must.\n"+
			"      Set canary in [watch]: the service then writes to itself, and tells you when a mail does not come back.\n", probeAddress(cfg))
	default:
		fmt.Fprintf(out, "todo  Not tried: whether mail to %s arrives, as the answers of players must.\n"+
			"      Run pbem check --config %s --send: it sends one and waits for it.\n", probeAddress(cfg), name)
	}
	switch {
	case bad == 1:
		return errors.New("1 thing does not work")
	case bad > 1:
		return fmt.Errorf("%d things do not work", bad)
	}
	return nil
}

// secretLine matches a line of a configuration that contains a secret.
var secretLine = regexp.MustCompile(`(?m)^\s*"?(?:\w+\.)?(?:password|client_secret|oauth_client_secret)"?\s*=|^\s*"?url"?\s*=\s*"postgres[^"]*:[^"@/]+@`)

// exposed warns about a configuration that contains a password and that others may read.
func exposed(name string) []postbox.Finding {
	info, err := os.Stat(name)
	text, unread := os.ReadFile(name)
	if err != nil || unread != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o007 == 0 || !secretLine.Match(text) {
		return nil
	}
	return []postbox.Finding{{OK: true,
		Text: fmt.Sprintf("Everybody on this machine can read the password in %s (%v).", name, info.Mode().Perm()),
		Mend: fmt.Sprintf("Run chmod 600 %s, as the user that runs pbem.", name)}}
}

// handedOver tries the place where the mail server hands mails over, if there is one: the service answers
// there, or it could.
func handedOver(cfg config.Config) []postbox.Finding {
	if cfg.LMTP.Listen == "" {
		return nil
	}
	if greeting := lmtp.Greeting(cfg.LMTP.Listen); strings.HasPrefix(greeting, "220 ") {
		return []postbox.Finding{{OK: true, Text: fmt.Sprintf("A service takes mails at %s (LMTP).", cfg.LMTP.Listen)}}
	}
	server, err := lmtp.Listen(lmtp.Config{Listen: cfg.LMTP.Listen}, slog.New(slog.DiscardHandler))
	if err != nil {
		return []postbox.Finding{{Text: err.Error() + ".", Mend: "Name another place as \"listen\" in [lmtp], or let the user that runs pbem make a socket there."}}
	}
	server.Close()
	return []postbox.Finding{{OK: true, Text: fmt.Sprintf("The mail server can hand mails over at %s (LMTP) while the service runs.", cfg.LMTP.Listen)}}
}

// clock shows the time for players. The zone in the configuration is known to be valid.
func clock(cfg config.Config) postbox.Finding {
	return postbox.Finding{OK: true, Text: fmt.Sprintf("In mails it is now %s.", time.Now().In(cfg.Zone).Format("Monday, 2 January 2006, 15:04 MST"))}
}

// leastRoom is how much free disk space a host should have, in bytes.
const leastRoom = 100 << 20

// makeRoom says what to do about a full disk.
const makeRoom = "Make room: the database grows with every mail. What came in meanwhile is in the mailbox and is read then."

// folder tries to write in the data folder, and creates the folder if it is missing.
func folder(dir string) postbox.Finding {
	f := postbox.Finding{Mend: "Let the user that runs pbem write there, or name another folder as \"data\"."}
	if err := writable(dir); err != nil {
		f.Text = fmt.Sprintf("Nothing can be written into the data folder %s: %s.", dir, reasonOf(err))
		switch {
		case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
			f.Mend = makeRoom
		case errors.Is(err, syscall.EROFS):
			f.Mend = "The disk is read-only, as Linux makes one that reports errors: look after it, and mount it to be written."
		}
		return f
	}
	free := watch.Free(dir)
	f.Text = fmt.Sprintf("The data folder %s can be written; %s of its disk are free.", dir, watch.Size(free))
	switch {
	case free < 0:
		f.Text = fmt.Sprintf("The data folder %s can be written.", dir)
	case free < leastRoom:
		f.Text = fmt.Sprintf("The disk of the data folder %s is nearly full: %s are free.", dir, watch.Size(free))
		f.Mend = makeRoom
		return f
	}
	f.OK, f.Mend = true, ""
	return f
}

func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(dir, ".check-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString("pbem check\n")
	return errors.Join(err, file.Sync(), file.Close())
}

// reasonOf returns what went wrong with a file, without the file's name.
func reasonOf(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// database opens the database for reading, or says who holds it. A service on PostgreSQL runs on although the
// server is away.
func database(cfg config.Config) postbox.Finding {
	dir := cfg.Data
	path := filepath.Join(dir, dbName)
	if who, err := control.Ask(context.Background(), dir, http.MethodGet, "/who", nil); err == nil {
		if cfg.Store != "" {
			if f := server(cfg.Store); !f.OK || f.Mend != "" {
				return f
			}
		}
		return postbox.Finding{OK: true, Text: fmt.Sprintf("A service runs on the database: %s.", who)}
	}
	if cfg.Store != "" {
		return server(cfg.Store)
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return postbox.Finding{OK: true, Text: fmt.Sprintf("There is no database %s yet; it is made with the first game.", path)}
	}
	db, err := store.Open(path, store.Options{ReadOnly: true})
	if err != nil {
		return postbox.Finding{Text: err.Error() + ".", Mend: mendOf(err)}
	}
	defer db.Close()
	if m, moved, err := db.Moved(); err == nil && moved {
		return postbox.Finding{Text: path + ": " + m.Err().Error() + ".", Mend: mendMoved}
	}
	games, err := db.Games()
	if err != nil {
		return postbox.Finding{Text: err.Error() + ".", Mend: mendOf(store.ErrDamaged)}
	}
	return postbox.Finding{OK: true, Text: fmt.Sprintf("The database %s opens; games in it: %d.", path, len(games))}
}

// mendMoved says what to do about a database from which the games were moved.
const mendMoved = "If the games are to go on here nevertheless, move them back with pbem move."

// mendOf says what to do about a database that cannot be opened.
func mendOf(err error) string {
	switch {
	case errors.Is(err, store.ErrLocked):
		return "Wait until that process is done, or stop it."
	case errors.Is(err, store.ErrNewer):
		return "Use the newer pbem."
	case errors.Is(err, store.ErrForeign):
		return "Name another folder as \"data\", or move that file away."
	case errors.Is(err, store.ErrDamaged):
		return "Put a backup in its place: pbem restore BACKUP --config FILE --force"
	}
	return "Run pbem as the user who owns that file."
}

// How long the mail to the service itself may take, and how much the clocks may differ.
const (
	probeWait = 90 * time.Second
	mostSkew  = 2 * time.Minute
)

// probeAddress is the recipient of a mail that proves that plus addressing works.
func probeAddress(cfg config.Config) string {
	local, domain, _ := strings.Cut(cfg.Address, "@")
	return local + "+check@" + domain
}

// roundTrip sends a mail to the service itself, at a reply address like those of players.
func roundTrip(cfg config.Config) []postbox.Finding {
	to := probeAddress(cfg)
	id, raw := probeMail(cfg.Address, to, time.Now())
	ctx, cancel := context.WithTimeout(context.Background(), probeWait)
	defer cancel()
	came, err := postbox.Probe(ctx, cfg.IMAP, cfg.SMTP, cfg.Address, to, raw, id)
	var refused *postbox.SendError
	switch {
	case errors.As(err, &refused) && refused.Stage == postbox.AtRcpt, postbox.KindOf(err) == postbox.TimedOut:
		return []postbox.Finding{{Text: fmt.Sprintf("Mail to %s does not arrive: %s.", to, err), Mend: "Switch on sub-addresses (\"plus addressing\", recipient delimiter +) for the mailbox: players answer to such addresses."}}
	case err != nil:
		return []postbox.Finding{postbox.Failed(err)}
	}
	return []postbox.Finding{
		{OK: true, Text: fmt.Sprintf("A mail to %s arrived after %s.", to, came.Took.Round(100*time.Millisecond))},
		skewed(came.Skew),
	}
}

func skewed(by time.Duration) postbox.Finding {
	late := "behind"
	if by < 0 {
		late = "ahead of"
	}
	if by.Abs() > mostSkew {
		return postbox.Finding{
			Text: fmt.Sprintf("The clock of this machine is %s %s that of the mail server.", by.Abs().Round(time.Second), late),
			Mend: "Set the clock, best by NTP: deadlines and signatures go by it.",
		}
	}
	return postbox.Finding{OK: true, Text: "The clock of this machine agrees with that of the mail server."}
}

// probeMail writes that mail. A service that reads it ignores it.
func probeMail(from, to string, now time.Time) (id string, raw []byte) {
	_, domain, _ := strings.Cut(from, "@")
	id = "<check." + rand.Text() + "@" + domain + ">"
	raw = fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nSubject: pbem check\r\nDate: %s\r\nMessage-ID: %s\r\n"+
		"Auto-Submitted: auto-generated\r\n%s: yes\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+
		"pbem check sent this mail to see whether it arrives. It can be deleted.\r\n", from, to, now.Format(time.RFC1123Z), id, letter.LoopHeader)
	return id, raw
}
