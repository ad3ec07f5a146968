// Package evening plays whole games by mail, as people do, and says what people would
// complain of: for tests, for the command "pbem evening" and for the demo.
//
// An evening is a service on a database of its own, mail servers, and people at one
// table of each title. Nothing but mails goes between the people and the service. A
// person knows only what stands in their mails: they copy lines that are offered, choose
// numbers, make slips of the pen, plan, ask, follow links, answer old mails, send mails
// twice, talk, take back, go on vacation, leave, and are replaced. Package program writes
// their mails as mail programs do. Their choices come from a seed; time is a clock that
// goes on when nobody has anything to do.
//
//	evening   the people, the tables, the order of things; nights: several evenings
//	venue     the service, its database and the mail servers; trouble befalls them
//	post      the mail servers: in this process, or any other
//	person    what somebody knows; notice: what they read in a mail
//	turn      what they write; habits: how often; player: one of them for a service of others
//	watch     what must hold of each mail; judge compares it with the position,
//	          silence lists why a mail may have no answer
//	book      what the service has committed
//	report    the tables that are printed
//
// What is watched: every mail is settled within patience; every mail is answered, or
// silence has a reason of the list; a line that was offered is carried out; what mails say
// of money is what the position says; no mail tells what others have sealed; one mail
// leads to a bounded number of events; every mail that was queued arrives once; the log is
// what the rules make of what was confirmed; a service stops within ten seconds, and what
// was written when its machine loses its power is all there is, and enough.
package evening
