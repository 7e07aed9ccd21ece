"""node --test: what is thrown outside of a test."""
from situations import table

row = table("node --test", {"package.json": '{"scripts": {"test": "node --test"}}'})
HEAD = "const { test, describe, after } = require('node:test');\n"

ROWS = [
    row("nodejs/node#44612",
        "A timer that a test leaves throws when the test has passed: the error was swallowed.",
        {"a.test.js": HEAD + "test('foo', () => { setTimeout(() => { throw new Error('later'); }, 50); });\n"},
        code="TEST_INCONSISTENT", tests=None, says=("later",)),
    row("nodejs/node#58687",
        "A describe block threw before its tests: a failure was printed, and the exit code was 0.",
        {"a.test.js": HEAD + "describe('green', () => { test('one', () => {}); });\n"
                             "describe('red', () => { test_('one', () => {}); test('two', () => {}); });\n"},
        code="TEST_ASSERTION_FAILED", tests={"one": "pass", "red": "fail"}, says=("test_ is not defined",)),
    row("nodejs/node#52052",
        "A hook ends the process with 1 behind 48 passing tests: one more test failed that is in no file.",
        {"a.test.js": HEAD + "after(() => process.exit(1));\ntest('one', () => {});\ntest('two', () => {});\n"},
        code="TEST_INCONSISTENT", tests=None, says=("a.test.js", "ended with exit code 1", "process.exit()")),
]
