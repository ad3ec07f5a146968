// Package mailtest runs the service against real mail servers, for tests: it
// starts Debian's Dovecot (IMAP) and Postfix (SMTP) on loopback, out of a
// temporary folder, on free ports and with their own configuration, so that
// nothing of the machine's is touched. It needs root, as both servers do; a
// test is skipped with a word where that, or one of them, is missing:
//
//	apt-get install dovecot-imapd postfix
//
// What players write is as mail programs write it (package evening/program). In one
// test people who know only their mails play an evening; in another a real mail
// program, mutt, answers through the servers; it needs mutt and script (bsdutils).
//
// A mail to an address of the domain lands in the Maildir of its account, with
// or without a +tag; Dovecot shows the same Maildir.
package mailtest
