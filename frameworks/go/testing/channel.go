// The way out of the process: one thread that shares no descriptors with the rest (see proctorWriter).

package testing

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"
)

// Descriptors as the runner passes them.
const (
	proctorGreetingHandle = 3
	proctorChannelHandle  = 4
	proctorStateHandle    = 5
)

// proctorMaxStack is what endless recursion of an exercise fills before it ends: a small part of Go's own limit, for which it takes
// seconds and more memory than there may be.
const proctorMaxStack = 256 << 20

// What is to be done with the working directory.
const (
	proctorRemember = 1 + iota
	proctorReturn
)

// proctorMessage is a request to the thread that writes: an event, a mark (-1: none), what the runner has to know.
type proctorMessage struct {
	event     string
	mark      int
	state     string
	directory int
	done      chan struct{}
}

var (
	proctorRequests = make(chan proctorMessage)
	proctorThread   int
	proctorStreams  [3]syscall.Stat_t
)

// init takes the greeting before any code under test is loaded: every package of an exercise imports this one.
func init() {
	supervised := os.Getenv("PROCTOR_TESTING") != ""
	if proctorOfExercise && (!supervised || !proctorMadeChannel()) {
		// Started by the solution, it would tell that what is expected.
		fmt.Fprintln(os.Stderr, "The tests of an exercise are run by proctor alone.")
		os.Exit(3)
	}
	if !supervised {
		return
	}
	os.Unsetenv("PROCTOR_TESTING")
	nonce, mark := proctorReadGreeting()
	if nonce == "" {
		fmt.Fprintln(os.Stderr, "proctor: the test program got no greeting")
		os.Exit(3)
	}
	for handle := 1; handle <= 2; handle++ {
		syscall.Fstat(handle, &proctorStreams[handle])
	}
	proctorStartPoller()
	go proctorWriter(nonce, mark)
	proctorSend(proctorMessage{mark: -1})
	for _, handle := range []int{proctorGreetingHandle, proctorChannelHandle, proctorStateHandle} {
		syscall.Close(handle)
	}
	proctorRun.arguments = append([]string{}, os.Args...)
	if proctorRun.exercise {
		debug.SetMaxStack(proctorMaxStack)
	}
	proctorRun.active = true
}

// proctorMadeChannel: it was proctor who made the channel, and not a solution that greets the program in its place.
func proctorMadeChannel() bool {
	maker, err := syscall.GetsockoptUcred(proctorChannelHandle, syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	if err != nil {
		return false
	}
	if maker.Pid == 0 {
		return true // it is outside of this sandbox
	}
	if name, err := os.ReadFile("/proc/1/comm"); err == nil && string(name) == ".proctor-init\n" {
		return false // nobody within a sandbox of proctor's could have made it but the solution
	}
	its, err := os.Stat("/proc/" + strconv.Itoa(int(maker.Pid)) + "/exe")
	if err != nil {
		return true
	}
	own, err := os.Stat("/proc/self/exe")
	return err != nil || !os.SameFile(its, own)
}

// proctorStartPoller lets the runtime make its poller while there is one table of descriptors. Every thread that starts the
// world again after a garbage collection asks the poller, that of proctorWriter too; were the poller made later, its number
// would be nothing, or another file, in that thread's table, and the runtime would end the program.
func proctorStartPoller() {
	if reader, writer, err := os.Pipe(); err == nil {
		reader.Close()
		writer.Close()
	}
}

func proctorReadGreeting() (nonce, mark string) {
	var text []byte
	for buffer := make([]byte, 4096); ; {
		count, err := syscall.Pread(proctorGreetingHandle, buffer, int64(len(text)))
		if count <= 0 || err != nil {
			break
		}
		text = append(text, buffer[:count]...)
	}
	syscall.Ftruncate(proctorGreetingHandle, 0) // others can't read it any more, whichever way they find to the file
	proctorRun.skip = map[string]bool{}
	proctorRun.only = map[string]bool{}
	proctorRun.whole = true
	for _, line := range strings.Split(string(text), "\n") {
		key, value, _ := strings.Cut(line, " ")
		switch key {
		case "nonce":
			nonce = value
		case "mark":
			mark = value
		case "skip":
			proctorRun.skip[proctorUnescape(value)] = true
		case "only":
			proctorRun.only[proctorUnescape(value)] = true
		case "prefix":
			proctorRun.prefix = value
		case "root":
			proctorRun.root = value
		case "races":
			proctorRun.races = value + "." + strconv.Itoa(os.Getpid())
		case "exercise":
			proctorRun.exercise = true
		case "partial":
			proctorRun.whole = false
		case "number":
			proctorRun.number, _ = strconv.Atoi(value)
		}
	}
	return nonce, mark
}

// proctorUnescape undoes how the greeting writes ids.
func proctorUnescape(id string) string {
	return strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(id)
}

// proctorSend waits until it is written: a test never runs ahead of what was said about it.
func proctorSend(message proctorMessage) {
	message.done = make(chan struct{})
	proctorRequests <- message
	<-message.done
}

// proctorWriter runs in a thread with descriptors of its own (CLONE_FILES undone): code under test can close all that it
// has, or write to all that it has, and this stays as it was. Children are started from the other threads, so they don't
// get the channel either. The runtime never starts threads from one that a goroutine has locked.
func proctorWriter(nonce, mark string) {
	runtime.LockOSThread()
	proctorThread = syscall.Gettid()
	handles := []int{proctorChannelHandle, proctorStateHandle, 1, 2}
	if _, _, errno := syscall.RawSyscall(syscall.SYS_UNSHARE, syscall.CLONE_FILES, 0, 0); errno != 0 {
		// Where that is forbidden, high numbers must do: they aren't inherited, and not closed by chance.
		for i, handle := range handles {
			if copied, _, errno := syscall.RawSyscall(syscall.SYS_FCNTL, uintptr(handle), syscall.F_DUPFD_CLOEXEC, 700); errno == 0 {
				handles[i] = int(copied)
			}
		}
	}
	directory := -1
	for message := range proctorRequests {
		if message.event != "" {
			proctorWrite(handles[0], "\n"+nonce+" "+message.event+"\n")
		}
		if message.state != "" {
			syscall.Pwrite(handles[1], []byte(message.state+strings.Repeat(" ", 60-len(message.state))), 0)
		}
		if message.mark >= 0 {
			text := "\x1e" + mark + " " + strconv.Itoa(message.mark) + "\x1e"
			proctorWrite(handles[2], text)
			proctorWrite(handles[3], text)
		}
		switch message.directory {
		case proctorRemember:
			directory, _ = syscall.Open(".", syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
		case proctorReturn:
			syscall.Fchdir(directory)
		}
		message.done <- struct{}{}
	}
}

// proctorWrite writes all of it. The code under test may have made the stream non-blocking.
func proctorWrite(handle int, text string) {
	for rest := []byte(text); len(rest) > 0; {
		count, err := syscall.Write(handle, rest)
		switch {
		case err == syscall.EINTR:
		case err == syscall.EAGAIN:
			syscall.Select(0, nil, nil, nil, &syscall.Timeval{Usec: 1000})
		case err != nil:
			return
		default:
			rest = rest[count:]
		}
	}
}

// proctorQuote gives a JSON string; what isn't UTF-8 becomes U+FFFD.
func proctorQuote(text string) string {
	const hex = "0123456789abcdef"
	quoted := make([]byte, 0, len(text)+2)
	quoted = append(quoted, '"')
	for i := 0; i < len(text); {
		char, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case char == '"' || char == '\\':
			quoted = append(quoted, '\\', byte(char))
		case char == '\n':
			quoted = append(quoted, '\\', 'n')
		case char == '\t':
			quoted = append(quoted, '\\', 't')
		case char < ' ' || char == 0x7f:
			quoted = append(quoted, '\\', 'u', '0', '0', hex[char>>4], hex[char&15])
		case char == utf8.RuneError && size == 1:
			quoted = append(quoted, '\\', 'u', 'f', 'f', 'f', 'd')
		default:
			quoted = append(quoted, text[i:i+size]...)
		}
		i += size
	}
	return string(append(quoted, '"'))
}
