// Package archive keeps the albums of games that have ended, a folder each, and
// the pages that list them. All of that is made from the store; what is missing is
// made again. It also packs games that are put away.
package archive
