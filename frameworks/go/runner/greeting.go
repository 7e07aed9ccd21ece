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
	nonce    string
	mark     string
	skip     []string // as written: escaped
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
	var text []byte
	for buffer := make([]byte, 65536); !strings.HasSuffix(string(text), "\n\n"); {
		count, err := g.channel.Read(buffer)
		if count == 0 || err != nil {
			return nil, fmt.Errorf("the greeting isn't complete: %v", err)
		}
		text = append(text, buffer[:count]...)
	}
	for _, line := range strings.Split(string(text), "\n") {
		key, value, _ := strings.Cut(line, " ")
		switch key {
		case "nonce":
			g.nonce = value
		case "mark":
			g.mark = value
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

// forProgram is the greeting of one package's test program: ids without the package's prefix.
func (g *greeting) forProgram(s settings, prefix string, only []string) string {
	var text strings.Builder
	line := func(key, value string) { text.WriteString(key + " " + value + "\n") }
	line("nonce", g.nonce)
	line("mark", g.mark)
	line("root", s.root)
	line("races", s.races())
	line("number", strconv.Itoa(g.number))
	if prefix != "" {
		line("prefix", prefix)
	}
	if g.exercise {
		line("exercise", "")
	}
	if g.filter != "" {
		line("partial", "")
	}
	for _, id := range g.skip {
		if name := strings.TrimPrefix(id, prefix); name != id || prefix == "" {
			line("skip", name)
		}
	}
	asked := false
	for _, id := range g.only {
		if name := strings.TrimPrefix(id, prefix); name != id || prefix == "" {
			line("only", name)
			asked = true
		}
	}
	for _, name := range only {
		line("only", name)
	}
	if len(g.only) > 0 && !asked && len(only) == 0 {
		line("only", "/") // none of this package
	}
	return text.String()
}

// wants holds for what stands for a whole package.
func (g *greeting) wants(id string) bool {
	for _, skipped := range g.skip {
		if skipped == id {
			return false
		}
	}
	for _, only := range g.only {
		if only == id {
			return true
		}
	}
	return len(g.only) == 0
}

// wantsAnyOf holds if tests of the package with this prefix are wanted.
func (g *greeting) wantsAnyOf(prefix string) bool {
	if prefix != "" && !g.wants(strings.TrimSuffix(prefix, ".")) && len(g.only) == 0 {
		return false // it has failed as a whole
	}
	for _, only := range g.only {
		if strings.HasPrefix(only, prefix) {
			return true
		}
	}
	return len(g.only) == 0
}

// wantsPackage holds if tests are asked for that a package which can't be built may have; of one elsewhere nobody knows.
func (g *greeting) wantsPackage(directory string) bool {
	if len(g.only) == 0 || directory == "" {
		return true
	}
	for _, only := range g.only {
		if strings.HasPrefix(only, directory+".") || directory == "." && testName.MatchString(only) {
			return true
		}
	}
	return false
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

// tellFailure reports a package that has no tests to run as a test that can't be run.
func (g *greeting) tellFailure(id, directory, message string) {
	g.number++
	g.send(map[string]any{"event": "start", "id": id, "n": g.number, "file": directory})
	g.send(map[string]any{"event": "finish", "id": id, "status": "error", "message": strings.TrimSpace(message)})
}

func (g *greeting) send(event map[string]any) {
	text, err := json.Marshal(event)
	if err == nil {
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
