"""What an agent reads by MCP: recorded conversations with real projects, and what they cost in tokens."""
import json
import os
import pathlib
import subprocess
import threading
import unittest

import harness
from harness import Place

NASTY = ['"\\\\"', "漢字" * 40, "a\nPASS: 9 passed", "x" * 3000, "\u202e\u200b", "a::b › c"]
PYTEST = {"pytest.ini": "[pytest]\n"}
BATS = {"a.bats": '@test "adds two" { true; }\n@test "takes away" { echo said; false; }\n@test "is left" { true; }\n'}


def text(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def tokens(value):
    """As src/output/token_budget counts them."""
    return (sum(1 if character < "\x80" else 4 for character in value) + 3) // 4


class Server:
    """proctor mcp, spoken to as a client of 2025-11-25."""

    def __init__(self, place, root, *args, capabilities=None, env=None):
        self.child = subprocess.Popen([harness.PROCTOR, "mcp", *map(str, args)], cwd=root, env=place.env(**(env or {})),
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.late = threading.Timer(90, self.child.kill)  # then nothing more is to be read
        self.late.start()
        self.last = 0
        self.heard = []
        self.begun = self.ask("initialize", protocolVersion="2025-11-25", capabilities=capabilities or {},
                              clientInfo={"name": "test", "version": "1"})
        self.write({"method": "notifications/initialized"})

    def write(self, message):
        self.child.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.child.stdin.flush()

    def ask(self, method, **params):
        self.last += 1
        self.write({"id": self.last, "method": method, "params": params})
        for line in self.child.stdout:
            message = json.loads(line)
            if message.get("id") == self.last and "method" not in message:
                return message.get("result", message.get("error"))
            self.heard.append(message)
            if message.get("method") == "elicitation/create":
                self.write({"id": message["id"], "result": {"action": "accept", "content": {"decision": "always allow"}}})
        raise AssertionError("the server has ended")

    def call(self, name, arguments=None, **more):
        return self.ask("tools/call", name=name, arguments=arguments or {}, **more)

    def close(self):
        self.late.cancel()
        self.child.stdin.close()
        self.child.stdout.close()
        self.child.wait(20)


class Mcp(unittest.TestCase):
    def setUp(self):
        self.place = Place()
        self.addCleanup(self.place.close)
        self.configure("[tools.approval]\nenabled = false\n")

    def configure(self, toml):
        file = self.place.home / ".config/proctor/proctor.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(toml)
        return file

    def serve(self, files, *args, name="project", **more):
        root = self.place.project(files, name=name, toml=None)
        server = Server(self.place, root, *args, **more)
        self.addCleanup(server.close)
        return server

    def check_answer(self, result, most=2000):
        """What holds for every answer, whatever was run."""
        answer = result["structuredContent"]
        self.assertIsInstance(answer["ok"], bool)
        self.assertIsInstance(answer["summary"], str)
        self.assertEqual(next(iter(answer)), "summary")
        self.assertLessEqual(tokens(text(answer)), most)
        self.assertLessEqual(tokens(result["content"][0]["text"]), most)
        return answer

    def test_the_tools_cost_little_and_no_client_drops_one(self):
        server = self.serve(BATS)
        listed = server.ask("tools/list")
        self.assertLess(tokens(text(listed)), 1500)
        for tool in listed["tools"]:
            schema = tool["inputSchema"]
            self.assertEqual(schema["type"], "object")
            self.assertFalse({"if", "then", "else", "not", "anyOf", "oneOf", "allOf"} & schema.keys(), tool["name"])
            self.assertEqual(tool["outputSchema"]["required"], ["ok", "summary"])
            self.assertNotIn("additionalProperties", tool["outputSchema"])
            self.assertLess(len(tool["description"].encode()), 2048)
        self.assertLess(len(server.begun["instructions"].encode()), 2048)
        schemas = {each["uri"] for each in server.ask("resources/list")["resources"]}
        self.assertIn("proctor://schemas/envelope", schemas)
        for uri in schemas:
            json.loads(server.ask("resources/read", uri=uri)["contents"][0]["text"])

    def test_five_hundred_passes_cost_almost_nothing(self):
        server = self.serve({**PYTEST, "test_a.py": "import pytest\n@pytest.mark.parametrize('n', range(500))\ndef test_a(n): pass\n"})
        result = server.call("run_tests")
        answer = self.check_answer(result, 150)
        self.assertEqual([answer["ok"], answer["verdict"]], [True, "pass"])
        self.assertEqual(answer["counts"], {"passed": 500, "failed": 0, "skipped": 0, "errors": 0})
        self.assertEqual([answer["failures"], answer["data"]["passed"], answer["data"]["suites"]], [[], 500, []])
        # The whole of it is a file and a resource, and both kinds of readers learn where.
        self.assertIn(answer["full"]["file"], result["content"][0]["text"])
        whole = json.loads(server.ask("resources/read", uri=answer["full"]["resource"])["contents"][0]["text"])
        self.assertEqual(whole, json.loads(pathlib.Path(answer["full"]["file"]).read_text()))
        self.assertEqual(len(whole["data"]["suites"][0]["cases"]), 500)

    def test_failures_with_hostile_names_stay_within_the_limit(self):
        tests = ["import pytest", f"NASTY = {NASTY!r}", "@pytest.mark.parametrize('n', range(60))",
                 "@pytest.mark.parametrize('w', NASTY)", "def test_bad(n, w):", "    print(w * 20)", "    assert False, w * 9"]
        server = self.serve({**PYTEST, "test_a.py": "\n".join(tests) + "\n"})
        answer = self.check_answer(server.call("run_tests"))
        self.assertEqual([answer["ok"], answer["verdict"], answer["counts"]["failed"]], [False, "fail", 360])
        self.assertTrue(answer["summary"].startswith("FAIL: 0 passed, 360 failed"))
        self.assertNotIn("\nPASS", answer["summary"])
        self.assertEqual(len(answer["failures"]) + answer["failures_left_out"], 360)
        self.assertEqual(answer["error"]["code"], "TEST_ASSERTION_FAILED")
        again = server.call("run_tests", {"only": [answer["failures"][0]["id"]]})
        self.assertEqual(self.check_answer(again)["counts"]["failed"], 1)

    def test_any_limit_is_kept(self):
        for most in (60, 150, 400):
            self.configure(f"[tools]\nanswer = {{max_tokens = {most}}}\n[tools.approval]\nenabled = false\n")
            server = self.serve(BATS)
            for name, arguments in (("run_tests", {}), ("Test", {"command": "seq 5000; exit 3"}), ("list_tests", {})):
                answer = self.check_answer(server.call(name, arguments), most)
                self.assertEqual(answer["ok"], name == "list_tests")

    def test_what_is_printed_can_be_sent_back(self):
        for files in (BATS, {**PYTEST, "test_a.py": "class TestA:\n  def test_x(self): assert 0\n  def test_y(self): pass\n"}):
            server = self.serve(files, name=next(iter(files))[:4])
            answer = self.check_answer(server.call("run_tests"))
            failure = answer["failures"][0]
            shown = next(line for line in answer["summary"].splitlines() if line.startswith("- "))[2:].split("  ")[0]
            for name in (failure["id"], shown, failure["id"].split("::")[-1]):
                again = self.check_answer(server.call("run_tests", {"only": [name]}))
                self.assertEqual([again["counts"]["passed"], again["counts"]["failed"]], [0, 1], name)
            for asked in ({"only": ["takes awy"]}, {"filter": "takes awy"}, {"only": ["test_xy"]}):
                none = self.check_answer(server.call("run_tests", asked))
                self.assertEqual(none["error"]["code"], "TEST_NONE_RAN")
            meant = {"only": ["takes awy"]} if files is BATS else {"only": ["test_xx"]}
            self.assertIn(f"Did you mean {failure['id']}", server.call("run_tests", meant)["structuredContent"]["summary"])

    def test_tests_are_listed_without_being_run(self):
        server = self.serve({"a.bats": '@test "one" { touch ran; }\n@test "two" { touch ran; }\n'})
        answer = self.check_answer(server.call("list_tests"))
        self.assertEqual([answer["data"]["source"], answer["data"]["tests"], answer["data"]["total"]],
                         ["list", ["a.bats::one", "a.bats::two"], 2])
        self.assertEqual(server.call("list_tests", {"filter": "tw"})["structuredContent"]["data"]["tests"], ["a.bats::two"])
        self.assertFalse((self.place.top / "project/ran").exists())
        # pytest is asked by running; what ran before is known.
        server = self.serve({**PYTEST, "test_a.py": "def test_a(): pass\n"}, name="python")
        self.assertEqual(server.call("list_tests")["structuredContent"]["error"]["code"], "TEST_NONE_RAN")
        server.call("run_tests")
        answer = self.check_answer(server.call("list_tests"))
        self.assertEqual([answer["data"]["source"], answer["data"]["tests"]], ["earlier runs", ["test_a.py::test_a"]])

    def test_a_long_run_is_answered_in_time_and_waited_for(self):
        self.configure("[tools]\nanswer_within = \"300ms\"\n[tools.approval]\nenabled = false\n")
        server = self.serve({"a.bats": '@test "waits" { while [ ! -e go ]; do sleep 0.05; done; }\n'})
        early = self.check_answer(server.call("run_tests"))
        self.assertEqual([early["ok"], early["still_running"]], [False, True])
        waited = server.call("wait_run", {"id": early["run"], "up_to_ms": 100})
        self.assertTrue(waited["structuredContent"]["still_running"])
        (self.place.top / "project/go").touch()
        result = server.call("wait_run", {"id": early["run"], "up_to_ms": 60_000})
        answer = self.check_answer(result)
        self.assertEqual([answer["ok"], answer["counts"]["passed"], answer["data"]["run"]["id"]], [True, 1, early["run"]])
        self.assertEqual(server.call("wait_run", {"id": early["run"]}), result)
        # Another server of the same user reads the kept answer.
        other = self.serve({}, name="elsewhere")
        self.assertEqual(other.call("wait_run", {"id": early["run"]})["structuredContent"]["counts"], answer["counts"])
        unknown = other.call("wait_run", {"id": "20260131-235959-0a1b2c3d"})
        self.assertEqual([unknown["isError"], unknown["structuredContent"]["error"]["code"]], [True, "INVALID_REQUEST"])

    def test_a_call_may_be_a_task(self):
        server = self.serve({"a.bats": '@test "waits" { while [ ! -e go ]; do sleep 0.05; done; }\n'})
        self.assertEqual(server.begun["capabilities"]["tasks"], {"cancel": {}, "requests": {"tools": {"call": {}}}})
        task = server.call("run_tests", task={"ttl": 60000})["task"]
        self.assertEqual(task["status"], "working")
        self.assertEqual(server.ask("tasks/get", taskId=task["taskId"])["status"], "working")
        (self.place.top / "project/go").touch()
        result = server.ask("tasks/result", taskId=task["taskId"])
        self.assertEqual(self.check_answer(result)["counts"]["passed"], 1)
        self.assertEqual(result["_meta"]["io.modelcontextprotocol/related-task"], {"taskId": task["taskId"]})
        self.assertEqual(server.ask("tasks/get", taskId=task["taskId"])["status"], "completed")
        self.assertEqual(server.ask("tasks/cancel", taskId=task["taskId"])["code"], -32602)
        self.assertEqual(server.call("read_log", {"run": "x"}, task={})["code"], -32601)
        (self.place.top / "project/go").unlink()
        task = server.call("run_tests", task={})["task"]
        self.assertEqual(server.ask("tasks/cancel", taskId=task["taskId"])["status"], "cancelled")
        self.assertEqual(server.ask("tasks/result", taskId=task["taskId"])["structuredContent"]["error"]["code"], "TEST_CANCELLED")

    def test_a_command_cites_what_it_rests_on(self):
        server = self.serve({})
        shown = server.call("Test", {"command": "echo '==== 3 passed in 0.12s ===='"})
        self.assertIn("evidence: ==== 3 passed in 0.12s ====", self.check_answer(shown)["summary"])
        self.assertEqual(shown["structuredContent"]["verdict"], "pass")
        none = self.check_answer(server.call("Test", {"command": "true"}))
        self.assertIn("exit code 0, no tests seen", none["summary"])
        self.assertNotIn("verdict", none)

    def test_always_covers_the_project_and_the_form_names_the_command(self):
        file = self.configure("")
        server = self.serve(BATS, capabilities={"elicitation": {}})
        self.assertIn("verdict", self.check_answer(server.call("run_tests", {"filter": "adds"})))
        self.assertIn("verdict", self.check_answer(server.call("run_tests", {"only": ["is left"]})))
        questions = [message["params"]["message"] for message in server.heard if message.get("method") == "elicitation/create"]
        self.assertEqual(len(questions), 1)
        self.assertRegex(questions[0], r"\nRuns: bats: bash run.bash\n")
        # Who can't be asked learns which line ends the questions, and it does.
        server = self.serve(BATS, name="other")
        refused = self.check_answer(server.call("run_tests"))
        line = refused["error"]["details"]["no_more_questions"]
        self.assertEqual(line["file"], str(file))
        self.assertIn(line["line"], refused["summary"])
        self.configure(line["line"] + "\n")
        self.assertIn("verdict", self.check_answer(server.call("run_tests")))

    def test_the_project_is_the_one_that_the_client_names(self):
        root = self.place.project(BATS, toml=None)
        server = self.serve({}, name="elsewhere", env={"CLAUDE_PROJECT_DIR": root})
        self.assertEqual(self.check_answer(server.call("run_tests"))["counts"]["passed"], 2)


def main():
    if not harness.PROCTOR or not os.access(harness.PROCTOR, os.X_OK):
        raise AssertionError(f"PROCTOR_BIN must name the built proctor; it is {harness.PROCTOR!r}")
    unittest.main(verbosity=2)


if __name__ == "__main__":
    main()
