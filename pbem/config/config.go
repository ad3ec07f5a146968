package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/BurntSushi/toml"

	"pbem/pbem/oauth"
	"pbem/pbem/pace"
	"pbem/pbem/postbox"
	"pbem/pbem/trust"
	"pbem/pbem/watch"
)

// A Config is what a host writes into the configuration file; see
// config.example.toml.
type Config struct {
	Data    string   // folder of the database and the archives
	Address string   // the service's mailbox; the server delivers name+anything to it
	Name    string   // shown as the sender
	Hosts   []string // addresses that may give the commands of the host by mail

	IMAP postbox.IMAPConfig // without a server no mailbox is read
	LMTP LMTP               // where the mail server hands over mails
	SMTP postbox.SMTPConfig

	Pace pace.Pace      // of tables that have none of their own; without a time for a decision it is two days
	Poll time.Duration  // longest time between checks of the mailbox; 0 is a minute
	Zone *time.Location // of players who have not set one; nil is UTC

	// ArchiveURL is where the host publishes the archive's folder. With "", the
	// last mail of a game carries its page.
	ArchiveURL string

	Pages Pages // pages of the games that are on

	NoPictures bool // send no pictures of the map
	Memory     int  // MB for open games; 0 is 100

	KeepDays    int // how long the texts of finished mails are kept; 0 is 90, negative is for ever
	ForgetDays  int // how long a mail is recognised that comes again; 0 is 400, negative is for ever
	Connections int // most connections to the SMTP server at a time; 0 is 4
	PerDay      int // most mails that go out in 24 hours; 0 is no limit
	PerDomain   int // most connections for mails to one domain at a time; 0 is one less than Connections, but one at least

	Lobby       Lobby       // who may start and join games
	Trust       trust.Trust // which mails to believe
	Limits      Limits      // how many mails in an hour
	BounceLimit int         // score at which an address gets no more mail; 0 is 10
	DKIM        trust.DKIM  // how mails are signed
	VERP        bool        // envelope senders, and the addresses that reports come to, name the recipient

	Watch watch.Config // where the host sees the state of the service

	// Tokens are where the tokens of [imap] and [smtp] come from, by the names under which services share them.
	Tokens map[string]*oauth.Source

	Store string // URL of the PostgreSQL database; "" for a file in Data
	// Program is the version of the program, for lists of services; "" if it is not known.
	Program string
	Rules   int    // the number of its rules, for tests; 0 is that of this program
	Node    string // the name of this service among those on its store, which no other has; "" for a new one each time
}

// file is the configuration as it is in the file.
type file struct {
	Data    string     `toml:"data"`
	Address string     `toml:"address"`
	Name    string     `toml:"name"`
	Hosts   []string   `toml:"hosts"`
	Zone    string     `toml:"zone"`
	Pace    string     `toml:"pace"`
	Poll    duration   `toml:"poll"`
	NoPics  bool       `toml:"no_pictures"`
	Memory  int        `toml:"memory"`
	Conns   int        `toml:"connections"`
	Keep    int        `toml:"keep_days"`
	Forget  int        `toml:"forget_days"`
	Lobby   string     `toml:"lobby"`
	VERP    bool       `toml:"verp"`
	Archive string     `toml:"archive_url"`
	IMAP    fileServer `toml:"imap"`
	LMTP    fileLMTP   `toml:"lmtp"`
	SMTP    fileSMTP   `toml:"smtp"`
	Trust   fileTrust  `toml:"trust"`
	Limits  fileLimits `toml:"limits"`

	Watch watch.Config `toml:"watch"`
	Pages filePages    `toml:"pages"`
	Store fileStore    `toml:"store"`

	fileDKIM
}

type fileStore struct {
	URL     string `toml:"url"`
	URLFile string `toml:"url_file"`
}

type fileTrust struct {
	Policy     string `toml:"policy"`
	AuthServer string `toml:"authserv_id"`
}

type fileLimits struct {
	Sender int `toml:"sender_per_hour"`
	Game   int `toml:"game_per_hour"`
	Bounce int `toml:"bounce_score"`

	Strangers int `toml:"strangers_per_day"`
}

type fileServer struct {
	Server       string `toml:"server"`
	Security     string `toml:"security"`
	User         string `toml:"user"`
	Password     string `toml:"password"`
	PasswordFile string `toml:"password_file"`
	Folder       string `toml:"folder"`
	Spam         string `toml:"spam_folder"`
	AllowPlain   bool   `toml:"allow_plain"`
	CAFile       string `toml:"ca_file"`
	fileOAuth
}

// fileSMTP is where mails go out.
type fileSMTP struct {
	fileServer
	PerDay    int `toml:"per_day"`
	PerDomain int `toml:"per_domain"`
}

// Load reads a configuration file. An error is one sentence that names what to
// correct.
func Load(name string) (Config, error) { return load(name, false) }

// LoadAside is Load for what talks with no mail server. A file of a password may be missing, for systemd has it there
// only while the service runs (LoadCredential); then the password is "".
func LoadAside(name string) (Config, error) { return load(name, true) }

func load(name string, aside bool) (Config, error) {
	f := empty()
	meta, err := toml.DecodeFile(name, &f)
	if err != nil {
		return Config{}, unreadable(name, err)
	}
	if left := meta.Undecoded(); len(left) > 0 {
		return Config{}, fmt.Errorf("%s: %s", name, unknown(left[0]))
	}
	if err := f.environment(os.Environ()); err != nil {
		return Config{}, err
	}
	c, err := f.config(filepath.Dir(name), aside)
	var setting settingError
	if errors.As(err, &setting) {
		name = setting.where(name)
	}
	if err != nil {
		return Config{}, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// instead says what to write in place of former settings.
var instead = map[string]string{"remind_after": " any more; the time for a decision is part of the pace, such as: pace = \"48 hours\""}

func (f file) config(dir string, aside bool) (Config, error) {
	if err := f.settle(); err != nil {
		return Config{}, err
	}
	c := Config{Data: f.Data, Address: f.Address, Name: f.Name, Hosts: f.Hosts, Poll: time.Duration(f.Poll), NoPictures: f.NoPics, Memory: f.Memory, Connections: f.Conns,
		KeepDays: f.Keep, ForgetDays: f.Forget, ArchiveURL: strings.TrimRight(f.Archive, "/")}
	c.Trust = trust.Trust{Policy: trust.Policy(f.Trust.Policy), AuthServer: f.Trust.AuthServer}
	c.Watch = f.Watch
	c.Pages = f.Pages.config(dir)
	c.Limits = Limits{Sender: f.Limits.Sender, Game: f.Limits.Game, Strangers: f.Limits.Strangers}
	c.BounceLimit, c.VERP, c.Lobby = f.Limits.Bounce, f.VERP, Lobby(f.Lobby)
	if c.Data == "" {
		return c, errors.New(`"data" is missing: the folder for the games`)
	}
	if strings.HasPrefix(c.Data, "~") {
		return c, fmt.Errorf("\"data\" is %q: write the whole path, for \"~\" is known to the shell alone", c.Data)
	}
	if !filepath.IsAbs(c.Data) {
		c.Data = filepath.Join(dir, c.Data)
	}
	var err error
	if c.Zone, err = time.LoadLocation(f.Zone); err != nil {
		return c, fmt.Errorf("zone %q is unknown; write it like \"Europe/Berlin\"", f.Zone)
	}
	if f.Pace != "" {
		if c.Pace, err = pace.Parse(f.Pace, c.Filled().Pace); err != nil {
			return c, fmt.Errorf("\"pace\" cannot be read: %w", err)
		}
		if c.Pace.Idle != "" {
			return c, fmt.Errorf("\"pace\" cannot have \"idle %s\": the players of each table agree on that", c.Pace.Idle)
		}
	}
	if c.LMTP, err = f.LMTP.config(dir); err != nil {
		return c, err
	}
	if c.LMTP.Listen == "" || f.IMAP != (fileServer{}) {
		if c.IMAP.Server, err = f.IMAP.server("imap", dir, aside); err != nil {
			return c, err
		}
		c.IMAP.Folder, c.IMAP.Spam = f.IMAP.Folder, f.IMAP.Spam
	}
	if c.SMTP.Server, err = f.SMTP.server("smtp", dir, aside); err != nil {
		return c, err
	}
	c.PerDay, c.PerDomain = f.SMTP.PerDay, f.SMTP.PerDomain
	if err := c.Check(); err != nil {
		return c, err
	}
	err = f.readFiles(&c, dir)
	return c, err
}

func (f fileServer) server(section, dir string, aside bool) (postbox.Server, error) {
	s := postbox.Server{Addr: f.Server, Security: postbox.Security(f.Security), AllowPlain: f.AllowPlain, User: f.User, Password: f.Password}
	if s.Addr == "" {
		return s, fmt.Errorf(`"server" is missing in [%s]`, section)
	}
	if why := noServer(s.Addr); why != "" {
		return s, fmt.Errorf(`"server" of [%s] is %q: %s; write it like "mail.example.org" or "mail.example.org:993"`, section, s.Addr, why)
	}
	if known := []postbox.Security{"", postbox.TLS, postbox.StartTLS, postbox.Plain}; !slices.Contains(known, s.Security) {
		return s, fmt.Errorf(`"security" of [%s] is %q; it can be "tls", "starttls" or "plain"`, section, f.Security)
	}
	if f.PasswordFile == "" {
		return s, nil
	}
	name := f.PasswordFile
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	text, err := ReadSecret(name)
	if aside && errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("the password file of [%s] %w", section, err)
	}
	s.Password = strings.TrimSpace(strings.TrimPrefix(string(text), "\ufeff")) // some editors begin a file with that mark
	if s.Password == "" && s.User != "" {
		return s, fmt.Errorf("the password file of [%s], %s, is empty", section, f.PasswordFile)
	}
	if strings.ContainsAny(s.Password, "\r\n") {
		return s, fmt.Errorf("the password file of [%s], %s, has several lines; the password alone may stand in it", section, f.PasswordFile)
	}
	return s, nil
}

// LongestLocal is the greatest length of the service's name before the @. With
// a tag it must stay within the 64 bytes that mail allows.
const LongestLocal = 32

// Check finds what makes a configuration unusable.
func (c Config) Check() error {
	if c.Address == "" {
		return errors.New(`"address" is missing: the mailbox that players write to`)
	}
	a, err := mail.ParseAddress(c.Address)
	if err != nil || a.Address != c.Address || strings.ContainsAny(c.Address, "+\"") {
		return fmt.Errorf("address %q is not a plain mail address of the form name@domain", c.Address)
	}
	if strings.ContainsFunc(c.Name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Errorf("%q as \"name\" cannot be the sender of mails: there is a character in it that cannot be seen", c.Name)
	}
	for _, h := range c.Hosts {
		if a, err := mail.ParseAddress(h); err != nil || a.Address != h || c.Owns(h) {
			return fmt.Errorf("%q in \"hosts\" is not an address of a person; write it like \"amy@example.org\"", h)
		}
	}
	if len(c.Local()) > LongestLocal {
		return fmt.Errorf("address %q is too long: at most %d characters may stand before the @", c.Address, LongestLocal)
	}
	if err := c.Watch.Check(); err != nil {
		return err
	}
	if u, err := url.Parse(c.ArchiveURL); c.ArchiveURL != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		return fmt.Errorf("\"archive_url\" is %q; write where the archive is published, like \"https://games.example.org/18xx\"", c.ArchiveURL)
	}
	if err := c.Pages.Check(c.Data); err != nil {
		return err
	}
	if least := c.Filled().KeepDays + forgetAfter; c.ForgetDays > 0 && c.KeepDays >= 0 && c.ForgetDays < least {
		return settingError{"", "forget_days", fmt.Sprintf("is %d; with \"keep_days\" it is %d at least, or 0 for ever", c.ForgetDays, least)}
	}
	return cmp.Or(c.Lobby.Check(), c.Trust.Check())
}

// Local and Domain return the two halves of the service's address.
func (c Config) Local() string  { l, _, _ := strings.Cut(c.Address, "@"); return l }
func (c Config) Domain() string { _, d, _ := strings.Cut(c.Address, "@"); return d }

// Owns reports whether an address is the service's own, with or without a tag.
func (c Config) Owns(address string) bool {
	at := strings.LastIndex(address, "@")
	if at < 0 {
		return false
	}
	local, _, _ := strings.Cut(address[:at], "+")
	return strings.EqualFold(local, c.Local()) && strings.EqualFold(address[at+1:], c.Domain())
}

// leastPerDay is the fewest mails a day with which games can go on.
const leastPerDay = 20

// leastKeepDays is the shortest time for which mails are kept: a held mail is carried out later from its
// stored text.
const leastKeepDays = 14

// forgetAfter is by how many days mails are recognised longer than their texts are kept, at least. Half of it is the
// margin by which a mail must be younger than those that are forgotten.
const forgetAfter = 60

// Limits are how many believed mails the service works on in an hour. Zero is
// the default, less than zero no limit.
type Limits struct {
	Sender int // of one address; 120
	Game   int // of all players of one game; 600

	Strangers int // mails of unknown senders in a day; 200. Five times as many delivery reports
}

// A Lobby says who may begin and join games.
type Lobby string

// The lobbies. Closed, the default, is for people who have a seat, were invited
// or were let in by the host. Open is for everybody who proves that their
// address is theirs.
const (
	Closed Lobby = "closed"
	Open   Lobby = "open"
)

// Check finds what is no lobby.
func (l Lobby) Check() error {
	if l != "" && l != Closed && l != Open {
		return fmt.Errorf(`"lobby" is %q; it can be "closed" or "open"`, string(l))
	}
	return nil
}
