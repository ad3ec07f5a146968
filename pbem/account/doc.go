// Package account knows how a member wants to be dealt with: settings, zone and language
// of dates, name, the address at which they are reached, and the questions to which they
// have not answered.
package account
