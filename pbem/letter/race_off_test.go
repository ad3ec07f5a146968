//go:build !race

package letter

const racing = false
