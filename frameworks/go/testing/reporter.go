// This file is compiled into package testing (see runner/patch.go): nothing that is tested has to be rewritten, and
// sub-tests are seen however they are started. Without a greeting (a test binary that somebody starts by hand) it does
// nothing.

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
	partial  bool // there is a filter: not every test that there is gets a result
	nonce    string
	mark     string
	prefix   string // of all ids
	root     string
	place    string // the working directory
	races    string // the file that the race detector writes to; empty in a project
	skip     map[string]bool
	only     map[string]bool
	chosen   map[string]bool // test functions in the files that were asked for; empty: all
	channel  int             // descriptors, and those of the streams as they were at the beginning
	state    int
	streams  [2]int

	mutex     sync.Mutex
	racesRead int
	outside   string // what the race detector has said while no test failed by it
	number    int
	open      []int // numbers of the tests that run, the innermost last
}

// proctorWanted holds for the tests that are asked for, and for those that such tests stand in.
func proctorWanted(name string) bool {
	id := proctorRun.prefix + name
	function, _, _ := strings.Cut(id, "/")
	if proctorRun.prefix != "" {
		top, _, _ := strings.Cut(name, "/")
		function = proctorRun.prefix + top
	}
	if proctorRun.skip[id] || len(proctorRun.chosen) > 0 && !proctorRun.chosen[function] {
		return false
	}
	for only := range proctorRun.only {
		if only == id || only+"." == proctorRun.prefix || strings.HasPrefix(only, id+"/") || strings.HasPrefix(id, only+"/") {
			return true
		}
	}
	return len(proctorRun.only) == 0
}

// proctorPlan says which tests there are: those that the build took, and of examples those that say what they print.
func proctorPlan(tests []InternalTest, fuzzTests []InternalFuzzTarget, examples []InternalExample) {
	if !proctorRun.active || proctorRun.partial {
		return
	}
	var planned []string
	add := func(name string, function any) {
		if proctorWanted(name) {
			place, _ := proctorPlace(reflect.ValueOf(function).Pointer())
			planned = append(planned, `{"id":`+proctorQuote(proctorRun.prefix+name)+place+`}`)
		}
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
	proctorEvent(`{"event":"plan","tests":[` + strings.Join(planned, ",") + `]}`)
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

// proctorStart announces a test, whose function begins at the address; false: it isn't to be run.
func proctorStart(c *common, address uintptr) bool {
	if !proctorRun.active || c.parent == nil || c.name == "" {
		return true
	}
	atomic.AddInt32(&c.parent.proctor.tests, 1)
	if !proctorWanted(c.name) {
		return false
	}
	if proctorRun.exercise && c.level == 1 {
		os.Chdir(proctorRun.place) // the test before may have gone elsewhere
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

// proctorBegin announces the test and gives it its number.
func proctorBegin(name, place string) int {
	proctorRun.mutex.Lock()
	defer proctorRun.mutex.Unlock()
	proctorRun.number++
	number := proctorRun.number
	proctorRun.open = append(proctorRun.open, number)
	source, _, _ := strings.Cut(name, "/")
	proctorSend(fmt.Sprintf(`{"event":"start","id":%s,"n":%d,"test":%s%s}`, proctorQuote(proctorRun.prefix+name), number,
		proctorQuote(source), place), number)
	return number
}

// proctorReport writes a test's result; false: package testing is to say it in its own way.
func proctorReport(c *common) bool {
	if !proctorRun.active || !c.proctor.announced {
		return proctorRun.active
	}
	c.proctor.announced = false

	c.mu.RLock()
	log := string(c.output)
	status := "pass"
	races := proctorRaces()
	if c.failed {
		status = "fail"
		log += races
	} else if proctorRun.outside += races; c.skipped {
		status = "skip"
	}
	duration := c.duration
	c.mu.RUnlock()

	verdict := fmt.Sprintf("--- %s: %s (%s)\n", strings.ToUpper(status), c.name, fmtDuration(duration))
	failedAt := int32(0)
	if status == "fail" {
		atomic.AddInt32(&c.parent.proctor.failed, 1)
		failedAt = atomic.LoadInt32(&c.proctor.line)
	}
	if atomic.LoadInt32(&c.proctor.tests) > 0 && status != "skip" {
		// Its sub-tests say it all, unless it failed by itself and nothing else would show that, or why.
		own := atomic.LoadInt32(&c.proctor.failures) > atomic.LoadInt32(&c.proctor.inherited)
		words := log != "" || c.proctor.panicked != ""
		if !own || atomic.LoadInt32(&c.proctor.failed) > 0 && !words {
			status = "group"
		}
	}
	proctorEnd(c.name, c.proctor.number, failedAt, status, log, verdict, c.proctor.panicked, duration)
	return true
}

func proctorEnd(name string, number int, failedAt int32, status, log, verdict, panicked string, duration time.Duration) {
	event := `{"event":"finish","id":` + proctorQuote(proctorRun.prefix+name) + `,"status":"` + status + `"`
	if message := proctorWords(name, status, log, verdict, panicked); message != "" {
		event += `,"message":` + proctorQuote(message)
	}
	if failedAt > 0 {
		event += fmt.Sprintf(`,"line":%d`, failedAt)
	}
	event += fmt.Sprintf(`,"duration_ms":%d}`, duration.Milliseconds())

	proctorRun.mutex.Lock()
	defer proctorRun.mutex.Unlock()
	around := 0 // the test around it, if there is one
	for i, other := range proctorRun.open {
		if other == number {
			proctorRun.open = append(proctorRun.open[:i], proctorRun.open[i+1:]...)
			break
		}
	}
	if len(proctorRun.open) > 0 {
		around = proctorRun.open[len(proctorRun.open)-1]
	}
	proctorSend(event, around)
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
	text := "=== RUN   " + name + "\n" + log + verdict + panicked
	return "\n" + strings.TrimSuffix(strings.ReplaceAll(text, "\n", "\n\n"), "\n")
}

// proctorFinished: package testing has run all that it wanted to.
func proctorFinished() {
	if !proctorRun.active {
		return
	}
	if outside := proctorRun.outside + proctorRaces(); outside != "" {
		// The program ends with 1, and no test says why.
		proctorEvent(`{"event":"error","message":` + proctorQuote("race detected outside of test execution\n\n"+outside) + `}`)
	}
	proctorRun.mutex.Lock()
	defer proctorRun.mutex.Unlock()
	proctorState(true)
}

// proctorRaces is what the race detector has written since it was asked last.
func proctorRaces() string {
	text, err := os.ReadFile(proctorRun.races)
	proctorRun.mutex.Lock()
	defer proctorRun.mutex.Unlock()
	if err != nil || proctorRun.racesRead > len(text) {
		return ""
	}
	text, proctorRun.racesRead = text[proctorRun.racesRead:], len(text)
	return strings.ReplaceAll(string(text), proctorRun.root+"/", "")
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
	proctorFrames(3, func(frame runtime.Frame) bool {
		if frame.File != c.proctor.file || helpers[frame.Function] {
			return true
		}
		atomic.CompareAndSwapInt32(&c.proctor.line, 0, int32(frame.Line))
		return false
	})
}

// proctorFrames visits the callers, the innermost first, until visit has enough.
func proctorFrames(skip int, visit func(runtime.Frame) bool) {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(skip+1, callers[:])])
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		more = visit(frame) && more
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
	switch value := err.(type) {
	case error:
		text.WriteString("panic: " + value.Error())
	default:
		fmt.Fprintf(&text, "panic: %v", value)
	}
	if err == errNilPanicOrGoexit {
		text.Reset()
		fmt.Fprint(&text, err)
	}
	text.WriteString("\n\ngoroutine [running]:\n")

	// Only frames below the root are the student's; all others in a row count as one line.
	foreign, seen := false, false
	proctorFrames(2, func(frame runtime.Frame) bool {
		path := strings.TrimPrefix(frame.File, proctorRun.root+"/")
		if path == frame.File || strings.HasPrefix(path, "_testmain.go:") {
			foreign = true
			return true
		}
		if foreign && seen {
			text.WriteString("...\n")
		}
		fmt.Fprintf(&text, "%s(...)\n\t%s:%d\n", frame.Function, path, frame.Line)
		foreign, seen = false, true
		return true
	})
	return text.String()
}

// proctorDeadline is what Deadline tells the tests of an exercise: as by `go test`, which gives ten minutes. There's no
// alarm behind it: while one is set, the runtime doesn't see that all goroutines are asleep.
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
		proctorRun.mutex.Lock()
		defer proctorRun.mutex.Unlock()
		proctorMark(c.proctor.number)
	}
}

// proctorExampleText is what an example's failure comes to: examples run one after the other.
var proctorExampleText string

func proctorExampleEnds(name, duration, fail string, finished bool) (passed bool) {
	proctorExampleText = fmt.Sprintf("--- FAIL: %s (%s)\n%s", name, duration, fail)
	return fail == "" && finished
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
	defer func() {
		panicked := ""
		if err := recover(); err != nil {
			panicked, ok = proctorPanicText(err), false
		}
		status, verdict := "pass", fmt.Sprintf("--- PASS: %s (0.00s)\n", example.Name)
		if !ok {
			status, verdict = "fail", proctorExampleText
		}
		proctorEnd(example.Name, number, 0, status, "", verdict, panicked, 0)
	}()
	return runExample(example)
}
