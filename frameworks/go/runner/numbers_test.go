package main

import (
	"strings"
	"testing"
)

func TestNumbersOfTheTests(t *testing.T) {
	const tests = `package a

import "testing"

var most = 26 * (26 + 10)

const few, wanted, inTable, handed, kept, given, near, inCase = 2, 42, 7, 8, 9, 10, 1.5, 11

var text = "ten"

var size = len(text)

var rows = []int{inTable}

func result() int { return given }

func check(t *testing.T, a, b int) {}

func TestA(t *testing.T) {
	for i := 1; few > i && i < most; i++ {
		if A() != wanted {
			t.Fail()
		}
	}
	if float64(A())-near > 1e-9 || near-float64(A()) > 1e-9 {
		t.Fail()
	}
	switch A() {
	case inCase:
	default:
		t.Fail()
	}
	check(t, A(), handed)
	expected := kept
	check(t, A(), expected)
}
`
	const refused = "./a.go:3:"
	for solution, want := range map[string]string{
		"var names = make([]string, most)":                               "",
		"func A() int { if few < most { return few }; return most - 1 }": "",
		"func A() int { return wanted }":                                 refused,
		"func A() int { return inTable }":                                refused,
		"func A() int { return handed }":                                 refused,
		"func A() int { return kept }":                                   refused,
		"func A() int { return near }":                                   refused,
		"func A() int { return inCase }":                                 refused,
		"func A() int { return given }":                                  refused,
		"func A() int { return len(text) }":                              refused,
		"func A() int { return size }":                                   refused,
		"func init() { most = 1 }":                                       refused,
		"func init() { most -= 1 }":                                      refused,
		"func init() { most++ }":                                         refused,
		"func init() { (most), _ = 1, most }":                            refused,
		"func init() { for most = range []int{1} {\n} }":                 refused,
		"var p = &most":                                                  refused,
		"var p = &(most)":                                                refused,
		"var most = 3\n\nfunc A() int { return most }":                   "",
	} {
		root := written(t, map[string]string{"a.go": "package a\n\n" + solution + "\n", "a_test.go": tests})
		got, _ := refusal(root, false)
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s:\n%q, want %q", solution, got, want)
		}
	}
}
