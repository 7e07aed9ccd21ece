"""go test, gotestsum, go-junit-report, vscode-go: results that are lost, misread or put down to another test."""
from situations import table

row = table("go test ./...", {"go.mod": "module example.com/p\n\ngo 1.19\n"})


def test(body, imports=("testing",), package="p"):
    return f"package {package}\n\nimport ({'; '.join(repr(name) for name in imports)})\n\n{body}\n".replace("'", '"')


ROWS = [
    row("gotestyourself/gotestsum#141",
        "A test that prints a line without its end was reported as failed: its result stands in the midst of the line.",
        {"a_test.go": test('func TestSth(t *testing.T) { fmt.Print("OK") }\nfunc TestNext(t *testing.T) {}', ("fmt", "testing"))},
        tests={"TestSth": "pass", "TestNext": "pass"}),
    row("golang/go#38382",
        "A panic in another goroutine: test2json told no failure of the test, and gotestsum told no panic.",
        {"a_test.go": test('func TestBefore(t *testing.T) {}\nfunc TestPanics(t *testing.T) { go func() { panic("in a goroutine") }(); '
                           "time.Sleep(time.Minute) }\nfunc TestAfter(t *testing.T) {}", ("testing", "time"))},
        code="TEST_ASSERTION_FAILED", tests={"TestBefore": "pass", "TestPanics": "fail", "TestAfter": "pass"},
        says=("in a goroutine",)),
    row("golang/go#37555",
        "A test that ends the process was marked as passed in go test -json.",
        {"a_test.go": test("func TestExits(t *testing.T) { os.Exit(3) }\nfunc TestAfter(t *testing.T) {}", ("os", "testing"))},
        code="TEST_ASSERTION_FAILED", tests={"TestExits": "fail", "TestAfter": "pass"}, says=("exit code 3",)),
    row("istio/istio#13320",
        "A goroutine fails its test when that has passed already: 0 failed of 7403, and the run is red.",
        {"a_test.go": test('func TestLeaves(t *testing.T) { go func() { time.Sleep(20 * time.Millisecond); t.Error("too late") }() }\n'
                           "func TestLong(t *testing.T) { time.Sleep(time.Minute) }", ("testing", "time"))},
        code="TEST_ASSERTION_FAILED", tests=None, says=("Fail in goroutine after TestLeaves has completed",)),
    row("gotestyourself/gotestsum#565",
        "A sub-test calls Fatal of its parent: the other sub-tests never run, and a rerun of what was seen to fail passed.",
        {"a_test.go": test('func TestTree(t *testing.T) {\n\tt.Run("one", func(s *testing.T) { if os.Getenv("FIXED") == "" { t.Fatal("of the parent") } })\n'
                           '\tt.Run("two", func(s *testing.T) { s.Error("two is wrong") })\n}', ("os", "testing"))},
        code="TEST_ASSERTION_FAILED", tests=None, says=("FailNow on a parent test",),
        then=(("--rerun-failed",), "TEST_ASSERTION_FAILED", None)),
    row("buildkite/test-engine-client#540",
        "A package that can't be built was left out of the retry, which passed.",
        {"a/a_test.go": test('func TestFlaky(t *testing.T) {\n\tif _, err := os.Stat("again"); err != nil { os.WriteFile("again", nil, 0o600); '
                             't.Error("the first time") }\n}', ("os", "testing"), "a"),
         "b/b_test.go": test("func TestB(t *testing.T) { undefinedThing() }", package="b")},
        code="TEST_ASSERTION_FAILED", tests=None, says=("undefinedThing",), then=(("--rerun-failed",), "TEST_COMPILE_FAILED", None)),
    row("mfridman/tparse#18",
        "A name that no test has: PASS, '[no tests to run]'.",
        {"a_test.go": test("func TestPanic(t *testing.T) {}")},
        code="TEST_NONE_RAN", options=("--filter", "^TestPanik$"), native="go test -run '^TestPanik$' ./...",
        differs="go test ends with 0 where no test has the name."),
    row("golang/vscode-go#3191",
        "A sub-test of a sub-test couldn't be run alone: an editor asked for another name.",
        {"a_test.go": test('func TestA(t *testing.T) {\n\tt.Run("b c", func(t *testing.T) {\n\t\tt.Run("d/e", func(t *testing.T) { t.Error("deep") })\n'
                           '\t\tt.Run("f", func(t *testing.T) {})\n\t})\n\tt.Run("g", func(t *testing.T) {})\n}')},
        code="TEST_ASSERTION_FAILED", tests=None, says=("deep",), then=(("--rerun-failed",), "TEST_ASSERTION_FAILED", None)),
    row("hashicorp/boundary#1978",
        "A goroutine calls FailNow of its test, which waits for the goroutine's answer.",
        {"a_test.go": test("func TestWaits(t *testing.T) {\n\tdone := make(chan int)\n"
                           '\tgo func() { if len(done) == 0 { t.Fatal("wrong in the goroutine") }; done <- 1 }()\n\t<-done\n}')},
        code="TEST_ASSERTION_FAILED", tests={"TestWaits": "fail"}, says=("all goroutines are asleep", "wrong in the goroutine"),
        native=""),
    row("kubernetes/test-infra#10539",
        "A report had what was printed up to the line '--- FAIL', and nothing of the failure, which stood behind it.",
        {"a_test.go": test('func ExampleX() {\n\tfmt.Println("left")\n\t// Output: right\n}\nfunc ExampleY() {\n\tfmt.Println("y")\n\t// Output: y\n}',
                           ("fmt",))},
        code="TEST_ASSERTION_FAILED", tests={"ExampleX": "fail", "ExampleY": "pass"}, says=("got:\nleft\nwant:\nright",)),
]
