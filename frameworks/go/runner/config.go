package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// The exercise's configuration, read as proctor itself reads it: as people write it, each key by itself, in either place.
// What can't be read must not make the tests weaker than what is meant.

type exerciseConfig struct {
	names  bool            // it names the test files
	theirs map[string]bool // files that it names, by their clean paths; false: the solution's
	race   bool            // the tests are to run with -race, the only flag that an exercise may ask for
	broken []byte          // what can't be read as JSON
}

func readConfig(root string) exerciseConfig {
	config := exerciseConfig{theirs: map[string]bool{}}
	for _, place := range []string{".meta", ".exercism"} {
		text, err := os.ReadFile(filepath.Join(root, place, "config.json"))
		if err != nil {
			continue
		}
		var object map[string]any
		if json.Unmarshal(plainJSON(text), &object) == nil && object != nil {
			config.read(object)
			config.broken = nil
			return config
		}
		// What is to be made of it nobody knows, but that flag stands for itself, and so do the names of test files.
		config.race = config.race || bytes.Contains(text, []byte(`"-race"`))
		config.broken = append(config.broken, text...)
	}
	return config
}

func (c *exerciseConfig) read(object map[string]any) {
	custom, _ := object["custom"].(map[string]any)
	for _, flag := range texts(custom["testingFlags"]) {
		c.race = c.race || flag == "-race"
	}
	files, _ := object["files"].(map[string]any)
	for _, file := range texts(files["solution"]) {
		c.theirs[path.Clean(file)] = false
	}
	for kind, names := range files {
		for _, file := range texts(names) {
			if kind != "solution" {
				c.theirs[path.Clean(file)] = true
			}
			c.names = c.names || kind == "test"
		}
	}
}

// texts gives the texts of a list, whatever else is in it; a text alone is a list of one.
func texts(value any) []string {
	var found []string
	switch v := value.(type) {
	case string:
		found = append(found, v)
	case []any:
		for _, one := range v {
			if text, ok := one.(string); ok {
				found = append(found, text)
			}
		}
	}
	return found
}

// exerciseFiles parts the names of test files in those that are the exercise's, and the others. Where the configuration
// names none, all are the exercise's.
func (c exerciseConfig) exerciseFiles(names []string) (named, others []string) {
	if len(c.broken) > 0 {
		for _, name := range names {
			c.theirs[name] = bytes.Contains(c.broken, []byte(name+`"`))
			c.names = c.names || c.theirs[name]
		}
	}
	for _, name := range names {
		if !c.names || c.theirs[name] {
			named = append(named, name)
		} else {
			others = append(others, name)
		}
	}
	return named, others
}

// plainJSON leaves out comments, commas before a closing bracket, and the mark that some editors put before a text.
func plainJSON(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var plain []byte
	comma := -1 // where the last comma stands in plain, if nothing has come behind it
	for i := 0; i < len(text); {
		rest := text[i:]
		length := 1
		switch {
		case bytes.HasPrefix(rest, []byte("//")):
			if length = bytes.IndexByte(rest, '\n'); length < 0 {
				length = len(rest)
			}
			i += length
			continue
		case bytes.HasPrefix(rest, []byte("/*")):
			if length = bytes.Index(rest[2:], []byte("*/")); length < 0 {
				return nil
			}
			plain = append(plain, ' ')
			i += length + 4
			continue
		case rest[0] == '"':
			for length < len(rest) && rest[length] != '"' {
				if rest[length] == '\\' {
					length++
				}
				length++
			}
			if length++; length > len(rest) {
				return nil
			}
		}
		switch {
		case rest[0] == ',':
			comma = len(plain)
		case (rest[0] == '}' || rest[0] == ']') && comma >= 0:
			plain[comma] = ' '
			comma = -1
		case !strings.ContainsRune(" \t\r\n", rune(rest[0])):
			comma = -1
		}
		plain = append(plain, rest[:length]...)
		i += length
	}
	return plain
}
