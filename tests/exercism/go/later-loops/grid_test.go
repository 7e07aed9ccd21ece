package grid

import (
	"fmt"
	"testing"
)

func expect(t *testing.T, got any, want string) {
	t.Helper()
	if text := fmt.Sprint(got); text != want {
		t.Errorf("got %s, want %s", text, want)
	}
}

func values(getters []func() int) (list []int) {
	for _, get := range getters {
		list = append(list, get())
	}
	return list
}

func TestGrid(t *testing.T) {
	expect(t, Grid(2, 3), "[[0 1 2] [1 2 3]]")
	expect(t, Grid(0, 3), "[]")
}

func TestTriangle(t *testing.T) {
	expect(t, Triangle(5), "10")
	expect(t, Triangle(-5), "0")
}

func TestSteps(t *testing.T) {
	expect(t, Steps(4), "8")
	expect(t, Steps(40), "10")
}

func TestPointers(t *testing.T) {
	var list []int
	for _, pointer := range Pointers(5) {
		list = append(list, *pointer)
	}
	expect(t, list, "[0 2 4]")
}

func TestGetters(t *testing.T) { expect(t, values(Getters(3)), "[0 1 2]") }

func TestSkips(t *testing.T) { expect(t, values(Skips(7)), "[0 3 5]") }

func TestForget(t *testing.T) {
	ages, names := map[string]int{"ann": 1}, []string{"ann"}
	Forget(ages, names)
	expect(t, len(ages), "0")
	expect(t, names, "[]")
}

func TestWord(t *testing.T) { expect(t, Word(2), "aaa") }
