// Package intake carries mail between the mail servers and the service: a Reader
// takes messages out of the mailbox and marks there what became of them, an
// Outbox sends what the service has written. Neither knows what a mail says.
package intake
