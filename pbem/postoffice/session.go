package postoffice

import (
	"runtime"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
)

// session is one IMAP connection. The library's in-memory session does the work. The methods here add our
// UIDVALIDITY, or tell the account that something changed, or fix what a real mail program would not accept.
type session struct {
	*imapmemserver.UserSession // nil before login

	office  *Office
	account *account
}

var (
	_ imapserver.SessionMove      = (*session)(nil)
	_ imapserver.SessionNamespace = (*session)(nil)
	_ imapserver.SessionSASL      = (*session)(nil)
)

func (o *Office) newSession(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return nil, nil, &imap.Error{Type: imap.StatusResponseTypeBye, Text: "Closing"}
	}
	o.sessions.Add(1)
	return &session{office: o}, &imapserver.GreetingData{}, nil
}

func (s *session) Close() error {
	defer s.office.sessions.Done()
	return s.UserSession.Close()
}

func (s *session) Login(user, password string) error {
	if s.office.login(user, password) == nil {
		return imapserver.ErrAuthFailed
	}
	return s.enter(user)
}

// enter logs in a user who has been authenticated.
func (s *session) enter(user string) error {
	a := s.office.account(user)
	if a == nil {
		return imapserver.ErrAuthFailed
	}
	s.account, s.UserSession = a, imapmemserver.NewUserSession(a.user)
	return nil
}

func (s *session) AuthenticateMechanisms() []string {
	if s.office.cfg.Basic {
		return nil
	}
	return s.office.mechanisms()
}

func (s *session) Authenticate(mech string) (sasl.Server, error) {
	if server := s.office.mechanism(mech, s.Login, s.enter); server != nil {
		return server, nil
	}
	return nil, &imap.Error{Type: imap.StatusResponseTypeNo, Text: "Unknown mechanism"}
}

// Select lists the system flags too. The library lists only flags in use, and a mail program takes the others
// for unsupported.
func (s *session) Select(name string, options *imap.SelectOptions) (*imap.SelectData, error) {
	data, err := s.UserSession.Select(name, options)
	if err != nil {
		return nil, err
	}
	data.UIDValidity = s.account.validity(data.UIDValidity)
	if s.office.cfg.Basic {
		data.Flags, data.PermanentFlags = systemFlags, systemFlags
		return data, nil
	}
	data.Flags = append(slices.Clone(systemFlags), keywords(data.Flags)...)
	data.PermanentFlags = append(slices.Clone(data.Flags), imap.FlagWildcard)
	return data, nil
}

var systemFlags = []imap.Flag{
	imap.FlagAnswered, imap.FlagFlagged, imap.FlagDeleted, imap.FlagSeen, imap.FlagDraft,
}

func keywords(flags []imap.Flag) []imap.Flag {
	var out []imap.Flag
	for _, f := range flags {
		if f != "" && f[0] != '\\' {
			out = append(out, f)
		}
	}
	return out
}

func (s *session) Status(name string, options *imap.StatusOptions) (*imap.StatusData, error) {
	data, err := s.UserSession.Status(name, options)
	if err == nil && options.UIDValidity {
		data.UIDValidity = s.account.validity(data.UIDValidity)
	}
	return data, err
}

func (s *session) Append(name string, r imap.LiteralReader, options *imap.AppendOptions) (*imap.AppendData, error) {
	defer s.account.touch()
	data, err := s.UserSession.Append(name, r, options)
	if err == nil {
		data.UIDValidity = s.account.validity(data.UIDValidity)
	}
	return data, err
}

// Fetch leaves out messages that this client has not been told of yet. The library would send them with
// message number 0. It ends the goroutine of the connection if that breaks while a message is sent: the library
// then keeps the lock of its answers, and would wait for it for ever.
func (s *session) Fetch(w *imapserver.FetchWriter, set imap.NumSet, options *imap.FetchOptions) error {
	if uids, ok := set.(imap.UIDSet); ok {
		known, err := s.Search(imapserver.NumKindSeq, &imap.SearchCriteria{UID: []imap.UIDSet{uids}}, &imap.SearchOptions{})
		if err != nil {
			return err
		}
		set = known.All
	}
	if err := s.UserSession.Fetch(w, set, options); err != nil {
		runtime.Goexit() // what is deferred closes the connection and the session
	}
	return nil
}

func (s *session) Store(w *imapserver.FetchWriter, set imap.NumSet, flags *imap.StoreFlags, options *imap.StoreOptions) error {
	defer s.account.touch()
	if s.office.cfg.Basic {
		kept := *flags
		kept.Flags = slices.DeleteFunc(slices.Clone(flags.Flags), func(f imap.Flag) bool { return f == "" || f[0] != '\\' })
		flags = &kept
	}
	return s.UserSession.Store(w, set, flags, options)
}

func (s *session) Copy(set imap.NumSet, dest string) (*imap.CopyData, error) {
	defer s.account.touch()
	data, err := s.UserSession.Copy(set, dest)
	if err != nil || len(data.SourceUIDs) == 0 {
		return nil, err // without a message there is no COPYUID to report
	}
	data.UIDValidity = s.account.validity(data.UIDValidity)
	return data, nil
}

// Move copies and expunges. The library's own Move reports every expunged message twice, once with a wrong
// number.
func (s *session) Move(w *imapserver.MoveWriter, set imap.NumSet, dest string) error {
	data, err := s.Copy(set, dest)
	if err != nil || data == nil {
		return err
	}
	if err := w.WriteCopyData(data); err != nil {
		return err
	}
	uids := data.SourceUIDs
	deleted := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := s.UserSession.Store(nil, uids, deleted, nil); err != nil {
		return err
	}
	return s.Expunge(nil, &uids)
}

func (s *session) Expunge(w *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	defer s.account.touch()
	return s.UserSession.Expunge(w, uids)
}

// Idle pushes every change until stop. The library's own Idle misses what arrived between the last command
// and IDLE.
func (s *session) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	for {
		next := s.account.changes()
		if err := s.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-next:
		case <-stop:
			return nil
		}
	}
}
