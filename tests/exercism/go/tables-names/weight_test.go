package tablesnames

import "testing"

// Names that occur several times, and names that look as if they did.
func TestPrice(t *testing.T) {
	tests := []struct {
		name  string
		grams int
		want  int
	}{

		{name: "light", grams: 1, want: 85},
		{name: "at the limit", grams: 20, want: 85},
		{name: "light", grams: 19, want: 85},
		{name: "step 1/2", grams: 50, want: 100},
		{name: "letter #2", grams: 51, want: 150},
		{name: "letter #1", grams: 100, want: 160},
		{name: "", grams: 500, want: 160},
		{name: "light", grams: 2, want: 84},
	}

	for _, tt := range tests {

		t.Run(tt.name, func(t *testing.T) {

			got := Price(tt.grams)

			if got != tt.want {
				t.Errorf("Price(%d) = %d, want %d", tt.grams, got, tt.want)
			}

		})

	}
}

// Go walks through a map in any order; results stand in that of the source.
func TestPriceOfMap(t *testing.T) {
	tests := map[string]struct{ grams, want int }{
		"stamp":    {grams: 3, want: 85},
		"postcard": {grams: 5, want: 85},
		"letter":   {grams: 30, want: 100},
		"a book":   {grams: 400, want: 155},
		"magazine": {grams: 200, want: 160},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := Price(tt.grams); got != tt.want {
				t.Errorf("Price(%d) = %d, want %d", tt.grams, got, tt.want)
			}
		})
	}
}

var more = map[string]int{"two stamps": 6, "two postcards": 10, "two (2) leaflets": 16}

func TestPriceOfTwo(t *testing.T) {
	for name, grams := range more {
		grams := grams
		t.Run(name, func(t *testing.T) {
			if got := Price(grams); got != 85 {
				t.Errorf("Price(%d) = %d, want 85", grams, got)
			}
		})
	}
}
