// Package evening plays whole games by mail, as people do, and reports what people
// would complain of. Tests, the command "pbem evening" and the demo use it.
//
// An evening is a service with a database of its own, mail servers, and people at
// one table of each title. Only mails go between the people and the service. A
// person knows only what is in their mails. They copy offered lines, choose
// numbers, make slips of the pen, plan, ask, follow links, answer old mails, send
// mails twice, talk, take back, go on vacation, leave, and are replaced. Package
// program writes their mails as mail programs do. Their choices come from a seed.
// Time is a clock that moves on when nobody has anything to do.
//
//	evening   the people, the tables, the order of things; nights: several evenings
//	venue     the service, its database and the mail servers; it also causes trouble
//	post      the mail servers: in this process, or any other
//	person    what somebody knows; notice: what they read in a mail
//	turn      what they write; habits: how often; player: one of them for a service of others
//	watch     what must hold for each mail; judge compares it with the position,
//	          silence lists why a mail may have no answer
//	book      what the service has committed
//	report    the tables that are printed
//
// What is checked:
//
//   - Every mail is settled within patience.
//   - Every mail is answered, or its silence has a reason in the list.
//   - A line that was offered is carried out.
//   - What mails say of money agrees with the position.
//   - No mail tells what others have sealed.
//   - One mail leads to a bounded number of events.
//   - Every queued mail arrives once.
//   - The log is what the rules make of the confirmed commands.
//   - A service stops within ten seconds. After a power cut, what was written until
//     then is all that is there, and it is enough to go on.
package evening
