package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// greeting is what proctor wants, and the channel to answer on.
type greeting struct {
	channel  *os.File
	text     string // as it was read
	nonce    string
	skip     []string // ids as written: escaped
	only     []string
	filter   string
	exercise bool
	failFast bool
	number   int // of the last test
}

func readGreeting() (*greeting, error) {
	handle, err := strconv.Atoi(os.Getenv("PROCTOR_CHANNEL"))
	if err != nil {
		return nil, errors.New("PROCTOR_CHANNEL names no descriptor: this runner is started by proctor")
	}
	syscall.CloseOnExec(handle)
	g := &greeting{channel: os.NewFile(uintptr(handle), "channel")}
	for buffer := make([]byte, 65536); !strings.HasSuffix(g.text, "\n\n"); {
		count, err := g.channel.Read(buffer)
		if count == 0 || err != nil {
			return nil, fmt.Errorf("the greeting isn't complete: %v", err)
		}
		g.text += string(buffer[:count])
	}
	for _, line := range strings.Split(g.text, "\n") {
		key, value, _ := strings.Cut(line, " ")
		switch key {
		case "nonce":
			g.nonce = value
		case "skip":
			g.skip = append(g.skip, value)
		case "only":
			g.only = append(g.only, value)
		case "filter":
			g.filter = value
		case "exercise":
			g.exercise = true
		case "fail_fast":
			g.failFast = true
		}
	}
	return g, nil
}

// forProgram is the greeting of one package's test program. It begins its ids with the prefix, and of its tests it runs
// those that files names (all where that is empty).
func (g *greeting) forProgram(s settings, prefix string, files []testFunction) string {
	text := fmt.Sprintf("%sroot %s\nprefix %s\nnumber %d\n", strings.TrimSuffix(g.text, "\n"), s.root, prefix, g.number)
	if g.exercise {
		text += "races " + s.races() + "\n"
	}
	for _, test := range files {
		text += "chosen " + prefix + test.name + "\n"
	}
	return text
}

// wantsTest holds for a test function that is asked for, or any part of it.
func (g *greeting) wantsTest(id string) bool {
	for _, skipped := range g.skip {
		if skipped == id {
			return false
		}
	}
	for _, only := range g.only {
		if only == id || strings.HasPrefix(only, id+"/") {
			return true
		}
	}
	return len(g.only) == 0
}

// wantsPackage holds if tests of the package in this directory (below the root) may be asked for.
func (g *greeting) wantsPackage(directory string) bool {
	for _, skipped := range g.skip {
		if skipped == directory {
			return false // it has failed as a whole
		}
	}
	for _, only := range g.only {
		if only == directory || strings.HasPrefix(only, directory+".") || directory == "." && testName.MatchString(only) {
			return true
		}
	}
	return len(g.only) == 0
}

// tellFailure reports a package that has no tests to run as a test that can't be run.
func (g *greeting) tellFailure(directory, message string) {
	g.number++
	g.send(map[string]any{"event": "start", "id": directory, "n": g.number, "file": directory})
	g.send(map[string]any{"event": "finish", "id": directory, "status": "error", "message": message})
}

func (g *greeting) send(event map[string]any) {
	if text, err := json.Marshal(event); err == nil {
		g.channel.WriteString("\n" + g.nonce + " " + string(text) + "\n")
	}
}

// readState takes what a program's reporter left: the last number, how many tests ran, whether it had run all.
func (g *greeting) readState(state *os.File) (open int, finished bool) {
	text := make([]byte, 60)
	state.ReadAt(text, 0)
	fmt.Sscan(string(text), &g.number, &open, &finished)
	return open, finished
}
