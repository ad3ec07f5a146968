package oauth

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

// A Login gets the first refresh token, with the help of a person who logs in
// to the mailbox in a browser. It writes the token to the token file.
type Login struct {
	Config
	AuthURL   string   // where a browser logs in; it is sent back to this machine
	DeviceURL string   // where to get codes that are typed in on another device (RFC 8628)
	Scopes    []string // what the token is for

	// Tell shows the host what to do.
	Tell func(text string)
	// Pasted yields what the host pastes: the address at which a browser on
	// another machine ended. nil if nothing can be pasted.
	Pasted <-chan string

	extra []oauth2.AuthCodeOption
}

// A preset is what is known about a provider, by the host of its token endpoint.
type preset struct {
	host, auth, device string // the latter two replace "token" in the token endpoint
	scopes             []string
	extra              []oauth2.AuthCodeOption
}

var presets = []preset{
	{ // Google does not allow device codes for the whole mailbox, and gives a new refresh token only on consent
		host: "googleapis.com", auth: "https://accounts.google.com/o/oauth2/v2/auth",
		scopes: []string{"https://mail.google.com/"},
		extra:  []oauth2.AuthCodeOption{oauth2.AccessTypeOffline, oauth2.ApprovalForce},
	},
	{
		host: "login.microsoftonline.com", auth: "authorize", device: "devicecode",
		scopes: []string{"https://outlook.office.com/IMAP.AccessAsUser.All", "https://outlook.office.com/SMTP.Send", "offline_access"},
	},
}

// Preset fills in missing fields from what is known of the provider.
func (l Login) Preset() Login {
	u, err := url.Parse(l.URL)
	if err != nil {
		return l
	}
	for _, p := range presets {
		if u.Hostname() != p.host && !strings.HasSuffix(u.Hostname(), "."+p.host) {
			continue
		}
		l.AuthURL, l.DeviceURL = cmp.Or(l.AuthURL, beside(l.URL, p.auth)), cmp.Or(l.DeviceURL, beside(l.URL, p.device))
		l.extra = p.extra
		if l.Scopes == nil {
			l.Scopes = p.scopes
		}
	}
	return l
}

// beside replaces the last part of a URL.
func beside(at, name string) string {
	if name == "" || strings.Contains(name, "://") {
		return name
	}
	return at[:strings.LastIndexByte(at, '/')+1] + name
}

func (l Login) check() error {
	if err := l.Config.check(); err != nil {
		return err
	}
	if len(l.Scopes) == 0 {
		return fmt.Errorf("nothing is known of the provider of %s; say what the token is for with --scope", l.URL)
	}
	for _, at := range []string{l.AuthURL, l.DeviceURL} {
		if at != "" && !private(at) {
			return fmt.Errorf("%q must begin with https://", at)
		}
	}
	return nil
}

func (l Login) config() *oauth2.Config {
	return &oauth2.Config{
		ClientID: l.Client, ClientSecret: l.Secret, Scopes: l.Scopes,
		Endpoint: oauth2.Endpoint{AuthURL: l.AuthURL, DeviceAuthURL: l.DeviceURL, TokenURL: l.URL, AuthStyle: oauth2.AuthStyleInParams},
	}
}

func withClient(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, &http.Client{Timeout: patience})
}

// ByDevice logs in with a code that the host types into a browser on any
// machine.
func (l Login) ByDevice(ctx context.Context) error {
	if err := l.check(); err != nil {
		return err
	}
	if l.DeviceURL == "" {
		return errors.New("this provider gives no codes for another device that are good for a mailbox; log in with --browser")
	}
	ctx, cfg := withClient(ctx), l.config()
	code, err := cfg.DeviceAuth(ctx)
	if err != nil {
		return l.explain("gives no code", err)
	}
	at := code.VerificationURI
	l.Tell(fmt.Sprintf("Open %s in any browser, log in to the mailbox and type this code: %s", at, code.UserCode))
	token, err := cfg.DeviceAccessToken(ctx, code)
	if err != nil {
		return l.explain("gives no token", err)
	}
	return l.keep(token)
}

// ByBrowser logs in with a browser that returns to this machine, or whose last
// address is pasted.
func (l Login) ByBrowser(ctx context.Context) error {
	if err := l.check(); err != nil {
		return err
	}
	if l.AuthURL == "" {
		return errors.New("it is not known where a browser logs in to this provider; say it with --auth-url")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	ctx, cfg := withClient(ctx), l.config()
	cfg.RedirectURL = "http://" + listener.Addr().String() + "/"
	state, verifier := nonce(), oauth2.GenerateVerifier()
	l.Tell("Open this address in a browser and log in to the mailbox:\n" + cfg.AuthCodeURL(state, append(l.extra, oauth2.S256ChallengeOption(verifier))...))
	l.Tell("If that browser is on another machine, it ends at a page that cannot be shown; paste its address here.")
	code, err := l.comeBack(ctx, listener, state)
	if err != nil {
		return err
	}
	token, err := cfg.Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		return l.explain("gives no token", err)
	}
	return l.keep(token)
}

func nonce() string {
	b := make([]byte, 16)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// An outcome is what a browser returns with.
type outcome struct {
	code string
	err  error
}

// comeBack waits for the browser, or for its address pasted here. A request without the state of this login
// is not ours and is ignored.
func (l Login) comeBack(ctx context.Context, listener net.Listener, state string) (code string, err error) {
	came := make(chan outcome, 1)
	server := &http.Server{ReadHeaderTimeout: patience, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o, ours := comeBackWith(r.URL.Query(), state)
		if !ours {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintln(w, "pbem has what it needs; this page can be closed.")
		select {
		case came <- o:
		default: // a browser may load the page again
		}
	})}
	go server.Serve(listener)
	defer func() {
		last, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		server.Shutdown(last)
	}()
	for {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case o := <-came:
			return o.code, o.err
		case text, ok := <-l.Pasted:
			if !ok {
				l.Pasted = nil
				continue
			}
			if u, err := url.Parse(strings.TrimSpace(text)); err == nil {
				if o, ours := comeBackWith(u.Query(), state); ours {
					return o.code, o.err
				}
			}
			l.Tell("That is not the address the browser ended at; it begins with http://127.0.0.1.")
		}
	}
}

// comeBackWith reads the parameters that the provider sent the browser back with.
func comeBackWith(q url.Values, state string) (o outcome, ours bool) {
	if q.Get("state") != state {
		return outcome{}, false
	}
	if said := q.Get("error"); said != "" {
		return outcome{err: fmt.Errorf("the log-in was refused: %s", strings.TrimSpace(said+" "+q.Get("error_description")))}, true
	}
	return outcome{code: q.Get("code")}, q.Get("code") != ""
}

var errLate = errors.New("nobody logged in before the code ended; try again")

// explain turns an error into one sentence.
func (l Login) explain(what string, err error) error {
	var said *oauth2.RetrieveError
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return errLate
	case !errors.As(err, &said):
		return fmt.Errorf("%s %s: %w", l.URL, what, err)
	case said.ErrorCode == "access_denied" || said.ErrorCode == "authorization_declined":
		return errors.New("the log-in was refused in the browser")
	case said.ErrorCode == "expired_token":
		return errLate
	case said.ErrorCode == "":
		return fmt.Errorf("%s %s: it answered %s", l.URL, what, said.Response.Status)
	}
	description, _, _ := strings.Cut(said.ErrorDescription, "\n")
	return fmt.Errorf("%s %s: %s %s", l.URL, what, said.ErrorCode, strings.TrimSpace(description))
}

// keep writes the token file.
func (l Login) keep(token *oauth2.Token) error {
	if token.RefreshToken == "" {
		return fmt.Errorf("%s gave an access token but no refresh token, which the service needs; check the scopes of the application", l.URL)
	}
	if err := writeFile(l.File, keptOf(token, time.Now())); err != nil {
		return fmt.Errorf("the token cannot be written: %w", err)
	}
	return nil
}
