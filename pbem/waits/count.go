package waits

// Waits are how many of some mails the game waited for.
func Waits(mails []Mail) int {
	n := 0
	for _, m := range mails {
		if m.Asked {
			n++
		}
	}
	return n
}
