package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestWriteReplacement(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.go")
	if err := writeReplacement(path, []byte("package a\n")); err != nil {
		t.Fatal(err)
	}
	if status, err := os.Stat(path); err != nil || time.Until(status.ModTime()) < time.Minute {
		t.Errorf("go would index what is of %v", status.ModTime())
	}
}

func TestWithoutIndex(t *testing.T) {
	const hash = "0e344ceb461f77c06d640007bebc225e8691c078c20f8dad9e9313d7a59e450b"
	for words, want := range map[string]bool{
		"a.go:3:2: package fmt is not in GOROOT (/usr/lib/go-1.19/src/fmt)":   true,
		"a.go:3:2: package fmt is not in std":                                 true,
		"a.go:5:2: open /p/go/cache/0e/" + hash + "-d: read-only file system": true,
		"open /p/go/cache/0e/" + hash + "-a: permission denied":               true,
		"./a.go:3:2: undefined: open":                                         false,
	} {
		if withoutIndex.MatchString(words) != want {
			t.Errorf("%q: want %t", words, want)
		}
	}
}
