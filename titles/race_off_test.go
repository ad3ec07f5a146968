//go:build !race

package titles

const raced = false
