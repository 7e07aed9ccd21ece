// This file is compiled into package testing (see runner/patch.go): nothing that is tested has to be rewritten, sub-tests
// are seen however they are started, and what is kept here lies behind unexported names of another package than the
// student's. Without a greeting (a test binary that somebody starts by hand) it does nothing, but that of an exercise ends.

package testing

import (
	"fmt"
	"internal/race"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// proctorNote stands in every common: what has been said about a test.
type proctorNote struct {
	announced bool  // its start was written, its finish not yet
	number    int   // of its marks
	tests     int32 // sub-tests that it had
	failures  int32 // calls of Fail, those of sub-tests included
	inherited int32 // those of sub-tests
	failed    int32 // sub-tests that were reported as failed
	panicked  string
	place     string // where it stands, as members of an event
	file      string // the same file, as the compiler names it
	line      int32  // of that file, where it failed first; 0: not known
}

// proctorRun is what this process knows of the run. Nothing in it changes after init, but for what mutex guards.
var proctorRun struct {
	active   bool
	exercise bool
	whole    bool // no filter: every test that there is gets a result
	prefix   string
	root     string
	races    string // file that the race detector writes to
	// as the runner gave them
	arguments []string
	racesRead int64
	outside   string // what the race detector has said while no test failed by it
	skip      map[string]bool
	only      map[string]bool

	mutex  sync.Mutex
	number int
	open   []int // numbers of the tests that run, the innermost last
}

// proctorStart announces a test, whose function begins at the address; false: it isn't to be run.
func proctorStart(c *common, address uintptr) bool {
	if !proctorRun.active || c.parent == nil || c.name == "" {
		return true
	}
	atomic.AddInt32(&c.parent.proctor.tests, 1)
	if !proctorWanted(c.name) {
		return false
	}
	if c.level == 1 {
		proctorRestore()
	}
	c.proctor.announced = true
	c.proctor.place, c.proctor.file = proctorPlace(address)
	if c.proctor.place == "" && !proctorRun.exercise {
		// What is called for a fuzz test's inputs is package testing's own; a test may be a function of another module.
		c.proctor.place, c.proctor.file = c.parent.proctor.place, c.parent.proctor.file
	}
	c.proctor.number = proctorBegin(c.name, c.proctor.place)
	return true
}

// proctorWanted holds for the tests that are asked for, and for those that such tests stand in.
func proctorWanted(name string) bool {
	if proctorRun.skip[name] {
		return false
	}
	if len(proctorRun.only) == 0 {
		return true
	}
	for only := range proctorRun.only {
		if only == name || strings.HasPrefix(only, name+"/") || strings.HasPrefix(name, only+"/") {
			return true
		}
	}
	return false
}

// proctorReport writes a test's result; false: package testing is to say it in its own way.
func proctorReport(c *common) bool {
	if !proctorRun.active {
		return false
	}
	if !c.proctor.announced {
		return true
	}
	c.proctor.announced = false

	c.mu.RLock()
	log := string(c.output)
	if races := proctorRaces(); c.failed || !proctorRun.exercise {
		log += races
	} else {
		proctorRun.outside += races // it isn't this test's: it would have failed
	}
	status := "pass"
	if c.failed {
		status = "fail"
	} else if c.skipped {
		status = "skip"
	}
	duration := c.duration
	c.mu.RUnlock()

	own := atomic.LoadInt32(&c.proctor.failures) > atomic.LoadInt32(&c.proctor.inherited)
	if status == "fail" {
		atomic.AddInt32(&c.parent.proctor.failed, 1)
	}
	if atomic.LoadInt32(&c.proctor.tests) > 0 && status != "skip" {
		// Its sub-tests say it all, unless it failed by itself and nothing else would show that, or why.
		words := log != "" || c.proctor.panicked != ""
		if !own || atomic.LoadInt32(&c.proctor.failed) > 0 && !words {
			status = "group"
		}
	}
	verdict := fmt.Sprintf("--- %s: %s (%s)\n", strings.ToUpper(status), c.name, fmtDuration(duration))
	failedAt := 0
	if status == "fail" {
		failedAt = int(atomic.LoadInt32(&c.proctor.line))
	}
	proctorEnd(c.name, c.proctor.number, failedAt, status, log, verdict, c.proctor.panicked, duration.Milliseconds())
	return true
}

// proctorRaces is what the race detector has written since it was asked last.
func proctorRaces() string {
	if !race.Enabled {
		return ""
	}
	text, err := os.ReadFile(proctorRun.races)
	proctorRun.mutex.Lock()
	defer proctorRun.mutex.Unlock()
	if read := proctorRun.racesRead; err == nil && int64(len(text)) > read {
		proctorRun.racesRead = int64(len(text))
		return proctorOwnFrames(strings.ReplaceAll(string(text[read:]), proctorRun.root+"/", ""))
	}
	return ""
}

// proctorForeign holds for the place of a frame that isn't the student's, without the root: a place elsewhere, or in what
// the build has added.
func proctorForeign(place string) bool {
	return strings.HasPrefix(place, "/") || strings.HasPrefix(place, "_testmain.go:") || strings.HasPrefix(place, "proctor_later")
}

// proctorOwnFrames puts one line in the place of all frames in a row of a race detector's report that aren't the student's.
func proctorOwnFrames(report string) string {
	if !proctorRun.exercise {
		return report
	}
	var kept strings.Builder
	foreign := false
	lines := strings.SplitAfter(report, "\n")
	for i, line := range lines {
		place := strings.TrimPrefix(line, "      ")
		switch {
		case place != line && proctorForeign(place):
			if !foreign {
				kept.WriteString("  ...\n")
			}
			foreign = true
		case strings.HasPrefix(line, "  ") && place == line && i+1 < len(lines) &&
			strings.HasPrefix(lines[i+1], "      ") && proctorForeign(lines[i+1][len("      "):]):
			// The function of such a place.
		default:
			kept.WriteString(line)
			foreign = false
		}
	}
	return kept.String()
}

// proctorFailed counts failures, so that those of a test itself can be told from those of its sub-tests.
func proctorFailed(c *common) {
	failures := atomic.AddInt32(&c.proctor.failures, 1)
	if c.parent != nil {
		atomic.AddInt32(&c.parent.proctor.inherited, 1)
	}
	if proctorRun.active && !proctorRun.exercise && failures > atomic.LoadInt32(&c.proctor.inherited) {
		proctorNoteLine(c)
	}
}

// proctorNoteLine notes where in its own file a test fails first; as in its log, what calls t.Helper isn't that place.
func proctorNoteLine(c *common) {
	if c.proctor.file == "" || atomic.LoadInt32(&c.proctor.line) != 0 {
		return
	}
	helpers := map[string]bool{}
	c.mu.RLock()
	for pc := range c.helperPCs {
		helpers[pcToName(pc)] = true
	}
	c.mu.RUnlock()
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers[:])])
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if frame.File == c.proctor.file && !helpers[frame.Function] {
			atomic.CompareAndSwapInt32(&c.proctor.line, 0, int32(frame.Line))
			return
		}
	}
}

// proctorPanicked turns a panic in a test's own goroutine into its failure: its deferred calls have run, and the tests
// behind it are run as if it had called FailNow. (Other goroutines' panics end the process, as ever.)
func proctorPanicked(c *common, err any) any {
	if !proctorRun.active || err == nil {
		return err
	}
	c.proctor.panicked = proctorPanicText(err)
	c.Fail()
	c.mu.Lock()
	c.finished = true
	c.mu.Unlock()
	return nil
}

func proctorPanicText(err any) string {
	var text strings.Builder
	text.WriteString("panic: ")
	switch value := err.(type) {
	case error:
		text.WriteString(value.Error())
	case fmt.Stringer:
		text.WriteString(value.String())
	default:
		fmt.Fprintf(&text, "%v", value)
	}
	if err == errNilPanicOrGoexit {
		text.Reset()
		fmt.Fprint(&text, err)
	}
	text.WriteString("\n\ngoroutine [running]:\n")

	// Only frames below the root are the student's; all others in a row count as one line.
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers[:])])
	foreign := false
	seen := false
	for {
		frame, more := frames.Next()
		if path := strings.TrimPrefix(frame.File, proctorRun.root+"/"); path != frame.File && !proctorForeign(path) {
			if foreign && seen {
				text.WriteString("...\n")
			}
			fmt.Fprintf(&text, "%s(...)\n\t%s:%d\n", frame.Function, path, frame.Line)
			foreign, seen = false, true
		} else {
			foreign = true
		}
		if !more {
			return text.String()
		}
	}
}

// proctorDeadline is what Deadline tells the tests of an exercise: as by `go test`, which gives ten minutes. There's no alarm
// behind it: while one is set, the runtime doesn't see that all goroutines are asleep.
var proctorDeadline = time.Now().Add(10 * time.Minute)

// proctorSerial: the tests of an exercise run one after the other, so that it's clear which of them hangs or prints. Where
// races are looked for there must be some to find.
func proctorSerial(parallel *bool) bool {
	serial := proctorRun.exercise && !race.Enabled
	if serial {
		*parallel = false
	}
	return serial
}

// proctorResumed marks the output when a parallel test goes on.
func proctorResumed(c *common) {
	if proctorRun.active && c.proctor.announced {
		proctorSend(proctorMessage{mark: c.proctor.number})
	}
}

// proctorExampleText is what an example's failure printed: examples run one after the other.
var proctorExampleText string

func proctorExamplePrint(format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	if !proctorRun.active {
		fmt.Print(text)
	}
	proctorExampleText = text
}

func proctorExample(example InternalExample) (ok bool) {
	if !proctorRun.active {
		return runExample(example)
	}
	if !proctorWanted(example.Name) {
		return true
	}
	place, _ := proctorPlace(reflect.ValueOf(example.F).Pointer())
	number := proctorBegin(example.Name, place)
	proctorExampleText = ""
	defer func() {
		panicked := ""
		if err := recover(); err != nil {
			panicked, ok = proctorPanicText(err), false
		}
		status := "pass"
		verdict := fmt.Sprintf("--- PASS: %s (0.00s)\n", example.Name)
		if !ok {
			status, verdict = "fail", proctorExampleText
		}
		proctorEnd(example.Name, number, 0, status, "", verdict, panicked, 0)
	}()
	return runExample(example)
}

// proctorOnlyMain stops whoever calls the exported function that calls this, if it isn't the program's own main function:
// that one alone knows the real tests.
func proctorOnlyMain() {
	if !proctorRun.exercise {
		return
	}
	var callers [1]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers[:])])
	if frame, _ := frames.Next(); frame.Function != "main.main" {
		panic("testing: only the test program itself starts its tests")
	}
}

// proctorTests are those that the main function has named: a TestMain has them in its hands before they are run.
var proctorTests []InternalTest

func proctorKeepTests(tests []InternalTest) { proctorTests = append([]InternalTest{}, tests...) }

func proctorTakeTests(m *M) {
	if proctorRun.exercise {
		m.tests = proctorTests
	}
}

// proctorArguments gives the flags back that the code under test may have taken.
func proctorArguments() {
	if proctorRun.active {
		os.Args = proctorRun.arguments
	}
}

// proctorPlan says which tests there are: those that the build took, and of examples those that say what they print.
func proctorPlan(tests []InternalTest, fuzzTests []InternalFuzzTarget, examples []InternalExample) {
	if !proctorRun.active || !proctorRun.whole {
		return
	}
	var event strings.Builder
	event.WriteString(`{"event":"plan","tests":[`)
	count := 0
	add := func(name string, function any) {
		if !proctorWanted(name) {
			return
		}
		if count++; count > 1 {
			event.WriteByte(',')
		}
		place, _ := proctorPlace(reflect.ValueOf(function).Pointer())
		event.WriteString(`{"id":` + proctorQuote(proctorRun.prefix+name) + place + `}`)
	}
	for _, test := range tests {
		add(test.Name, test.F)
	}
	for _, test := range fuzzTests {
		add(test.Name, test.Fn)
	}
	for _, example := range examples {
		add(example.Name, example.F)
	}
	event.WriteString(`]}`)
	proctorSend(proctorMessage{event: event.String(), mark: -1})
}

// proctorBegin announces the test and gives it its number.
func proctorBegin(name, place string) int {
	proctorRun.mutex.Lock()
	defer proctorRun.mutex.Unlock()
	proctorRun.number++
	number := proctorRun.number
	proctorRun.open = append(proctorRun.open, number)
	source, _, _ := strings.Cut(name, "/")
	event := fmt.Sprintf(`{"event":"start","id":%s,"n":%d,"test":%s%s}`, proctorQuote(proctorRun.prefix+name), number,
		proctorQuote(source), place)
	proctorSend(proctorMessage{event: event, mark: number, state: proctorState(false)})
	return number
}

// proctorPlace is where a function stands, as members of an event, and the file; nothing if that isn't below the root.
func proctorPlace(address uintptr) (place, file string) {
	function := runtime.FuncForPC(address)
	if function == nil {
		return "", ""
	}
	file, line := function.FileLine(address)
	path := strings.TrimPrefix(file, proctorRun.root+"/")
	if path == file {
		return "", ""
	}
	return fmt.Sprintf(`,"file":%s,"line":%d`, proctorQuote(path), line), file
}

func proctorEnd(name string, number, failedAt int, status, log, verdict, panicked string, milliseconds int64) {
	event := `{"event":"finish","id":` + proctorQuote(proctorRun.prefix+name) + `,"status":"` + status + `"`
	if message := proctorWords(name, status, log, verdict, panicked); message != "" {
		event += `,"message":` + proctorQuote(message)
	}
	if failedAt > 0 {
		event += fmt.Sprintf(`,"line":%d`, failedAt)
	}
	event += fmt.Sprintf(`,"duration_ms":%d}`, milliseconds)

	proctorRun.mutex.Lock()
	defer proctorRun.mutex.Unlock()
	// What is printed from now on belongs to the test around it, if there is one.
	around := 0
	for i, other := range proctorRun.open {
		if other == number {
			proctorRun.open = append(proctorRun.open[:i], proctorRun.open[i+1:]...)
			break
		}
	}
	if len(proctorRun.open) > 0 {
		around = proctorRun.open[len(proctorRun.open)-1]
	}
	proctorSend(proctorMessage{event: event, mark: around, state: proctorState(false)})
}

// proctorWords is what people read: for a learning site the lines of `go test -v`, each with an empty one before it, as
// its pages have them; else what the test logged, and why it panicked.
func proctorWords(name, status, log, verdict, panicked string) string {
	const limit = 400_000 // a message is for people; the channel's lines have an end
	if len(log) > limit {
		log = log[:limit] + "\n    … (the rest of the log was cut)\n"
	}
	if len(panicked) > limit {
		panicked = panicked[:limit] + "\n… (the rest of the panic was cut)\n"
	}
	if status == "group" {
		// What it logged by itself: proctor gives it to the first of its sub-tests.
		if !proctorRun.exercise || log == "" {
			return ""
		}
		verdict = ""
	}
	if !proctorRun.exercise {
		if status == "pass" {
			return ""
		}
		if log == "" && panicked == "" && !strings.Contains(verdict, " ---") {
			return strings.TrimSuffix(verdict, "\n")
		}
		log = strings.TrimSuffix(strings.ReplaceAll("\n"+log, "\n    ", "\n"), "\n")
		return strings.Trim(log+"\n"+panicked, "\n")
	}
	var words strings.Builder
	for _, line := range strings.SplitAfter("=== RUN   "+name+"\n"+log+verdict+panicked, "\n") {
		if line != "" {
			words.WriteString("\n" + line)
		}
	}
	return words.String()
}

// proctorState is what the runner has to know when this process has ended: the last number, how many tests were running,
// whether all had been run.
func proctorState(finished bool) string {
	return fmt.Sprintf("%d %d %t", proctorRun.number, len(proctorRun.open), finished)
}

// proctorFinished: package testing has run all that it wanted to.
func proctorFinished() {
	if !proctorRun.active {
		return
	}
	message := proctorMessage{mark: -1, state: proctorState(true)}
	if proctorRun.exercise {
		// The program ends with 1, and no test says why.
		if outside := proctorRun.outside + proctorRaces(); outside != "" {
			message.event = `{"event":"error","message":` + proctorQuote("race detected outside of test execution\n\n"+outside) + `}`
		}
	}
	proctorSend(message)
}

var proctorDirectoryKnown bool

// proctorRestore takes back, before each test function, what the one before may have done to the whole process: another
// working directory, closed or redirected standard streams.
func proctorRestore() {
	if !proctorDirectoryKnown {
		proctorDirectoryKnown = true
		proctorSend(proctorMessage{mark: -1, directory: proctorRemember})
		return
	}
	proctorSend(proctorMessage{mark: -1, directory: proctorReturn})
	for handle, file := range []**os.File{nil, &os.Stdout, &os.Stderr} {
		var now syscall.Stat_t
		if handle == 0 {
			continue
		}
		err := syscall.Fstat(handle, &now)
		if err == nil && now.Dev == proctorStreams[handle].Dev && now.Ino == proctorStreams[handle].Ino {
			continue
		}
		// The thread that writes the marks has the first ones still.
		path := fmt.Sprintf("/proc/self/task/%d/fd/%d", proctorThread, handle)
		if again, err := syscall.Open(path, syscall.O_WRONLY, 0); err == nil {
			if again != handle {
				syscall.Dup3(again, handle, 0)
				syscall.Close(again)
			}
			*file = os.NewFile(uintptr(handle), (*file).Name())
		}
	}
}
