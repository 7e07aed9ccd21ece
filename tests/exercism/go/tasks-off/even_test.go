package tasksoff

import "testing"

// testRunnerTaskID=2
func TestOdd(t *testing.T) {
	if Even(3) {
		t.Error("3 is odd")
	}
}

// TestEven is the first.
// testRunnerTaskID=1
func TestEven(t *testing.T) {
	if !Even(4) {
		t.Error("4 is even")
	}
}

// testRunnerTaskID=3
func TestZero(t *testing.T) {
	tests := []struct {
		name   string
		number int
	}{
		{name: "nothing", number: 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !Even(tt.number) {
				t.Error("0 is even")
			}
		})
	}
}
