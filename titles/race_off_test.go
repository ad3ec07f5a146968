//go:build !race

package titles

const raced = false

// Raced is for the tests beside this package.
const Raced = raced
