// Package notices makes the mails that tell players of a game: the position, what has
// happened, what is asked of them, and what they may say. It makes them as values; package
// sheet writes them as text and HTML.
package notices
