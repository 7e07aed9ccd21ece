"""Who lets the tool Test run a command: approvals, modes, trust, questions at a terminal."""
import json
import os
import pty
import select
import subprocess
import threading
import time

import harness
from tool_case import ToolCase


class Approval(ToolCase):
    def test_without_a_terminal_it_fails_closed_until_somebody_allows_it(self):
        touched = self.root / "touched"
        arguments = {"command": f"touch {touched}"}
        run = self.call(arguments, yes=False)
        self.assertCode(run, "APPROVAL_REQUIRED")
        self.assertFalse(touched.exists())
        identity = run.error["details"]["id"]
        self.assertIn(f"proctor approvals allow {identity}", run.error["message"])
        self.assertIn(identity, self.place.run("approvals", "list").out)
        self.assertEqual(self.place.run("approvals", "allow", identity).code, 0)
        self.assertTrue(self.call(arguments, yes=False).envelope["ok"])
        self.assertTrue(touched.exists())
        self.assertCode(self.call(arguments, yes=False), "APPROVAL_REQUIRED")  # it was for once

    def test_always_means_exactly_this(self):
        run = self.call({"command": "echo a"}, yes=False)
        self.place.run("approvals", "allow", run.error["details"]["id"], "--always")
        for _ in range(2):
            self.assertTrue(self.call({"command": "echo a"}, yes=False).envelope["ok"])
        self.assertCode(self.call({"command": "echo a; id"}, yes=False), "APPROVAL_REQUIRED")
        (self.root / "sub").mkdir()
        self.assertCode(self.call({"command": "echo a", "workdir": "sub"}, yes=False), "APPROVAL_REQUIRED")
        state = self.place.home / ".local/state/proctor"
        for file in state.rglob("*approval*"):
            self.assertEqual(file.stat().st_mode & 0o077, 0, file)

    def test_what_is_allowed_in_a_sandbox_is_not_allowed_outside_of_it(self):
        run = self.call({"command": "echo a"}, "--isolation", "sandbox", yes=False)
        self.assertIn("(isolation sandbox, no network; time limit", run.error["message"])
        self.place.run("approvals", "allow", run.error["details"]["id"], "--always")
        self.assertTrue(self.call({"command": "echo a"}, "--isolation", "sandbox", yes=False).envelope["ok"])
        outside = self.call({"command": "echo a"}, yes=False)
        self.assertCode(outside, "APPROVAL_REQUIRED")
        self.assertIn("(isolation process, host network; time limit", outside.error["message"])

    def test_a_denial_holds(self):
        run = self.call({"command": "echo a"}, yes=False)
        self.place.run("approvals", "deny", run.error["details"]["id"])
        self.assertCode(self.call({"command": "echo a"}, yes=False), "APPROVAL_DENIED")

    def test_modes(self):
        self.configure('[tools]\nmode = "disabled"\n')
        self.assertCode(self.call({"command": "true"}), "TOOL_DISABLED")
        self.configure('[tools]\nmode = "parse_only"\n')
        run = self.call({"command": "touch x"})
        self.assertCode(run, "TOOL_DISABLED")
        self.assertEqual(run.error["details"]["command"], "touch x")
        self.assertFalse((self.root / "x").exists())
        self.configure('[tools.approval]\nmode = "deny"\n')
        self.assertCode(self.call({"command": "true"}), "APPROVAL_DENIED")
        self.configure('[tools.approval]\nenabled = false\n')
        self.assertTrue(self.call({"command": "true"}, yes=False).envelope["ok"])
        self.configure('[tools.approval]\ndenylist = ["Test(rm *)"]\nenabled = false\n')
        self.assertCode(self.call({"command": "rm -rf /nothing"}), "APPROVAL_DENIED")

    def test_a_log_that_the_tool_may_not_read_is_no_resource_either(self):
        run = self.call({"command": "echo printed"}).data["run"]

        def read():
            messages = [{"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}}},
                        {"id": 2, "method": "resources/read", "params": {"uri": f"proctor://runs/{run}/log"}}]
            lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
            return json.loads(self.place.run("mcp", "--root", self.root, stdin=lines).out.splitlines()[1])
        self.assertEqual(read()["result"]["contents"][0]["text"], "printed\n")
        for text in ('[tools]\nmode = "disabled"\n', '[tools.approval]\ndenylist = ["read_log"]\n'):
            self.configure(text)
            self.assertIn(self.call({"run": run}, tool="read_log").error["message"], read()["error"]["message"])

    def test_a_project_cannot_widen_what_the_user_allows_until_it_is_trusted(self):
        (self.root / "proctor.toml").write_text('[tools.approval]\nenabled = false\n[tools.environment]\nset = {LD_PRELOAD = "x.so"}\n')
        self.assertCode(self.call({"command": "true"}, yes=False), "APPROVAL_REQUIRED")
        run = self.call({"command": "echo $LD_PRELOAD"})
        self.assertNotIn("x.so", run.data["output"])
        self.assertIn("proctor.toml:2: tools.approval.enabled is ignored", run.err)
        refused = self.place.run("trust", "--json", cwd=self.root)  # without a terminal, nobody can be asked
        self.assertCode(refused, "APPROVAL_REQUIRED")
        self.assertEqual(refused.code, 2)
        self.assertCode(self.call({"command": "true"}, yes=False), "APPROVAL_REQUIRED")
        trusted = self.place.run("trust", "--yes", cwd=self.root)
        self.assertEqual(trusted.code, 0, trusted)
        self.assertTrue(self.call({"command": "true"}, yes=False).envelope["ok"])
        (self.root / "proctor.toml").write_text('[tools.approval]\nenabled = false # changed\n')
        self.assertCode(self.call({"command": "true"}, yes=False), "APPROVAL_REQUIRED")

    def typed(self, args, question, answer, meanwhile=lambda: None, before=b"", stdout=None):
        """proctor with a person at a terminal who types an answer, and something before there is a question."""
        master, slave = pty.openpty()
        os.write(master, before)
        process = subprocess.Popen([harness.PROCTOR, *args], stdin=slave, stderr=slave, stdout=stdout or slave, env=self.place.env(), cwd=self.root, start_new_session=True)
        os.close(slave)
        seen = b""
        deadline = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < deadline:
            if select.select([master], [], [], 0.1)[0]:
                try:
                    seen += os.read(master, 4096)
                except OSError:
                    break
            if answer and question in seen:
                meanwhile()
                os.write(master, answer)
                answer = None
        out = process.stdout.read().decode() if stdout else ""
        if stdout:
            process.stdout.close()
        process.wait()
        os.close(master)
        return out, seen.decode(errors="replace")

    def at_a_terminal(self, answer, meanwhile=lambda: None, before=b"", **arguments):
        out, seen = self.typed(["call", "Test", "--args", json.dumps({"command": "echo ran", **arguments}), "--json"], b"[n] no: ", answer,
                               meanwhile, before, stdout=subprocess.PIPE)
        return json.loads(out), seen

    def test_a_person_at_a_terminal_is_asked_for_trust(self):
        (self.root / "proctor.toml").write_text('[tools.approval]\nallowlist = ["true"]\n')

        def trusted():
            return self.call({"command": "true"}, yes=False).envelope["ok"]
        self.assertIn("tools.approval.allowlist = ", self.typed(["trust"], b"[y/N] ", b"n\n", before=b"y\n")[1])
        self.assertFalse(trusted(), "what was typed before the question is no answer")
        self.typed(["trust"], b"[y/N] ", b"\n")
        self.assertFalse(trusted())
        self.typed(["trust"], b"[y/N] ", b"y\n")
        self.assertTrue(trusted())

    def test_an_untrusted_project_does_not_prolong_the_end_of_a_command(self):
        (self.root / "proctor.toml").write_text('[limits]\ngrace = "60s"\n')
        begin = time.monotonic()
        run = self.call({"command": "trap '' TERM INT HUP; while :; do sleep 0.1; done", "timeout_ms": 300})
        self.assertCode(run, "TEST_TIMEOUT")
        self.assertLess(time.monotonic() - begin, 20, run)
        self.assertIn("limits.grace is ignored", run.err)

    def test_a_server_tells_which_settings_of_the_project_are_ignored(self):
        (self.root / "proctor.toml").write_text('[tools.approval]\nmode = "auto"\n')
        run = self.place.run("mcp", "--root", self.root)
        self.assertEqual((run.code, run.out), (0, ""))
        self.assertIn("proctor.toml:2: tools.approval.mode is ignored", run.err)
        (self.root / "proctor.toml").write_text("[tools")
        self.assertIn(str(self.root / "proctor.toml"), self.place.run("mcp", "--root", self.root).err)

    def test_a_person_at_a_terminal_is_asked(self):
        envelope, seen = self.at_a_terminal(b"n\n")
        self.assertEqual(envelope["error"]["code"], "APPROVAL_DENIED")
        self.assertIn("echo ran", seen)
        self.assertIn(str(self.root), seen)
        self.assertTrue(self.at_a_terminal(b"y\n")[0]["ok"])
        self.assertTrue(self.at_a_terminal(b"always\n")[0]["ok"])
        envelope, seen = self.at_a_terminal(None)
        self.assertTrue(envelope["ok"])
        self.assertNotIn("[n] no", seen)

    def test_what_was_typed_before_the_question_is_no_answer(self):
        envelope, seen = self.at_a_terminal(b"n\n", before=b"y\n")
        self.assertEqual(envelope["error"]["code"], "APPROVAL_DENIED", seen)

    def test_a_part_of_a_long_line_is_no_answer(self):
        for blanks in (95, 98, 99, 100, 150):
            envelope, seen = self.at_a_terminal(b"y" + b" " * blanks + b"don't\nn\n")
            self.assertEqual(envelope["error"]["code"], "APPROVAL_DENIED", seen)

    def test_a_workdir_that_is_moved_while_a_person_is_asked_is_not_the_one_that_was_allowed(self):
        (self.root / "sub").mkdir()

        def move():
            (self.root / "sub").rename(self.root / "moved")
            (self.root / "sub").symlink_to(self.place.home)
        envelope, seen = self.at_a_terminal(b"y\n", meanwhile=move, workdir="sub")
        self.assertIn(str(self.root / "sub"), seen)
        self.assertEqual(envelope["error"]["code"], "INVALID_REQUEST", envelope)
        self.assertIn(f"leads to {self.place.home} now", envelope["error"]["message"])

    def test_what_is_forbidden_while_a_person_is_asked_does_not_run(self):
        def forbid():
            self.configure('[tools.approval]\ndenylist = ["echo *"]\n')
        self.assertEqual(self.at_a_terminal(b"y\n", meanwhile=forbid)[0]["error"]["code"], "APPROVAL_DENIED")

    def answers_after_waiting(self, before, after, commands):
        """Of calls over MCP that waited behind another one, while the configuration changed: the envelopes, in order."""
        self.configure("[tools]\nmax_parallel = 1\n" + before)
        server = subprocess.Popen([harness.PROCTOR, "mcp", "--root", self.root], env=self.place.env(MINE="seen", MY_TOKEN="hush-hush-hush"),
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        late = threading.Timer(60, server.kill)  # then nothing more is to be read
        late.start()
        blocker = "echo begun; while [ ! -e go ]; do sleep 0.05; done"

        def send(number, method, params):
            server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
            server.stdin.flush()

        def read(wanted):
            for line in server.stdout:
                message = json.loads(line)
                if wanted(message):
                    return message
            raise AssertionError("the server has ended")
        try:
            send("begin", "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
            for number, command in enumerate([blocker, *commands]):
                send(number, "tools/call", {"name": "Test", "arguments": {"command": command}, "_meta": {"progressToken": number}})
                waits = "begun" if number == 0 else "waiting for"
                read(lambda message, n=number, w=waits: message.get("params", {}).get("progressToken") == n and w in message["params"]["message"])
            self.configure("[tools]\nmax_parallel = 1\n" + after)
            (self.root / "go").touch()
            answers = {}
            while len(answers) < len(commands):
                message = read(lambda message: "result" in message and message["id"] not in ("begin", 0))
                answers[message["id"]] = message["result"]["structuredContent"]
            return [answers[number] for number in range(1, len(commands) + 1)]
        finally:
            late.cancel()
            server.stdin.close()
            server.stdout.close()
            server.wait(20)
            (self.root / "go").unlink(missing_ok=True)

    def test_a_call_that_waited_begins_as_the_configuration_has_it_by_then(self):
        off = "[tools.approval]\nenabled = false\n"
        def codes(answers):
            return [answer.get("error", {}).get("code") for answer in answers]
        touch = "touch ran"
        for after, code in ((off + 'denylist = ["touch *"]\n', "APPROVAL_DENIED"), ("", "APPROVAL_REQUIRED"),
                            ('mode = "disabled"\n', "TOOL_DISABLED"), ("[tools.approval", "INVALID_REQUEST")):
            self.assertEqual(codes(self.answers_after_waiting(off, after, [touch])), [code])
            self.assertFalse((self.root / "ran").exists(), after)
        stricter = off + '[tools.environment]\ndenylist = ["MINE"]\n[tools.output]\nmax_bytes = 3\n[isolation]\nlevel = "sandbox"\n'
        asked, cut = self.answers_after_waiting(off, stricter, ['echo "[$MINE]"', "echo 12345678"])
        self.assertEqual((asked["data"]["output"], asked["data"]["isolation"]["level"]), ("[]\n", "sandbox"), asked)
        self.assertTrue(cut["data"]["truncated"], cut)
        self.assertEqual(codes(self.answers_after_waiting(off, off, [touch, "false"])), [None, "COMMAND_FAILED"])
        self.assertTrue((self.root / "ran").exists())

    def test_what_was_allowed_once_is_not_asked_again_because_the_call_waited(self):
        blocker = "echo begun; while [ ! -e go ]; do sleep 0.05; done"
        allow = f"[tools.approval]\nallowlist = [{json.dumps('Test(' + blocker + ')')}]\n"
        for command in ("touch ran", "touch rule"):
            self.configure(allow)
            asked = self.call({"command": command}, yes=False).error["details"]["id"]
            self.place.run("approvals", "allow", asked, *(["--always"] if command == "touch rule" else []))
            answer = self.answers_after_waiting(allow, allow, [command])[0]
            self.assertTrue(answer["ok"], answer)
        self.configure(allow)
        self.assertCode(self.call({"command": "touch ran"}, yes=False), "APPROVAL_REQUIRED")

    def test_an_approval_to_run_tests_is_for_one_framework(self):
        for request, said in (({}, "run the tests"), ({"framework": "pytest"}, "run the tests --framework pytest")):
            run = self.place.run("call", "run_tests", "--args", json.dumps({"project_root": ".", **request}), "--json", cwd=self.root)
            self.assertCode(run, "APPROVAL_REQUIRED")
            self.assertEqual(run.error["details"]["command"], said)


if __name__ == "__main__":
    harness.main()
