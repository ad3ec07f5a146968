package sample_test

import (
	"testing"

	"pbem/titles/exam"
	sample "pbem/titles/title/sample"
)

// TestTitle tests what all titles have in common, with random games and the stored ones.
func TestTitle(t *testing.T) { exam.Title(t, sample.Title) }
