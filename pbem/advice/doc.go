// Package advice says in words what a robot would do for a player, and why. The figures
// are those of package robot; nothing is stored and nothing is tried here.
package advice
