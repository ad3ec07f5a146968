// Package notices makes the mails that tell players about a game: the position, what has
// happened, what they are asked, and what they can say. It makes them as values; package
// sheet writes them as text and HTML.
package notices
