"""jest: hooks that fail, tests that never run, workers that die, scripts that eat the failure."""
import json

from situations import table

row = table("node_modules/.bin/jest --ci", {"package.json": '{"jest": {"cacheDirectory": "<rootDir>/.cache"}}'})


def script(**scripts):
    return {"package.json": json.dumps({"name": "x", "scripts": scripts, "jest": {"cacheDirectory": "<rootDir>/.cache"}})}


ROWS = [
    row("jestjs/jest#9368",
        "afterAll of a describe block threw, and the file passed.",
        {"a.test.js": "describe('d', () => {\n  afterAll(() => { throw new Error('left behind'); });\n  test('t', () => {});\n});\n"},
        code="TEST_INCONSISTENT", tests={"[failed]": "error", "t": "pass"}, says=("left behind",)),
    row("jestjs/jest#9901",
        "beforeAll failed: each test showed the same error as if it were its own.",
        {"a.test.js": "describe('api', () => {\n  beforeAll(() => expect('login').toBe('successful'));\n"
                      "  test('one', () => {});\n  test('two', () => {});\n});\ntest('other', () => {});\n"},
        code="TEST_ASSERTION_FAILED", tests={"one": "fail", "two": "fail", "other": "pass"}, says=("login", "a.test.js:2")),
    row("ctrf-io/jest-ctrf-json-reporter#15",
        "beforeAll ran into its time limit: the report had no trace of the tests that it kept from running.",
        {"a.test.js": "describe('A', () => {\n  beforeAll(() => new Promise(() => {}), 100);\n  test('a1', () => {});\n});\n",
         "b.test.js": "test('b1', () => {});\n"},
        code="TEST_ASSERTION_FAILED", tests={"a1": "fail", "b1": "pass"}, says=("Exceeded timeout of 100 ms",)),
    row("jestjs/jest#4997",
        "expect(…).resolves that nobody waits for: the failing assertion let the test pass.",
        {"a.test.js": "test('resolves', () => { expect(Promise.resolve('a')).resolves.toBe('b'); });\ntest('next', async () => {"
                      " await new Promise(done => setTimeout(done, 20)); });\n"},
        code="TEST_ASSERTION_FAILED", tests={"resolves": "fail", "next": "pass"}, says=("it did not wait for",)),
    row("jest-community/eslint-plugin-jest#18",
        "An async describe block: the tests behind its await are never run, and nothing is said.",
        {"a.test.js": "describe('sample', () => {\n  it('works', () => {});\n  describe('async', async () => {\n"
                      "    await new Promise(setImmediate);\n    it('breaks', () => { throw new Error('Fail'); });\n  });\n});\n"},
        code="TEST_COMPILE_FAILED", tests=None, says=("Tests must be defined synchronously",)),
    row("jestjs/jest#11940",
        "A test.only was left in a file: the failing test beside it was skipped, and CI was green.",
        {"a.test.js": "test.only('chosen', () => {});\ntest('wrong', () => { expect(1).toBe(2); });\n", "b.test.js": "test('b', () => {});\n"},
        tests={"chosen": "pass", "wrong": "skip", "b": "pass"}),
    row("jestjs/jest#13183",
        "A worker was killed (out of memory): jest hung for ever.",
        {"package.json": '{"jest": {"cacheDirectory": "<rootDir>/.cache", "maxWorkers": 2}}', "a.test.js": "test('a', () => {});\n",
         "b.test.js": "test('before', () => {});\ntest('killed', () => { process.kill(process.pid, 'SIGKILL'); });\n",
         "c.test.js": "test('c', () => { expect(1).toBe(2); });\n"},
        code="TEST_ASSERTION_FAILED", tests={"a": "pass", "before": "pass", "killed": "fail", "c": "fail"}, says=("SIGKILL",), native=""),
    row("jestjs/jest#3456",
        "A snapshot that nobody committed was written anew on each run of CI, and passed.",
        {"a.test.js": "test('renders', () => { expect({a: 1}).toMatchSnapshot(); });\n"},
        code="TEST_ASSERTION_FAILED", tests={"renders": "fail"}, says=("New snapshot was not written",)),
    row("jestjs/jest#6224",
        "describe without a function: Cannot read property 'length' of undefined.",
        {"a.test.js": "describe('needs some tests');\n", "b.test.js": "test('b', () => {});\n"},
        code="TEST_COMPILE_FAILED", tests={"[not loaded]": "error", "b": "pass"}, says=("Missing second argument", "a.test.js")),
    row("actions/typescript-action#799",
        "npm test was (jest && badge) || badge: the failure was eaten.",
        {**script(test="(jest && node badge.js) || node badge.js"), "badge.js": "", "a.test.js": "test('a', () => { expect(1).toBe(2); });\n"},
        code="TEST_INCONSISTENT", tests={"a": "fail"}, native="npm test",
        differs="The script hides the failure of a test."),
    row("CVEProject/cve-services#1876",
        "Scripts ended with || true: local verification passed with failing tests.",
        {**script(test="jest || true"), "a.test.js": "test('a', () => { expect(1).toBe(2); });\n"},
        code="TEST_INCONSISTENT", tests={"a": "fail"}, native="npm test",
        differs="The script hides the failure of a test."),
]
