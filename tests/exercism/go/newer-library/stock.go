// Package stock keeps what is in store, with what the library got lately.
package stock

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Item is one thing in store.
type Item struct {
	Name  string
	Count int
}

// Names are the names of all items, sorted.
func Names(store map[string]int) []string { return slices.Sorted(maps.Keys(store)) }

// ByCount sorts items by their number, the most first, then by name.
func ByCount(items []Item) []Item {
	sorted := slices.Clone(items)
	slices.SortFunc(sorted, func(a, b Item) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return sorted
}

// Clamp keeps a number between two others.
func Clamp(number, low, high float64) float64 { return min(max(number, low), high) }

// Day reads a date.
func Day(text string) (time.Time, error) { return time.Parse(time.DateOnly, text) }
