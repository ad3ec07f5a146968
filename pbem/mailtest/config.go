package mailtest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const dovecotConf = `protocols = imap
listen = 127.0.0.1
base_dir = DIR/run
state_dir = DIR/state
log_path = DIR/dovecot.log
ssl = yes
ssl_cert = <DIR/cert.pem
ssl_key = <DIR/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2 oauthbearer
auth_failure_delay = 0
mail_location = maildir:DIR/mail/%u
mail_max_userip_connections = 100
namespace inbox {
  inbox = yes
  mailbox Ablage {
    special_use = \Junk
    auto = create
  }
}
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = DIR/oauth2.conf
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN DIR/users
}
userdb {
  driver = static
  args = uid=UID gid=GID home=DIR/mail/%u
}
!include_try DIR/quota.conf
service imap-login {
  inet_listener imap {
    port = IMAPPORT
  }
  inet_listener imaps {
    port = IMAPSPORT
    ssl = yes
  }
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service auth {
  unix_listener sasl {
    mode = 0666
  }
}
`

// quotaConf bounds each mailbox.
const quotaConf = `mail_plugins = $mail_plugins quota
protocol imap {
  mail_plugins = $mail_plugins imap_quota
}
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=LIMIT
  quota_grace = 0
}
`

const oauthConf = `introspection_mode = post
introspection_url = PROVIDER
username_attribute = user
active_attribute = active
active_value = true
`

const mainConf = `compatibility_level = 3.6
queue_directory = DIR/queue
data_directory = DIR/lib
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = DIR/postfix.log
maillog_file_prefixes = DIR
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.play.test
mydestination =
mynetworks =
virtual_mailbox_domains = play.test
virtual_mailbox_base = DIR/mail
virtual_mailbox_maps = texthash:DIR/postfix/mailboxes
virtual_minimum_uid = 1
virtual_uid_maps = static:UID
virtual_gid_maps = static:GID
recipient_delimiter = +
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = DIR/run/sasl
smtpd_tls_security_level = may
smtpd_tls_cert_file = DIR/cert.pem
smtpd_tls_key_file = DIR/key.pem
transport_maps = texthash:DIR/postfix/transport
queue_run_delay = 5s
minimal_backoff_time = 5s
in_flow_delay = 0
`

const masterConf = `SMTPADDR inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`

// configure writes the configurations of both servers.
func (s *Servers) configure() {
	port := func(addr string) string { _, p, _ := net.SplitHostPort(addr); return p }
	fill := strings.NewReplacer(
		"DIR", s.dir, "UID", fmt.Sprint(s.uid), "GID", fmt.Sprint(s.gid),
		"IMAPPORT", port(s.IMAP), "IMAPSPORT", port(s.IMAPS), "SMTPADDR", s.SMTP,
	)
	s.write("dovecot.conf", fill.Replace(dovecotConf))
	s.write("oauth2.conf", strings.ReplaceAll(oauthConf, "PROVIDER", s.provider()))
	s.write("postfix/main.cf", fill.Replace(mainConf))
	s.write("postfix/master.cf", fill.Replace(masterConf))
	users, boxes := "", ""
	for _, a := range s.accounts {
		users += fmt.Sprintf("%s:%s\n", a, Password)
		boxes += fmt.Sprintf("%s %s/\n", a, a)
	}
	s.write("users", users)
	s.write("postfix/mailboxes", boxes)
	s.write("postfix/transport", s.routes)
}

// Limit has Dovecot allow so much in each mailbox, such as "100M", and starts it again. Postfix delivers all the same.
func (s *Servers) Limit(storage string) {
	s.t.Helper()
	s.write("quota.conf", strings.ReplaceAll(quotaConf, "LIMIT", storage))
	s.StopIMAP()
	s.StartIMAP()
}

// startPostfix starts Postfix.
func (s *Servers) startPostfix() {
	s.t.Helper()
	s.stopMTA = s.postfix(filepath.Join(s.dir, "postfix"))
}

// postfix starts the Postfix of a folder with its configuration.
func (s *Servers) postfix(dir string) (stop func()) {
	s.t.Helper()
	program, err := find("postfix")
	s.must(err)
	if out, err := exec.Command(program, "-c", dir, "check").CombinedOutput(); err != nil { // it makes the queue's folders
		s.t.Fatalf("postfix check: %v\n%s", err, out)
	}
	return s.master(dir)
}

// master starts the Postfix of a folder that has been started before.
func (s *Servers) master(dir string) (stop func()) {
	s.t.Helper()
	return s.child("/usr/lib/postfix/sbin/master", "-c", dir, "-s")
}

func (s *Servers) stopSMTP() {
	s.t.Helper()
	if s.stopMTA != nil {
		s.stopMTA()
		s.stopMTA = nil
	}
}

// postCPUs is the environment variable that restricts Dovecot and Postfix to some processors, in the form of
// taskset.
const postCPUs = "PBEM_POST_CPUS"

// child starts a server in the foreground. It ends with the test, even if the test is killed.
func (s *Servers) child(name string, args ...string) (stop func()) {
	s.t.Helper()
	program, err := find(name)
	s.must(err)
	if cpus := os.Getenv(postCPUs); cpus != "" {
		program, args = "/usr/bin/taskset", append([]string{"-c", cpus, program}, args...)
	}
	cmd := exec.Command(program, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	s.must(cmd.Start())
	return func() {
		s.t.Helper()
		cmd.Process.Signal(syscall.SIGTERM) // it may have ended already
		cmd.Wait()                          // it may report being ended by a signal as a failure
	}
}

// find looks for a program, also in folders that are only in root's path.
func find(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	return exec.LookPath("/usr/sbin/" + name)
}

func (s *Servers) startDovecot() {
	s.t.Helper()
	s.stopIMAP = s.child("dovecot", "-F", "-c", filepath.Join(s.dir, "dovecot.conf"))
}

// StartIMAP starts Dovecot again, at the same address.
func (s *Servers) StartIMAP() {
	s.t.Helper()
	s.startDovecot()
	if !comes(s.IMAP, "* OK") {
		s.showLogs()
		s.t.Fatalf("Dovecot does not greet on %s again", s.IMAP)
	}
}

// StopIMAP stops Dovecot, with a word to those who are connected.
func (s *Servers) StopIMAP() {
	s.t.Helper()
	if s.stopIMAP == nil {
		return
	}
	s.stopIMAP()
	s.stopIMAP = nil
	for range 100 { // its children may need a moment longer
		if !greets(s.IMAP, "* OK") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
