package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"pbem/engine/step"
	"pbem/pbem/demo"
	"pbem/pbem/postoffice"
	seats "pbem/pbem/table"
)

// Ports of a demo that keeps running: the usual ones plus a thousand.
const (
	keepSMTP = "127.0.0.1:1025"
	keepIMAP = "127.0.0.1:1143"
)

// demoCommand plays the recorded game by mail. It starts everything that a host needs.
func demoCommand() *cobra.Command {
	var keep bool
	var data string
	ports := ports{SMTP: keepSMTP, IMAP: keepIMAP}
	c := &cobra.Command{
		Use:   "demo [flags]",
		Short: "play a recorded game by e-mail on this machine",
		Long: `Plays a recorded game from its first mail to its archive, with a mail server, the
real service and three players on this machine; nothing leaves it. With --keep
it then starts a new game against robots, leaves everything running and says how a
mail program takes the seat of a person.`,
		Example: "  pbem demo --keep",
		Args:    nothing,
		RunE:    func(c *cobra.Command, _ []string) error { return playAndKeep(data, keep, ports, c.OutOrStdout()) },
	}
	c.Flags().BoolVar(&keep, "keep", false, "leave it running, so that a mail program can take a seat")
	c.Flags().StringVar(&data, "data", "", "the `FOLDER` for the database and the archive; a new one if empty")
	c.MarkFlagDirname("data")
	c.Flags().StringVar(&ports.SMTP, "smtp", keepSMTP, "with --keep, the `ADDRESS` of the SMTP server")
	c.Flags().StringVar(&ports.IMAP, "imap", keepIMAP, "with --keep, the `ADDRESS` of the IMAP server")
	return c
}

// playAndKeep plays the recorded game in a folder, a new one if none is named.
func playAndKeep(data string, keep bool, at ports, out io.Writer) error {
	if keep {
		if err := at.free(); err != nil {
			return err
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	set := demo.Settings{Data: data}
	if set.Data == "" {
		dir, err := scratch("pbem-demo-")
		if err != nil {
			return fmt.Errorf("%w, or name one with --data", err)
		}
		set.Data = dir
	} else if err := os.MkdirAll(set.Data, 0o700); err != nil {
		return err
	}
	err := atTable(set, func(t *demo.Table) error { return playDemo(ctx, t, out) })
	if err == nil && keep {
		set.SMTPAddr, set.IMAPAddr, set.Pictures = at.SMTP, at.IMAP, true
		err = atTable(set, func(t *demo.Table) error { return keepOpen(ctx, t, out) })
	}
	if ctx.Err() != nil {
		fmt.Fprintln(out, "stopped")
		return nil
	}
	return err
}

// ports are the addresses of the mail servers of a demo that keeps running.
type ports struct{ SMTP, IMAP string }

// free checks that the ports are free, so that nobody learns only after the game that they are in use.
func (p ports) free() error {
	office, err := postoffice.Start(postoffice.Config{SMTPAddr: p.SMTP, IMAPAddr: p.IMAP})
	if err != nil {
		return fmt.Errorf("%w; --smtp and --imap name others", err)
	}
	return office.Close()
}

// atTable opens a table while do runs.
func atTable(set demo.Settings, do func(*demo.Table) error) error {
	t, err := demo.Open(set)
	if err != nil {
		return err
	}
	return errors.Join(do(t), t.Close())
}

// playDemo plays the recorded game by mail, from the first mail to the archive.
func playDemo(ctx context.Context, table *demo.Table, out io.Writer) error {
	script, err := demo.Recorded()
	if err != nil {
		return err
	}
	n, err := script.NewGame("Shoreline")
	if err != nil {
		return err
	}
	if err := table.Start(n); err != nil {
		return err
	}
	fmt.Fprintf(out, "A mail server runs on %s (SMTP) and %s (IMAP).\n", table.Office.SMTPAddr(), table.Office.IMAPAddr())
	fmt.Fprintf(out, "%s play %s by mail.\n\n", strings.Join(script.Names, ", "), n.Title.Facts.Name)
	began := time.Now()
	for i, m := range script.Moves {
		if err := table.Await(ctx, i+1); err != nil {
			return err
		}
		if err := table.Send(ctx, m); err != nil {
			return err
		}
		if err := progress(table, out, i, len(script.Moves), m); err != nil {
			return err
		}
	}
	mails := len(script.Moves)
	if err := table.Await(ctx, mails+1); err != nil {
		return err
	}
	if err := table.Archived(ctx); err != nil {
		return err
	}
	return closing(table, out, mails, (mails+1)*len(table.Seats), time.Since(began))
}

// progress reports every tenth mail.
func progress(table *demo.Table, out io.Writer, i, all int, m demo.Move) error {
	if i%10 != 0 {
		return nil
	}
	g, err := table.Service.Game(table.Game)
	if err != nil {
		return err
	}
	s := g.State()
	text := fmt.Sprintf("mail %3d of %d  %-8s %-8s %s", i+1, all, table.Round(s), s.PlayerName(m.By), strings.Join(m.Lines, "; "))
	if len(text) > 76 {
		text = text[:73] + "..."
	}
	fmt.Fprintln(out, text)
	return nil
}

// closing shows the last mail, the scores and the path of the archive.
func closing(table *demo.Table, out io.Writer, in, answers int, took time.Duration) error {
	box := table.Office.Mailbox(table.Seats[0].Address)
	body, err := demo.Body(box[len(box)-1].Raw)
	if err != nil {
		return err
	}
	g, err := table.Service.Game(table.Game)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nThe last mail to %s:\n\n%s\n", table.Seats[0].Name, body)
	s := g.State()
	fmt.Fprintf(out, "%s read, %d answered with %s in %.1f s. It ended: %s.\n", step.Plural(in, "mail"), in, step.Plural(answers, "mail"), took.Seconds(), s.Result.Reason)
	for _, p := range s.Players() {
		fmt.Fprintf(out, "  %-10s %6d\n", s.PlayerName(p), s.Result.Scores[p])
	}
	fmt.Fprintf(out, "The archive is in %s\n", table.Service.ArchiveDir(table.Game))
	return nil
}

// keepOpen starts a new game in which a person plays the first seat, and robots the others.
func keepOpen(ctx context.Context, table *demo.Table, out io.Writer) error {
	script, err := demo.Recorded()
	if err != nil {
		return err
	}
	script.Seed++
	n, err := script.NewGame("Yours")
	if err != nil {
		return err
	}
	robots := len(n.Seats) - 1
	for n.Seats = n.Seats[:1]; robots > 0; robots-- {
		n.Seats = append(n.Seats, seats.RobotSeat(n.Seats, seats.SteadyRobot))
	}
	if err := table.Start(n); err != nil {
		return err
	}
	invite(table, out)
	<-ctx.Done()
	return nil
}

// invite says how to take the first seat.
func invite(table *demo.Table, out io.Writer) {
	you := table.Seats[0].Name
	fmt.Fprintf(out, "\nA new game (%s) has begun, and you are %s. Set up in a mail program:\n", table.Game, you)
	for _, server := range [][2]string{{"IMAP", table.Office.IMAPAddr()}, {"SMTP", table.Office.SMTPAddr()}} {
		if host, port, err := net.SplitHostPort(server[1]); err == nil {
			fmt.Fprintf(out, "  %s  server %s, port %s, no encryption, normal password\n", server[0], host, port)
		}
	}
	fmt.Fprintf(out, "  address and user %-20s  password %s  yours\n", table.Seats[0].Address, demo.Password)
	fmt.Fprintf(out, "The inbox of %s has a mail with the position. Answer it with one of the lines that\n", you)
	fmt.Fprintln(out, "it offers, above everything else; robots play the other seats and answer within seconds,")
	fmt.Fprintln(out, "and a new mail comes when it is your turn again. \"help\" explains the commands.")
	fmt.Fprintln(out, "Stop it with Ctrl-C.")
}
