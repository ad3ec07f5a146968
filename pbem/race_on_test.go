//go:build race

package pbem

const racing = true
