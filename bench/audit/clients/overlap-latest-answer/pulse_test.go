package pulse

import (
	"testing"
	"time"
)

var paths = []string{"/institutions/me/users?limit=1", "/institutions/me/human-scores?limit=1", "/institutions/me/credentials?limit=1"}

func TestTheServiceIsAlive(t *testing.T) {
	pulse, err := New()
	if err != nil {
		t.Fatal(err)
	}
	before := time.Now()
	for round := 1; round <= 3; round++ {
		pulse.Round(paths...)
	}
	if last := pulse.Last(); last.Status == 0 || last.At.Before(before) {
		t.Errorf("last sign %+v", last)
	}
	for _, path := range paths {
		if pulse.counts[path] != 3 {
			t.Errorf("%s answered %d times", path, pulse.counts[path])
		}
	}
}
