"""The gate: whether the tests passed for exactly what lies there. Also the words of the agents' stop hooks, and git's."""
import json
import os
import subprocess
import time
import unittest

import harness

GOOD = {"a.bats": '@test "a" { true; }\n@test "b" { true; }\n', "lib.sh": "x=1\n", "README.md": "read me\n"}
BAD = '@test "a" { true; }\n@test "b" { false; }\n'


class Gate(unittest.TestCase):
    def setUp(self):
        self.place = harness.Place()
        self.addCleanup(self.place.close)
        self.place.more_env = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "a",
                               "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
                               "CLAUDE_PROJECT_DIR": None}
        self.root = self.place.project(GOOD, toml=None)

    def sh(self, line, ok=True):
        done = subprocess.run(["sh", "-c", line], cwd=self.root, env=self.place.env(), capture_output=True, text=True)
        if ok:
            self.assertEqual(done.returncode, 0, done)
        return done

    def repository(self):
        self.sh("git init -q -b main && git add . && git commit -qm first")

    def write(self, path, text):
        (self.root / path).write_text(text)

    def pass_tests(self):
        self.assertEqual(self.place.run("test", self.root, "-q").code, 0)

    def gate(self, *args, code=None, says=None, **more):
        more.setdefault("cwd", self.root)
        run = self.place.run("gate", *args, **more)
        if code is not None:
            self.assertEqual(run.code, code, run)
        if says:
            self.assertRegex(run.err if code else run.out, says)
        if code == 2 and "--hook" not in args:
            self.assertEqual((run.out, len(run.err.splitlines())), ("", 1), run)
        return run

    def test_opens_for_exactly_the_tree_that_passed(self):
        for git in (True, False):
            with self.subTest(git=git):
                if git:
                    self.repository()
                else:
                    self.sh("rm -rf .git")
                    self.write("lib.sh", "x=0\n")
                self.gate(code=2, says="No run of the tests of .*/project is remembered: run `proctor test`"
                          if git else "source tree has changed")
                self.pass_tests()
                self.gate(code=0, says="passed for this very tree")
                self.gate(code=0, cwd=self.place.top, *[str(self.root)])
                self.write("lib.sh", "x=2\n")
                self.write("new.sh", "")
                self.gate(code=2, says=r"^Run \w+, .* ago, passed, but the source tree has changed since \(lib.sh and new.sh\)")
                self.sh("rm new.sh")
                self.write("lib.sh", GOOD["lib.sh"] if git else "x=0\n")
                self.gate(code=0)

    def test_says_how_many_files_have_changed(self):
        self.repository()
        self.pass_tests()
        for number in range(9):
            self.write(f"n{number}", "")
        self.gate(code=2, says=r"\(n0, n1, n2 and 6 more\)")

    def test_stays_closed_after_a_failure_a_part_and_a_change_during_the_run(self):
        self.repository()
        self.write("a.bats", BAD)
        self.place.run("test", self.root, "-q")
        self.gate(code=2, says=r"of this very tree didn't pass: .*1.*failed")
        # Half of the tests: then all of them.
        self.write("a.bats", BAD.replace("false", "true; true"))
        self.assertEqual(self.place.run("test", self.root, "-q", "--filter", "a").code, 0)
        self.gate(code=2, says="only a part of the tests .*--filter")
        self.pass_tests()
        self.gate(code=0)
        # What fails later for the same tree closes it again.
        self.write("a.bats", '@test "a" { true; }\n@test "b" { [ ! -e ../bad ]; }\n')
        self.pass_tests()
        self.gate(code=0)
        (self.place.top / "bad").write_text("")
        self.place.run("test", self.root, "-q")
        self.gate(code=2, says="didn't pass")
        # A run that changes a tracked file counts for no tree.
        self.write("a.bats", '@test "a" { echo 3 >lib.sh; }\n')
        run = self.place.test(self.root)
        self.assertTrue(any("lib.sh changed while the tests ran" in warning for warning in run.data["warnings"]), run)
        self.gate(code=2, says="files changed while it went on")

    def test_one_of_two_frameworks_is_a_part(self):
        self.write("test_a.py", "def test_a(): pass\n")
        self.write("pytest.ini", "[pytest]\n")
        self.repository()
        self.assertEqual(self.place.run("test", self.root, "-q", "--framework", "bats").code, 0)
        self.gate(code=2, says="only a part of the tests .*--framework bats")
        self.assertEqual(self.place.run("run", "--", "python3", "-m", "pytest", "-q", cwd=self.root).code, 0)
        self.gate(code=2, says="only a part of the tests")
        self.sh("git rm -qf a.bats")
        self.assertEqual(self.place.run("run", "--", "python3", "-m", "pytest", "-q", cwd=self.root).code, 0)
        self.gate(code=0)

    def test_a_command_that_shows_no_test_opens_nothing(self):
        self.write("Makefile", "test:\n\t@true\n")
        self.repository()
        run = self.place.run("run", "--", "make", "test", cwd=self.root)
        self.assertEqual((run.code, run.err.split(", run ")[0].strip()), (0, "proctor: DONE exit code 0, no tests seen"))
        self.gate(code=2, says="No run of the tests")

    def test_what_runs_leave_behind_is_no_change(self):
        self.repository()
        self.write("a.bats", '@test "a" { echo $RANDOM >report.xml; mkdir -p out; echo 1 >out/$RANDOM; }\n')
        for _ in range(2):
            self.pass_tests()
            self.gate(code=0)
        self.write("report.xml", "by hand")
        self.gate(code=2, says="report.xml")

    def test_max_age_and_ignored_files(self):
        self.repository()
        self.pass_tests()
        self.gate("--max-age", "1h", code=0)
        time.sleep(0.05)
        self.gate("--max-age", "1ms", code=2, says="--max-age allows 1 ms")
        self.write("proctor.toml", '[gate]\nignore = ["*.md", "docs/**"]\n')
        self.gate(code=2, says=r"\(proctor.toml\)")
        self.pass_tests()
        self.write("README.md", "read me again\n")
        (self.root / "docs").mkdir()
        self.write("docs/a.txt", "")
        self.gate(code=0)
        self.write("lib.sh", "x=2\n")
        self.gate(code=2, says=r"\(lib.sh\)")

    def test_a_tree_as_the_branch_found_it_needs_no_run(self):
        self.repository()
        self.gate(code=2)  # main started from nothing
        self.sh("git checkout -q -b feature")
        self.gate(code=0, says="Nothing has changed since main .* where this branch started")
        self.write("lib.sh", "x=2\n")
        self.gate(code=2)
        self.sh("git commit -qam change")
        self.gate(code=2)  # a clean work tree isn't an untouched one
        self.sh("git revert --no-edit HEAD")
        self.gate(code=0)
        self.sh("git update-index --assume-unchanged lib.sh")
        self.write("lib.sh", "x=3\n")
        self.gate(code=2)

    def test_its_own_trouble_is_no_verdict(self):
        self.repository()
        self.gate("--no-such-flag", code=1)
        self.gate("--hook", "nobody", code=1)
        self.gate("--max-age", "soon", code=1)
        self.gate("--hook", "claude", code=1, stdin="no json")
        self.gate(str(self.place.top / "missing"), code=1)
        self.gate(code=1, env={"PATH": "/nonexistent"}, says="git can't be started")
        self.write("proctor.toml", "[gate]\nignore = 1\n")
        self.gate(code=1, says="gate.ignore")
        self.sh("rm proctor.toml && printf damaged >.git/index")
        self.gate(code=1, says="index file")
        self.sh("rm -rf .git")
        self.gate("--staged", code=1, says="no git repository")

    def test_staged_asks_about_what_git_would_commit(self):
        self.repository()
        self.write("lib.sh", "x=2\n")
        self.pass_tests()
        self.gate("--staged", code=2, says=r"what is staged is different \(lib.sh\): stage all")
        self.sh("git add lib.sh")
        self.gate("--staged", code=0)
        self.write("lib.sh", "x=3\n")
        self.gate("--staged", code=0)
        self.gate(code=2)
        self.sh("git add lib.sh")
        self.write("forgotten.sh", "")
        self.pass_tests()
        self.gate("--staged", code=2, says=r"\(forgotten.sh\)")

    def test_git_asks_before_a_commit(self):
        self.repository()
        self.sh("printf '#!/bin/sh\\necho mine\\nexit 0\\n' >.git/hooks/pre-commit && chmod +x .git/hooks/pre-commit")
        before = (self.root / ".git/hooks/pre-commit").read_bytes()
        for _ in range(2):
            self.gate("--install-git-hook", code=0)
        installed = (self.root / ".git/hooks/pre-commit").read_text()
        self.assertEqual((installed.count("gate --staged"), installed.startswith("#!/bin/sh\necho mine\n")), (1, True))
        self.write("lib.sh", "x=2\n")
        refused = self.sh("git commit -qam two", ok=False)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("proctor test", refused.stderr)
        self.pass_tests()
        self.sh("git commit -qam two")
        self.write("lib.sh", "x=3\n")
        self.sh("git commit -qam three --no-verify")
        # A part of what has changed is another tree: git names its own index.
        self.write("README.md", "2")
        self.write("lib.sh", "x=4\n")
        self.pass_tests()
        self.assertNotEqual(self.sh("git commit -qm four lib.sh", ok=False).returncode, 0)
        self.sh("git commit -qm four lib.sh README.md")
        self.gate("--install-git-hook", "--remove", code=0)
        self.assertEqual((self.root / ".git/hooks/pre-commit").read_bytes(), before)

    def test_the_hook_goes_where_git_looks_for_it(self):
        self.repository()
        for path, hook in ((".husky/_", ".husky/pre-commit"), ("hooks", "hooks/pre-commit")):
            self.sh(f"git config core.hooksPath {path}")
            self.gate("--install-git-hook", code=0, says=hook)
            self.assertTrue(os.access(self.root / hook, os.X_OK))
            self.gate("--remove", code=0)
            self.assertFalse((self.root / hook).exists())
        self.sh("git config --unset core.hooksPath && git worktree add -q ../linked")
        self.gate("--install-git-hook", "../linked", code=0)
        self.assertTrue((self.root / ".git/hooks/pre-commit").exists())
        self.gate("--remove", "../linked", code=0)
        self.sh("printf '#!/usr/bin/env python3\\n' >.git/hooks/pre-commit")
        self.gate("--install-git-hook", code=1, says="no shell script")
        self.write("lefthook.yml", "")
        self.gate("--install-git-hook", code=1, says="lefthook.yml")
        self.sh(f"rm lefthook.yml && printf '[core]\\nhooksPath = {self.place.top}/shared\\n' >../gitconfig")
        self.gate("--install-git-hook", code=1, says="all repositories share",
                  env={"GIT_CONFIG_GLOBAL": str(self.place.top / "gitconfig")})

    def hook(self, agent, code, **said):
        said.setdefault("cwd", str(self.root))
        run = self.place.run("gate", "--hook", agent, stdin=json.dumps(said), cwd=self.place.top)
        self.assertEqual(run.code, code, run)
        return run

    def test_each_agent_hears_it_in_its_own_words(self):
        self.repository()
        nothing_yet = "No run of the tests"
        for agent, word in (("claude", "block"), ("codex", "block"), ("gemini", "deny")):
            run = self.hook(agent, 2, session_id=agent, hook_event_name="Stop", stop_hook_active=False)
            self.assertIn(nothing_yet, run.err)
            self.assertEqual(json.loads(run.out), {"decision": word, "reason": run.err.strip()})
        for agent in ("vscode", "copilot", "claude"):  # VS Code and Copilot read Claude's settings as well
            answer = json.loads(self.hook(agent, 0, sessionId="v" + agent, hookEventName="Stop").out)
            self.assertEqual(answer["decision"], "block")
            self.assertEqual(answer["hookSpecificOutput"], {"hookEventName": "Stop", "decision": "block", "reason": answer["reason"]})
        cursor = dict(conversation_id="c", workspace_roots=[str(self.root)], cwd="/", cursor_version="1")
        for agent in ("cursor", "claude"):
            answer = json.loads(self.hook(agent, 0, status="completed", loop_count=0, **cursor).out)
            self.assertIn(nothing_yet, answer["followup_message"])
        self.assertEqual(self.hook("cursor", 0, status="aborted", loop_count=0, **cursor).out, "{}\n")
        self.pass_tests()
        for agent in ("claude", "codex", "gemini", "vscode", "copilot"):
            run = self.hook(agent, 0, session_id=agent, stop_hook_active=True)
            self.assertEqual((run.out, run.err), ("", ""))
        self.assertEqual(self.hook("cursor", 0, status="completed", loop_count=0, **cursor).out, "{}\n")

    def test_it_gives_up_where_nothing_has_changed_since_it_last_said_so(self):
        self.repository()
        self.hook("claude", 2, session_id="s", stop_hook_active=False)
        self.assertIn("gives up", self.hook("claude", 0, session_id="s", stop_hook_active=True).err)
        self.write("lib.sh", "x=2\n")
        self.hook("claude", 2, session_id="s", stop_hook_active=True)
        self.hook("claude", 0, session_id="s", stop_hook_active=True)
        self.hook("claude", 2, session_id="s", stop_hook_active=False)  # the user has said something
        self.hook("codex", 2, session_id="another", stop_hook_active=True)
        # Copilot doesn't tell whether it goes on already, Cursor counts.
        self.assertNotEqual(self.hook("copilot", 0, sessionId="c").out, "")
        self.assertEqual(self.hook("copilot", 0, sessionId="c").out, "")
        for loop in (0, 1):
            run = self.hook("cursor", 0, conversation_id="u", status="completed", loop_count=loop)
            self.assertEqual("followup_message" in run.out, loop == 0)

    def test_a_session_that_changed_nothing_needs_no_run(self):
        self.repository()
        transcript = self.place.top / "transcript.jsonl"
        began = time.strftime("%Y-%m-%dT%H:%M:%S.500Z", time.gmtime(time.time() + 1))
        transcript.write_text(json.dumps({"type": "user", "timestamp": began}) + "\n")
        said = dict(session_id="s", transcript_path=str(transcript), stop_hook_active=False)
        self.hook("claude", 0, **said)
        self.write("lib.sh", "x=2\n")
        self.hook("claude", 2, **said)
        time.sleep(2.1)  # so that the commit is younger than the session
        self.sh("git commit -qam change")
        self.hook("claude", 2, **said)

    def test_a_run_that_goes_on_is_waited_for(self):
        self.repository()
        go = self.place.top / "go"
        self.write("a.bats", f'@test "a" {{ touch {go}ing; while [ ! -e {go} ]; do sleep 0.05; done; }}\n')
        run = self.place.start("test", self.root, "-q", start_new_session=True)
        harness.wait_for(lambda: os.path.exists(f"{go}ing"), what="the test's beginning")
        gate = self.place.start("gate", cwd=self.root)
        time.sleep(0.3)
        self.assertIsNone(gate.poll())
        go.write_text("")
        self.assertEqual(self.place.finish(gate).code, 0)
        self.assertEqual(self.place.finish(run).code, 0)


if __name__ == "__main__":
    harness.main()
