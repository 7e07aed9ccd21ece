package pointers

import "testing"

type means struct {
	name      string
	low, high float64
	want      float64
}

func TestMean(t *testing.T) {
	tests := []*means{
		{name: "of two numbers", low: 1, high: 3, want: 2},
		{
			name: "of one number",
			low:  4,
			high: 4,
			want: 4.5,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Mean(tt.low, tt.high); got != tt.want {
				t.Errorf("got %g, want %g", got, tt.want)
			}
		})
	}
}
