package maps

import "testing"

func TestMaps(t *testing.T) {
	ages := map[string]int{"ann": 1, "bob": 2}
	copied := Clone(ages)
	if !Equal(ages, copied) || Equal(ages, map[string]int{"ann": 1, "eve": 2}) {
		t.Error("Equal")
	}
	DeleteFunc(copied, func(name string, age int) bool { return age > 1 })
	if len(copied) != 1 || len(ages) != 2 {
		t.Errorf("DeleteFunc: %v, %v", copied, ages)
	}
	if Clone(map[int]int(nil)) != nil {
		t.Error("Clone of nil")
	}
	if !Equal(Collect(All(ages)), ages) {
		t.Error("Collect")
	}
	sum, seen := 0, 0
	Values(ages)(func(age int) bool { sum += age; return true })
	Keys(ages)(func(string) bool { seen++; return false })
	if sum != 3 || seen != 1 {
		t.Errorf("%d, %d", sum, seen)
	}
}
