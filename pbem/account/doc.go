// Package account knows a member's preferences: settings, time zone and date format,
// name, address, and the confirmations of address changes that are still pending.
package account
