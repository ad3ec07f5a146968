// Package joining holds the words with which people find each other: games that wait for
// players, invitations, guests, and seats that are given up and taken over.
package joining
