"""`proctor call` in a project, its answers checked: for the tests of the tool Test."""
import json

import harness

CODES = {"COMMAND_FAILED": 1, "APPROVAL_REQUIRED": 2, "APPROVAL_DENIED": 2, "TOOL_DISABLED": 2, "TOOL_UNKNOWN": 2,
         "TEST_INCONSISTENT": 3, "TEST_TIMEOUT": 4, "TEST_CANCELLED": 130, "TEST_LIMIT_EXCEEDED": 4,
         "INVALID_REQUEST": 2, "TEST_NONE_RAN": 3}
SCHEMA = json.loads((harness.REPOSITORY / "schemas/test-tool-response.schema.json").read_text())
DEFINED = SCHEMA["$defs"]


class ToolCase(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.root = self.place.top / "project"
        self.root.mkdir()

    def configure(self, text):
        file = self.place.home / ".config/proctor/proctor.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def call(self, arguments, *options, tool="Test", yes=True, env=None, **more):
        """`proctor call` in the project, its answer checked."""
        options = [*options, *(["--yes"] if yes else []), "--json"]
        run = self.place.run("call", tool, "--args", arguments if isinstance(arguments, str) else json.dumps(arguments),
                             *options, cwd=more.pop("cwd", self.root), env=env, **more)
        self.check(run)
        return run

    def check(self, run):
        envelope = run.envelope
        self.assertEqual(envelope["ok"], "error" not in envelope, run)
        if "error" in envelope:
            self.assertEqual(harness.schema_problems(envelope["error"], DEFINED["Error"]), [], run)
            self.assertEqual(run.code, CODES[envelope["error"]["code"]], run)
        else:
            self.assertEqual(run.code, 0, run)
        if "output" in envelope.get("data", {}):
            self.assertEqual(harness.schema_problems(envelope["data"], DEFINED["CommandResult"]), [], run)
            self.assertFalse(list(self.place.tmp.glob("proctor-*/run-*")), "a private directory is left")

    def assertCode(self, run, code):
        self.assertEqual(run.envelope.get("error", {}).get("code"), code, run)

    def assertField(self, run, field):
        self.assertCode(run, "INVALID_REQUEST")
        self.assertEqual(run.error["details"]["field"], field, run)
        self.assertIn(field, run.error["message"])
