"""What the end-to-end tests share: a private place for each test, proctor run in it, its answer checked.

Every answer that comes through Place.test() is checked against schemas/envelope.schema.json and against the
promises that hold for all answers (counts add up, ok only for a pass, ...). Every place checks on leaving that no
process of it is alive and that nothing of it lies in TMPDIR.
"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROCTOR = os.environ.get("PROCTOR_BIN", "")
BOX = os.environ.get("PROCTOR_BOX", str(REPOSITORY / "build/box"))
FORGE = BOX + "/bin/forge"
SOLC = BOX + "/svm/0.8.30/solc-0.8.30"

EXIT = {
    "TEST_FORGE_FAILED": 3, "TEST_TOOL_FAILED": 3, "TEST_ASSERTION_FAILED": 1, "TEST_COMPILE_FAILED": 3, "TEST_NONE_RAN": 3,
    "TEST_INCONSISTENT": 3, "TEST_INCOMPLETE": 3, "TEST_CONFIG_INVALID": 3, "TEST_TIMEOUT": 4, "TEST_CANCELLED": 130,
    "TEST_LIMIT_EXCEEDED": 4, "SANDBOX_UNAVAILABLE": 3, "RESOURCES_EXHAUSTED": 3,
    "TOOL_NOT_FOUND": 3, "INVALID_REQUEST": 2, "INTERNAL_ERROR": 3,
}

# forge's cheatcodes, as far as the tests use them: forge-std would cost some seconds of compiling.
VM = """
interface Vm {
    function skip(bool) external;
    function skip(bool, string calldata) external;
    function assume(bool) external pure;
    function pauseGasMetering() external;
    function sleep(uint256) external;
    function ffi(string[] calldata) external returns (bytes memory);
    function readFile(string calldata) external view returns (string memory);
    function writeFile(string calldata, string calldata) external;
    function envString(string calldata) external view returns (string memory);
    function envOr(string calldata, string calldata) external view returns (string memory);
    function createFork(string calldata) external returns (uint256);
}
Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
"""
HEAD = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n"
PINNED = '[profile.default]\nsolc = "0.8.30"\n[lint]\nlint_on_build = false\n'


def contract(body, name="ATest", vm=False):
    """A test file of one contract."""
    return f"{HEAD}{VM if vm else ''}contract {name} {{\n{body}\n}}\n"


def require_tools():
    """Called by every file: without its tools nothing is proven, so that is a failure and not a skip."""
    if not PROCTOR or not os.access(PROCTOR, os.X_OK):
        raise AssertionError(f"PROCTOR_BIN must name the built proctor; it is {PROCTOR!r}")
    for program in (FORGE, SOLC):
        if not os.access(program, os.X_OK):
            raise AssertionError(f"{program} isn't there: run scripts/box.sh --tests")


def main():
    require_tools()
    unittest.main(verbosity=2)


# --- JSON Schema, as far as ours use it

_SCHEMA = json.loads((REPOSITORY / "schemas/envelope.schema.json").read_text())
_TYPES = {
    "object": lambda v: isinstance(v, dict), "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str), "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
}
_KNOWN = {"type", "properties", "required", "additionalProperties", "enum", "const", "items", "minimum", "$ref", "if",
          "then", "else", "not", "description", "title", "$schema", "$id", "$defs"}


def schema_problems(value, schema=_SCHEMA, where="$"):
    if schema is False:
        return [f"{where}: must not be there"]
    if schema is True:
        return []
    unknown = set(schema) - _KNOWN
    if unknown:
        return [f"{where}: the checker in harness.py doesn't know {unknown}"]
    if "$ref" in schema:
        return schema_problems(value, _SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], where)
    problems = []
    if "type" in schema and not _TYPES[schema["type"]](value):
        return [f"{where}: {value!r} isn't of type {schema['type']}"]
    if "enum" in schema and value not in schema["enum"]:
        problems.append(f"{where}: {value!r} isn't one of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        problems.append(f"{where}: {value!r} isn't {schema['const']!r}")
    if "minimum" in schema and _TYPES["number"](value) and value < schema["minimum"]:
        problems.append(f"{where}: {value} is less than {schema['minimum']}")
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                problems.append(f"{where}: {name} is missing")
        for name, member in value.items():
            below = schema.get("properties", {}).get(name, schema.get("additionalProperties", True))
            problems += schema_problems(member, below, f"{where}.{name}")
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            problems += schema_problems(item, schema["items"], f"{where}[{index}]")
    if "not" in schema and not schema_problems(value, schema["not"], where):
        problems.append(f"{where}: must not be there")
    if "if" in schema:
        branch = "else" if schema_problems(value, schema["if"], where) else "then"
        problems += schema_problems(value, schema.get(branch, True), where)
    return problems


def broken_promises(envelope):
    """What holds for every answer, whatever was asked."""
    problems = schema_problems(envelope)
    if problems:
        return problems
    data = envelope.get("data")
    if not data:
        return []
    counted = {"pass": 0, "fail": 0, "skip": 0, "error": 0}
    for suite in data["suites"]:
        of_suite = {"pass": 0, "fail": 0, "skip": 0, "error": 0}
        for case in suite["cases"]:
            of_suite[case["status"]] += 1
        if [suite[n] for n in ("passed", "failed", "skipped", "errors")] != list(of_suite.values()):
            problems.append(f"the counts of suite {suite.get('name')} aren't those of its cases")
        for status, number in of_suite.items():
            counted[status] += number
    if [data[n] for n in ("passed", "failed", "skipped", "errors")] != list(counted.values()):
        problems.append("the counts aren't those of the suites")
    if envelope["ok"]:
        empty = "shard" in data  # of several runs that share the tests, this one may have none that isn't skipped
        if (data["passed"] == 0 and not empty) or data["failed"] or data["errors"]:
            problems.append("a pass with these counts")
        if [test for test in data["not_run"] if not test.get("on_purpose")]:
            problems.append("a pass although tests didn't run")
        if data.get("termination") != "exited" or data["run"].get("exit_code") != 0:
            problems.append("a pass of a run that didn't exit with 0")
    elif data["failed"] and data["verdict"] != "fail":
        problems.append("failed tests, but another verdict than fail")
    keys = [(suite.get("file", ""), suite.get("name", "")) for suite in data["suites"]]
    if keys != sorted(keys):
        problems.append("the suites aren't in order")
    return problems


# --- processes

def processes_about(text):
    """Living processes that have the text in their command line, directory or environment."""
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            base = f"/proc/{entry}/"
            if pathlib.Path(base + "stat").read_text().rpartition(")")[2].split()[0] in "ZX":
                continue
            command = pathlib.Path(base + "cmdline").read_bytes()
            about = command + pathlib.Path(base + "environ").read_bytes() + os.readlink(os.fsencode(base + "cwd"))
        except OSError:
            continue
        if text.encode() in about:
            found[int(entry)] = command.replace(b"\0", b" ").decode(errors="replace").strip()
    return found


def children_called(parent, name):
    """Living children of a process with exactly this command line."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            state, of = pathlib.Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[:2]
            command = pathlib.Path(f"/proc/{entry}/cmdline").read_bytes().rstrip(b"\0").decode(errors="replace")
        except OSError:
            continue
        if int(of) == parent and state not in "ZX" and command == name:
            found.append(int(entry))
    return found


def wait_for(condition, seconds=20.0, what="it"):
    """Polls until the condition holds, and gives back what it gave."""
    deadline = time.monotonic() + seconds
    while True:
        got = condition()
        if got:
            return got
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} didn't happen within {seconds} s")
        time.sleep(0.02)


# --- a run of proctor

class Run:
    """What a run of proctor gave."""

    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds
        self.peak_kib = None  # of a run that was measured

    def __repr__(self):
        def cut(text):
            return text if len(text) < 6000 else text[:4000] + " [...] " + text[-2000:]
        return f"exit code {self.code} after {self.seconds:.2f} s\n--- stdout\n{cut(self.out)}\n--- stderr\n{cut(self.err)}"

    @property
    def envelope(self):
        lines = self.out.splitlines()
        if len(lines) != 1 or not self.out.endswith("\n"):
            raise AssertionError(f"the answer isn't one line of JSON: {self}")
        return json.loads(lines[0])

    @property
    def data(self):
        return self.envelope["data"]

    @property
    def error(self):
        return self.envelope["error"]

    def cases(self):
        """(suite, test without parameters) to the case."""
        return {(suite["name"], case["name"].split("(")[0]): case
                for suite in self.data["suites"] for case in suite["cases"]}

    def statuses(self):
        return {f"{suite}.{name}": case["status"] for (suite, name), case in self.cases().items()}

    def not_run(self):
        return sorted(f"{test['suite']}.{test.get('name', '*')}" for test in self.data["not_run"])


FAKES = []  # projects that name a forge of their own


class Place:
    """A private HOME, TMPDIR and room for projects."""

    def __init__(self, prefix="proctor-e2e-"):
        # (The suffix: a tool that takes "c.test" for an expression must not find it in "…c/test_something".)
        self.top = pathlib.Path(os.path.realpath(tempfile.mkdtemp(prefix=prefix, suffix="_")))
        self.home, self.tmp, self.runtime = self.top / "home", self.top / "tmp", self.top / "runtime"
        self.home.mkdir()
        self.runtime.mkdir(mode=0o700)
        self.tmp.mkdir()
        self.more_env = {}
        self.trusted = set()
        self.started = []

    def project(self, files, name="project", toml=PINNED):
        root = self.top / name
        root.mkdir(exist_ok=True)
        if toml is not None:
            (root / "foundry.toml").write_text(toml)
        for path, text in files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return root

    def env(self, **more):
        """more: a variable of None is taken out."""
        env = {"PATH": f"{os.path.dirname(PROCTOR)}:/usr/local/bin:/usr/bin:/bin", "HOME": str(self.home),
               "TMPDIR": str(self.tmp), "XDG_RUNTIME_DIR": str(self.runtime), "PROCTOR_BOX": BOX, "LANG": "C.UTF-8"}
        env.update(self.more_env)
        env.update(more)
        return {name: str(value) for name, value in env.items() if value is not None}

    def trust(self, *places):
        """What a project's own settings name is started only once somebody trusts them."""
        for place in map(str, places):
            try:
                settings = (place, pathlib.Path(place, "proctor.toml").read_bytes())
            except OSError:
                continue
            if settings not in self.trusted:
                self.trusted.add(settings)
                subprocess.run([PROCTOR, "trust", "--yes", place], env=self.env(), check=False, capture_output=True)

    def start(self, *args, env=None, cwd=None, measured=False, trust=True, **popen):
        """popen: the child is the caller's to end. The settings of projects that are tested are trusted before."""
        if trust and args[:1] in (("test",), ("doctor",)):
            self.trust(*FAKES, *(arg for arg in args if os.path.isdir(arg)), cwd or self.top)
        options = dict(stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        options.update(popen)
        # Not getrusage() on a child of ours: the peak of a process begins with that of the one which started it.
        measure = ["/usr/bin/time", "-q", "-f", "%M", "-o", self.top / "peak"] if measured else []
        process = subprocess.Popen([*measure, PROCTOR, *map(str, args)], env=self.env(**(env or {})), cwd=cwd or self.top,
                                   **options)
        self.started.append(process)
        return process

    def run(self, *args, stdin=None, timeout=90, measured=False, **more):
        """Runs proctor to its end."""
        if stdin is not None:
            more["stdin"] = subprocess.PIPE
        run = self.finish(self.start(*args, measured=measured, **more), stdin=stdin, timeout=timeout)
        if measured:
            run.peak_kib = int((self.top / "peak").read_text())
        return run

    @staticmethod
    def finish(process, stdin=None, timeout=90, began=None):
        """Reads a started proctor's streams to the end and reaps it."""
        began = began or time.monotonic()
        texts = {}

        def read(name, stream):
            with stream:
                texts[name] = stream.read()

        threads = [threading.Thread(target=read, args=(name, stream), daemon=True)
                   for name, stream in (("out", process.stdout), ("err", process.stderr)) if stream]
        for thread in threads:
            thread.start()
        killer = threading.Timer(timeout, process.kill)
        killer.start()
        try:
            if stdin is not None:
                try:
                    process.stdin.write(stdin.encode() if isinstance(stdin, str) else stdin)
                    process.stdin.close()
                except BrokenPipeError:
                    pass
            process.wait()
            seconds = time.monotonic() - began
        finally:
            killer.cancel()
        for thread in threads:
            thread.join(20)
        run = Run(process.returncode, texts.get("out", b"").decode(), texts.get("err", b"").decode(errors="replace"),
                  seconds)
        if seconds >= timeout:
            raise AssertionError(f"proctor had to be killed after {timeout} s: {run}")
        return run

    def test(self, *args, **more):
        """`proctor test ... --json`, its answer checked."""
        run = self.run("test", *args, "--json", **more)
        check_answer(run)
        return run

    def upload(self, sources, *args, **more):
        """The request is on stdin; fields beside the sources as `request`."""
        request = {"sources": sources, **more.pop("request", {})}
        return self.test("--request", "-", *args, stdin=json.dumps(request), **more)

    def fake_forge(self, script, name="fake", more_files=None):
        """A project whose forge is a shell script. `script` is what it does for `forge test`.

        Asked for --version, config and --list it answers like a forge that knows the tests A.test_a and A.test_b.
        """
        root = self.project({"test/A.t.sol": "contract A {}", **(more_files or {})}, name=name)
        forge = root / "forge"
        forge.write_text(f"""#!/bin/sh
case "$1" in
  --version) echo 'forge Version: 1.7.1'; exit 0 ;;
  config) echo '{{"evm_version":"cancun"}}'; exit 0 ;;
esac
for word in "$@"; do
  if [ "$word" = --list ]; then echo '{{"test/A.t.sol":{{"A":["test_a","test_b"]}}}}'; exit 0; fi
done
report() {{ cat <<'END'
{fake_report()}
END
}}
failing() {{ cat <<'END'
{fake_report(b="Failure")}
END
}}
{script}
""")
        forge.chmod(0o755)
        (root / "proctor.toml").write_text('[forge]\npath = "forge"\n[limits]\ngrace = "500ms"\n')
        FAKES.append(root)
        return root

    def leftovers(self):
        """Files in TMPDIR, without the base directory of uploads and its lock, which stay, and what is remembered where
        the state directory can't be written to."""
        while True:
            try:
                found = [str(path.relative_to(self.tmp)) for path in self.tmp.rglob("*")]
                return sorted(path for path in found if not re.fullmatch(r"proctor-\d+(/lock|/state.*)?", path))
            except FileNotFoundError:
                continue  # a directory went while it was looked at

    def close(self):
        """Nothing of the place may be alive or lie about. Of a proctor that was killed, its guardian ends the rest: that
        takes a moment."""
        deadline = time.monotonic() + 20
        while any(process.returncode == -signal.SIGKILL for process in self.started) and time.monotonic() < deadline:
            if not processes_about(str(self.top)) and not self.leftovers():
                break
            time.sleep(0.02)
        alive = processes_about(str(self.top))
        for pid in alive:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        leftovers = self.leftovers()
        subprocess.run(["chmod", "-R", "u+rwX", self.top], check=False, timeout=60)
        shutil.rmtree(self.top, ignore_errors=True)
        if alive:
            raise AssertionError(f"these processes outlived proctor: {alive}")
        if leftovers:
            raise AssertionError(f"this was left in TMPDIR: {leftovers}")


def fake_report(a="Success", b="Success", tests=("test_a", "test_b")):
    """A report as forge prints it."""
    def case(status):
        reason = None if status == "Success" else "boom"
        return {"status": status, "reason": reason, "counterexample": None, "logs": [], "decoded_logs": [],
                "kind": {"Unit": {"gas": 245}}, "traces": [], "duration": "54µs 173ns"}
    results = {f"{name}()": case(status) for name, status in zip(tests, (a, b))}
    return json.dumps({"test/A.t.sol:A": {"duration": "6ms 744µs 506ns", "test_results": results, "warnings": []}},
                      ensure_ascii=False)


def check_answer(run):
    problems = broken_promises(run.envelope)
    envelope = run.envelope
    expected = 0 if envelope["ok"] else EXIT.get(envelope.get("error", {}).get("code"))
    if run.code != expected:
        problems.append(f"exit code {run.code}, but this answer's is {expected}")
    if problems:
        raise AssertionError("\n".join(problems) + f"\n{run}")


def forge(root, *args, env=None, timeout=90):
    """Real forge, run beside proctor to compare."""
    with tempfile.TemporaryDirectory() as home:
        base = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home, "XDG_DATA_HOME": BOX, "NO_COLOR": "1"}
        return subprocess.run([FORGE, *args, "--root", root], env={**base, **(env or {})}, cwd=root,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout, check=False)


class TestCase(unittest.TestCase):
    """Each test has a place of its own; those in `shared` are compiled once for a class."""
    maxDiff = None

    def setUp(self):
        self.place = self.new_place()

    def new_place(self):
        place = Place()
        self.addCleanup(place.close)
        return place

    def copy(self, root, name="project"):
        """A private copy of a compiled project (modification times kept, so that nothing is compiled again)."""
        return pathlib.Path(shutil.copytree(root, self.place.top / name, symlinks=True))

    def assertPass(self, run, tests=None):
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(run.data["verdict"], "pass", run)
        if tests is not None:
            self.assertEqual(run.data["passed"], tests, run)

    def assertCode(self, run, code, verdict=None):
        """The answer is this error, never a pass."""
        self.assertFalse(run.envelope["ok"], run)
        self.assertEqual(run.error["code"], code, run)
        self.assertEqual(run.code, EXIT[code], run)
        if verdict:
            self.assertEqual(run.data["verdict"], verdict, run)
        if code == "TEST_COMPILE_FAILED":
            self.assertFalse(run.error["retry"], run)

    def assertField(self, run, field):
        """The request is refused because of a field."""
        self.assertCode(run, "INVALID_REQUEST")
        self.assertIn(field, run.error["message"], run)
        self.assertNotIn("data", run.envelope, run)
