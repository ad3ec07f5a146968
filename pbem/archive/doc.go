// Package archive keeps the albums of games that have ended, a folder each, and
// the page that lists them.
package archive
