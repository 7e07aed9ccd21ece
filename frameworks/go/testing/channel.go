// How the test program gets proctor's greeting, and how it answers.

package testing

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Descriptors as the runner passes them, and the least that they become here: code under test doesn't close those by
// chance, and its children don't inherit them.
const (
	proctorGreetingHandle = 3
	proctorChannelHandle  = 4
	proctorStateHandle    = 5
	proctorLeastHandle    = 700
	proctorLeastIfFew     = 20 // where the limit of open files is low
)

// proctorMaxStack is what endless recursion of an exercise fills before it ends: a small part of Go's own limit, for which
// it takes seconds and more memory than there may be.
const proctorMaxStack = 256 << 20

// init takes the greeting before any code under test is loaded: all test files import this package.
func init() {
	if os.Getenv("PROCTOR_TESTING") == "" {
		return
	}
	os.Unsetenv("PROCTOR_TESTING")
	proctorReadGreeting()
	proctorRun.channel = proctorMove(proctorChannelHandle)
	proctorRun.state = proctorMove(proctorStateHandle)
	proctorRun.streams = [2]int{proctorMove(1), proctorMove(2)}
	syscall.Close(proctorChannelHandle)
	syscall.Close(proctorStateHandle)
	if proctorRun.exercise {
		proctorRun.place, _ = os.Getwd()
		debug.SetMaxStack(proctorMaxStack)
	}
	proctorRun.active = true
}

func proctorMove(handle int) int {
	moved, _, errno := syscall.RawSyscall(syscall.SYS_FCNTL, uintptr(handle), syscall.F_DUPFD_CLOEXEC, proctorLeastHandle)
	if errno == syscall.EINVAL {
		moved, _, errno = syscall.RawSyscall(syscall.SYS_FCNTL, uintptr(handle), syscall.F_DUPFD_CLOEXEC, proctorLeastIfFew)
	}
	if errno != 0 {
		fmt.Fprintln(os.Stderr, "proctor: the test program can't keep its channel:", errno)
		os.Exit(3)
	}
	return int(moved)
}

func proctorReadGreeting() {
	greeting := os.NewFile(proctorGreetingHandle, "greeting")
	text, err := io.ReadAll(greeting)
	greeting.Close()
	if err != nil {
		fmt.Fprintln(os.Stderr, "proctor: the test program got no greeting:", err)
		os.Exit(3)
	}
	sets := map[string]map[string]bool{"skip": {}, "only": {}, "chosen": {}}
	for _, line := range strings.Split(string(text), "\n") {
		key, value, _ := strings.Cut(line, " ")
		switch key {
		case "nonce":
			proctorRun.nonce = value
		case "mark":
			proctorRun.mark = value
		case "skip", "only", "chosen":
			sets[key][strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(value)] = true
		case "prefix":
			proctorRun.prefix = value
		case "root":
			proctorRun.root = value
		case "races":
			proctorRun.races = fmt.Sprint(value, ".", os.Getpid())
		case "exercise":
			proctorRun.exercise = true
		case "filter":
			proctorRun.partial = true
		case "number":
			proctorRun.number, _ = strconv.Atoi(value)
		}
	}
	proctorRun.skip, proctorRun.only, proctorRun.chosen = sets["skip"], sets["only"], sets["chosen"]
}

// proctorSend writes an event, and to both streams the mark of the test that what is printed from now on belongs to. The
// caller holds the mutex.
func proctorSend(event string, mark int) {
	proctorEvent(event)
	proctorState(false)
	proctorMark(mark)
}

func proctorEvent(event string) {
	proctorWrite(proctorRun.channel, "\n"+proctorRun.nonce+" "+event+"\n")
}

// proctorState leaves for the runner what that has to know when this process has ended: the last number, how many tests
// are running, whether all have been run.
func proctorState(finished bool) {
	state := fmt.Sprintf("%-60s", fmt.Sprint(proctorRun.number, len(proctorRun.open), finished))
	syscall.Pwrite(proctorRun.state, []byte(state), 0)
}

func proctorMark(mark int) {
	for _, stream := range proctorRun.streams {
		proctorWrite(stream, fmt.Sprintf("\x1e%s %d\x1e", proctorRun.mark, mark))
	}
}

// proctorWrite writes all of it. The code under test may have made the stream non-blocking.
func proctorWrite(handle int, text string) {
	for rest := []byte(text); len(rest) > 0; {
		count, err := syscall.Write(handle, rest)
		switch {
		case err == syscall.EINTR:
		case err == syscall.EAGAIN:
			time.Sleep(time.Millisecond)
		case err != nil:
			return
		default:
			rest = rest[count:]
		}
	}
}

// proctorQuote gives a JSON string; what isn't UTF-8 becomes U+FFFD.
func proctorQuote(text string) string {
	var quoted strings.Builder
	quoted.WriteByte('"')
	for _, char := range text {
		switch {
		case char == '"' || char == '\\':
			quoted.WriteByte('\\')
			quoted.WriteRune(char)
		case char < ' ' || char == 0x7f:
			fmt.Fprintf(&quoted, `\u%04x`, char)
		default:
			quoted.WriteRune(char)
		}
	}
	quoted.WriteByte('"')
	return quoted.String()
}
