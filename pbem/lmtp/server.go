package lmtp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-smtp"
)

// A Config says where to listen, and for whom. Fields that are zero get defaults.
type Config struct {
	Listen     string                    // "unix:PATH" or "host:port"
	Name       string                    // the name in the greeting
	Owns       func(address string) bool // whether an address is the service's own
	MaxMessage int64                     // size of the largest mail, in bytes; 4 MB

	Sessions int           // at a time; 64
	Memory   int64         // bytes of mails in all sessions together; 32 MB
	Silence  time.Duration // for a command, for a whole mail, and for a client to read an answer; 5 minutes
	Patience time.Duration // for a session until it has handed over a mail; 10 minutes
}

func (c Config) filled() Config {
	c.Name = cmp.Or(c.Name, "localhost")
	c.MaxMessage = cmp.Or(c.MaxMessage, 4<<20)
	c.Sessions = cmp.Or(c.Sessions, 64)
	c.Memory = cmp.Or(c.Memory, 32<<20)
	c.Silence = cmp.Or(c.Silence, 5*time.Minute)
	c.Patience = cmp.Or(c.Patience, 10*time.Minute)
	return c
}

// A Message is a mail as it was handed over.
type Message struct {
	From string   // the envelope sender; "" for the null sender of reports
	To   []string // the recipients that were accepted
	Raw  []byte   // header and text, as they came
}

// A Keeper keeps mails. Keep returns nil only when the mail is stored for good. It may be
// called from several goroutines. It must not change the message or use Raw after it has
// returned.
type Keeper interface {
	Keep(Message) error
}

// ErrFull may be in an error of Keep: there is no room to store anything.
var ErrFull = errors.New("there is no room")

// A Server listens. Make it with Listen.
type Server struct {
	cfg      Config
	listener net.Listener
	room     room
	crowd    crowd
	keeper   Keeper
	log      *slog.Logger
	stopping atomic.Bool
}

// Check finds what is no place to listen.
func Check(listen string, remote bool) error {
	if path, ok := strings.CutPrefix(listen, "unix:"); ok {
		if path == "" || len(path) > longestPath {
			return fmt.Errorf(`"listen" of [lmtp] is %q; write it like "unix:/run/pbem/lmtp.sock", with at most %d bytes after the colon`, listen, longestPath)
		}
		return nil
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil || port == "" {
		return fmt.Errorf(`"listen" of [lmtp] is %q; write it like "unix:/run/pbem/lmtp.sock" or "127.0.0.1:2424"`, listen)
	}
	if ip := net.ParseIP(host); !remote && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf(`"listen" of [lmtp] is %q, which others can reach; take 127.0.0.1 or a socket, or say allow_remote = true`, listen)
	}
	return nil
}

// longestPath is what the name of a socket may have on every system.
const longestPath = 100

// Listen opens the socket. A socket file that an ended process has left is replaced. Other
// users reach the socket through its group: its mode is 0660.
func Listen(cfg Config, log *slog.Logger) (*Server, error) {
	s := &Server{cfg: cfg.filled(), log: log}
	s.room.left.Store(s.cfg.Memory)
	s.crowd.of = map[*client]bool{}
	network, address := "tcp", cfg.Listen
	if path, ok := strings.CutPrefix(cfg.Listen, "unix:"); ok {
		network, address = "unix", path
		if err := leftover(path); err != nil {
			return nil, err
		}
	}
	l, err := net.Listen(network, address)
	if err != nil {
		return nil, fmt.Errorf("mail cannot be taken at %s: %w", cfg.Listen, err)
	}
	if network == "unix" {
		if err := os.Chmod(address, 0o660); err != nil {
			return nil, errors.Join(fmt.Errorf("the mail server cannot be let in at %s: %w", cfg.Listen, err), l.Close())
		}
	}
	s.listener = l
	return s, nil
}

// Greeting returns what a server at a place says first, "" if none is there.
func Greeting(listen string) string {
	network, address := "tcp", listen
	if path, ok := strings.CutPrefix(listen, "unix:"); ok {
		network, address = "unix", path
	}
	c, err := net.DialTimeout(network, address, patient)
	if err != nil {
		return ""
	}
	defer c.Close()
	c.SetReadDeadline(time.Now().Add(patient))
	line := make([]byte, 200)
	n, _ := c.Read(line)
	return string(line[:n])
}

// patient is how long Greeting waits.
const patient = 5 * time.Second

// leftover removes a socket on which nobody answers.
func leftover(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("mail cannot be taken at %s: %w", path, err)
	case info.Mode().Type() != fs.ModeSocket:
		return fmt.Errorf("mail cannot be taken at %s: there is another file", path)
	}
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		c.Close()
		return fmt.Errorf("mail cannot be taken at %s: another process takes it there", path)
	}
	return os.Remove(path)
}

// Addr is where the server listens: the configured address, with the port filled in if
// that was 0.
func (s *Server) Addr() string {
	if s.listener.Addr().Network() == "unix" {
		return "unix:" + s.listener.Addr().String()
	}
	return s.listener.Addr().String()
}

// Close stops listening. It is for a server that does not Serve.
func (s *Server) Close() error { return s.listener.Close() }

// longestEnd is how long a mail that is being handed over may take when the server stops.
const longestEnd = 3 * time.Second

// Serve takes mails until the context ends. Then it ends idle sessions at once, and others
// when their mail is kept or longestEnd is over. The error is why the server cannot go on.
func (s *Server) Serve(ctx context.Context, keeper Keeper) error {
	s.keeper = keeper
	server := smtp.NewServer(smtp.BackendFunc(s.session))
	server.LMTP, server.Domain, server.EnableSMTPUTF8 = true, s.cfg.Name, true
	server.MaxRecipients, server.MaxLineLength = mostRecipients, longestLine
	server.ReadTimeout, server.WriteTimeout = s.cfg.Silence, s.cfg.Silence
	server.ErrorLog = faults{s.log}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(&door{Listener: s.listener, server: s}) }()
	select {
	case err := <-ended:
		s.stopping.Store(true)
		s.crowd.leave(true)
		return errors.Join(err, s.end(server))
	case <-ctx.Done():
	}
	s.stopping.Store(true)
	s.listener.Close()
	<-ended // go-smtp must accept nobody any more when Shutdown begins to wait: it would miss them
	s.crowd.leave(false)
	return s.end(server)
}

// end waits until all sessions are over.
func (s *Server) end(server *smtp.Server) error {
	cut := time.AfterFunc(longestEnd, func() { s.crowd.leave(true) })
	defer cut.Stop()
	if err := server.Shutdown(context.Background()); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// Limits that no host needs to change.
const (
	mostRecipients = 100      // of a mail, as RFC 5321 4.5.3.1.8 asks for
	mostStrange    = 100      // recipients that are not ours, in a session
	mostTalk       = 64 << 10 // bytes of commands until a mail was handed over
	mostRefused    = 10       // mails in a row that could not be kept, in a session
	longestLine    = 64 << 10 // bytes; mail servers break lines at 998
	drainedTimes   = 16       // how many times the largest mail is read of one that is too large
)

// faults writes what go-smtp complains of into the log.
type faults struct{ log *slog.Logger }

func (f faults) Printf(format string, v ...any) {
	f.log.Warn("lmtp.fault", "error", fmt.Sprintf(format, v...))
}

func (f faults) Println(v ...any) { f.log.Warn("lmtp.fault", "error", fmt.Sprint(v...)) }
