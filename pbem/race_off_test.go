//go:build !race

package pbem

const racing = false
