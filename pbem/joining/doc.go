// Package joining holds the commands with which people find each other: games that wait
// for players (gatherings), invitations, guests, and seats that are given up or taken
// over.
package joining
