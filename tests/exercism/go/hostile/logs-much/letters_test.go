package letters

import (
	"fmt"
	"testing"
	"time"
)

// Each log is cut to what people can read, which leaves the reporter much to clear away.
func TestLetters(t *testing.T) {
	for i := 0; i < 12; i++ {
		t.Run(fmt.Sprint("case ", i), func(t *testing.T) {
			time.Sleep(time.Microsecond)
			got := Letters(400000)
			t.Log(got)
			if len(got) != 400000 {
				t.Errorf("got %d", len(got))
			}
		})
	}
}
