// Package intake carries mail between the mail servers and the service. A Reader
// takes messages out of the mailbox and files each by its outcome. An Outbox sends
// the mails that the service has queued. Neither knows what a mail says.
package intake
