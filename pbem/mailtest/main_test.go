package mailtest

import (
	"flag"
	"os"
	"testing"
)

// atATime is how many tests run at a time, unless -parallel says otherwise: they wait for mail servers more than
// they work.
const atATime = "9"

func TestMain(m *testing.M) {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if !said {
		flag.Set("test.parallel", atATime)
	}
	os.Exit(m.Run())
}
