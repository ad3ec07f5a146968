// Package mailtest runs the service against real mail servers, for tests. It
// starts Debian's Dovecot (IMAP) and Postfix (SMTP) on loopback, on free ports, with
// a configuration of their own in a temporary folder. It touches nothing else on
// the machine. Both servers need root. A test is skipped with a message if it does
// not run as root or a server is missing:
//
//	apt-get install dovecot-imapd postfix
//
// Players write mails as mail programs do (package evening/program). In one test,
// people who know only their mails play an evening. In another a real mail
// program, mutt, answers through the servers; it needs mutt and script (bsdutils).
//
// A mail to an address of the domain lands in the Maildir of its account, with
// or without a +tag. Dovecot shows the same Maildir.
package mailtest
