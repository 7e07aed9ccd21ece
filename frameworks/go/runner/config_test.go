package main

import (
	"strings"
	"testing"
)

func TestConfiguration(t *testing.T) {
	const whole = `{"files":{"solution":["a.go"],"test":["a_test.go"]},"custom":{"testingFlags":["-race"]}}`
	for _, one := range []struct {
		meta, exercism string
		race           bool
		others         string
	}{
		{whole, "", true, "mine_test.go"},
		{"", whole, true, "mine_test.go"},
		{whole, `{"files":{"test":["mine_test.go"]}}`, true, "mine_test.go"},
		{"\ufeff" + whole, "", true, "mine_test.go"},
		{"{// \"x\": {\n/* */\"files\":{\"test\":[\"a_test.go\" , ] /* , */,},\n}// }", "", false, "mine_test.go"},
		{`{"files":{"test":["./a_test.go",3],"solution":7,"note":"x"},"custom":{"testingFlags":["-race",1]}}`, "", true, "mine_test.go"},
		{`{"files":{"test":"a_test.go"},"custom":{"testingFlags":"-race"}}`, "", true, "mine_test.go"},
		{`{"files":{"test":["a_test.go"],"editor":["mine_test.go"]},"custom":"// \" /*"}`, "", false, ""},
		{`{"files":{"test":["a_test.go","mine_test.go"],"solution":["mine_test.go"]},"custom":[]}`, "", false, ""},
		{`{"files":{"solution":["mine_test.go"]}}`, "", false, ""},
		{`{"files":{"test":[],}}`, "", false, ""},
		{"", "", false, ""},
		{`{"custom":{"testingFlags":["-race"]`, "", true, ""},
		{`[]`, whole, true, "mine_test.go"},
		{`{"custom":["-race"`, `{"files":{"test":["a_test.go"]}}`, true, "mine_test.go"},
		{`{"files":{"test":["a_test.go"]`, "", false, "mine_test.go"},
		{`{/*`, "", false, ""},
		{`{"a":"\`, "", false, ""},
	} {
		files := map[string]string{"go.mod": "module a\n"}
		if one.meta != "" {
			files[".meta/config.json"] = one.meta
		}
		if one.exercism != "" {
			files[".exercism/config.json"] = one.exercism
		}
		config := readConfig(written(t, files))
		_, others := config.exerciseFiles([]string{"a_test.go", "mine_test.go"})
		if got := strings.Join(others, " "); config.race != one.race || got != one.others {
			t.Errorf("%s %s: race %t, others %q", one.meta, one.exercism, config.race, got)
		}
	}
}
