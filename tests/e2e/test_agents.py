"""Coding agents: their hook, what `proctor init` does to their settings, and the proof of `proctor doctor`."""
import json
import os
import pty
import shutil
import subprocess

import harness

# Settings as people have them. Each must come back to the byte.
WILD = {
    "other hooks": '{\n  "model": "opus",\n  "hooks": {\n    "PreToolUse": [\n      {"matcher": "Bash", "hooks": '
                   '[{"type": "command", "command": "guard.sh"}]}\n    ]\n  }\n}\n',
    "tabs": '{\n\t"permissions": {\n\t\t"allow": ["Bash(ls:*)"]\n\t}\n}\n',
    "odd indentation": '{\n     "a": 1,\n   "hooks": {"Stop": []}\n }',
    "CRLF": '{\r\n  "a": 1\r\n}\r\n',
    "one line": '{"a":1,"hooks":{"PreToolUse":[]}}',
    "no line break at the end": '{\n  "a": 1\n}',
    "empty file": "",
    "empty object": "{}",
    "blanks": "{ \n }\n\n",
    "names that look like others": '{"hooks":{"PreToolUse ":[]},"x":"\\"hooks\\": {"}\n',
}


class Agents(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.home = self.place.top / "home"
        self.work = self.place.top / "work"
        self.home.mkdir(exist_ok=True)
        self.work.mkdir()
        self.env = self.place.env(HOME=str(self.home))
        for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "PROCTOR_OFF", "CI",
                     "CLAUDE_PROJECT_DIR"):
            self.env.pop(name, None)

    def proctor(self, *args, stdin="", **env):
        return subprocess.run([harness.PROCTOR, *args], cwd=self.work, env={**self.env, **env}, input=stdin, timeout=60,
                              check=False, text=True, capture_output=True)

    def init(self, *args, code=0):
        run = self.proctor("init", *args)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run

    def claude(self, text):
        file = self.home / ".claude/settings.json"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def hook(self, agent, command="./run_tests.sh | tail -3", tool="Bash", event="PreToolUse", more_input=None, **more):
        call = {"session_id": "s", "cwd": str(self.work), "hook_event_name": event, "tool_name": tool,
                "tool_input": {"command": command, **(more_input or {})}, **more}
        run = self.proctor("hook", agent, stdin=json.dumps(call))
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return json.loads(run.stdout) if run.stdout.strip() else None

    # --- init

    def test_remove_gives_back_the_very_bytes(self):
        for name, text in WILD.items():
            with self.subTest(name):
                file = self.claude(text)
                shown = self.init("claude", "--hook-only", "--gate").stdout
                self.assertIn("+++ ", shown)
                settings = json.loads(file.read_text())
                handler = settings["hooks"]["PreToolUse"][-1]["hooks"][0]
                self.assertEqual(handler["args"], ["hook", "claude"])
                self.assertTrue(os.access(handler["command"], os.X_OK))
                self.assertEqual(len(settings["hooks"]["Stop"]), 1)
                changed = file.read_bytes()
                self.assertIn("already", self.init("claude", "--hook-only", "--gate").stdout)
                self.assertEqual(file.read_bytes(), changed)
                self.init("claude", "--remove")
                self.assertEqual(file.read_bytes(), text.encode())

    def test_remove_keeps_what_others_added_meanwhile(self):
        file = self.claude(WILD["other hooks"])
        self.init("claude", "--hook-only")
        settings = json.loads(file.read_text())
        settings["hooks"]["PreToolUse"][-1]["hooks"].append({"type": "command", "command": "theirs"})
        settings["hooks"]["PreToolUse"].append({"matcher": "Edit", "hooks": [{"type": "command", "command": "more"}]})
        file.write_text(json.dumps(settings, indent=1))
        self.init("claude", "--remove")
        left = [handler["command"] for group in json.loads(file.read_text())["hooks"]["PreToolUse"]
                for handler in group["hooks"]]
        self.assertEqual(left, ["guard.sh", "theirs", "more"])

    def test_every_agent_and_back(self):
        comment = '// mine\n{\n  "theme": "x", // dark\n}\n'
        (self.work / "opencode.jsonc").write_text(comment)
        codex = self.home / ".codex/config.toml"
        codex.parent.mkdir()
        codex.write_text('# mine\nmodel = "o"\n\n[mcp_servers.other]\ncommand = "x"')
        names = ["claude", "codex", "gemini", "cursor", "vscode", "opencode", "zed", "cline", "windsurf", "amp"]
        before = self.files()
        self.init(*names, "--gate")
        self.init(*names, "--project", "--gate", "--rules")
        made = self.files()
        for expected in ("work/.mcp.json", "work/.claude/settings.json", "home/.claude.json", "home/.codex/hooks.json",
                         "home/.gemini/settings.json", "work/.cursor/hooks.json", "work/.vscode/mcp.json",
                         "home/.config/zed/settings.json", "work/.opencode/plugins/proctor.js", "work/AGENTS.md"):
            self.assertIn(expected, made)
        self.assertIn("[mcp_servers.other]", made["home/.codex/config.toml"])
        self.assertIn("tool_timeout_sec = 3600", made["home/.codex/config.toml"])
        self.assertIn("// dark", made["work/opencode.jsonc"])
        self.assertNotIn("work/.github/hooks/proctor.json", made)  # VS Code reads Claude's
        self.init(*names, "--project", "--remove")
        self.init(*names, "--remove")
        self.assertEqual(self.files(), before)

    def files(self):
        found = {}
        for place in (self.home, self.work):
            for file in place.rglob("*"):
                if file.is_file() and ".local/state" not in str(file):
                    found[f"{place.name}/{file.relative_to(place)}"] = file.read_text()
        return found

    def test_what_cannot_be_read_is_not_touched(self):
        for text in ('{"a": 1,}', '{\n  // a comment\n}', '{"hooks": []}', "[]", '{"a" 1}'):
            with self.subTest(text):
                file = self.claude(text)
                run = self.init("claude", "--hook-only", code=2)
                self.assertIn("isn't changed", run.stderr)
                self.assertEqual(file.read_text(), text)

    def test_a_linked_file_stays_linked_and_a_read_only_one_as_it_is(self):
        real = self.place.top / "dotfiles.json"
        real.write_text("{}\n")
        real.chmod(0o640)
        (self.home / ".claude").mkdir()
        link = self.home / ".claude/settings.json"
        link.symlink_to(real)
        self.init("claude", "--hook-only")
        self.assertTrue(link.is_symlink())
        self.assertIn("PreToolUse", real.read_text())
        self.assertEqual(real.stat().st_mode & 0o777, 0o640)
        self.init("claude", "--remove")
        self.assertEqual(real.read_text(), "{}\n")
        real.chmod(0o444)
        self.assertIn("read-only", self.init("claude", "--hook-only", code=2).stderr)
        self.assertEqual(real.read_text(), "{}\n")

    def test_without_a_terminal_it_says_what_it_would_do(self):
        run = self.proctor("init", PATH="/usr/bin:/bin")
        self.assertEqual(run.returncode, 2)
        (self.home / ".codex").mkdir()
        run = self.proctor("init", PATH="/usr/bin:/bin")
        self.assertEqual(run.returncode, 2)
        self.assertIn("proctor init codex", run.stdout)
        self.assertIn("Nothing was written", run.stdout)
        self.assertEqual(list((self.home / ".codex").iterdir()), [])
        self.init("codex", "--dry-run")
        self.assertEqual(list((self.home / ".codex").iterdir()), [])

    def test_at_a_terminal_it_asks_for_each(self):
        for agent in (".claude", ".codex"):
            (self.home / agent).mkdir()
        terminal, inner = pty.openpty()
        process = subprocess.Popen([harness.PROCTOR, "init", "--hook-only"], cwd=self.work, stdin=inner, stdout=inner,
                                   env={**self.env, "PATH": "/usr/bin:/bin"}, stderr=subprocess.DEVNULL)
        os.close(inner)
        os.write(terminal, b"n\ny\n")
        said = b""
        try:
            while block := os.read(terminal, 4096):
                said += block
        except OSError:
            pass  # it has ended
        os.close(terminal)
        self.assertEqual(process.wait(60), 0)
        self.assertIn(b"settings of Claude Code? [y/N]", said)
        self.assertEqual(list((self.home / ".claude").iterdir()), [])
        self.assertTrue((self.home / ".codex/hooks.json").exists())

    def test_it_names_a_path_that_stays(self):
        def installed(path):
            program = self.place.top / path
            program.parent.mkdir(parents=True)
            shutil.copy(harness.PROCTOR, program)
            return program
        cellar = installed("brew/Cellar/proctor/1.0/bin/proctor")
        name = self.place.top / "brew/bin/proctor"
        name.parent.mkdir()
        name.symlink_to(cellar)
        cached = installed("home/.npm/_npx/ab12/node_modules/p/bin/proctor")
        for program, path, expected in ((cellar, name.parent, name), (cellar, "/none", cellar), (cached, name.parent, name)):
            self.env["PATH"] = f"{path}:/usr/bin:/bin"
            subprocess.run([program, "init", "claude", "--hook-only"], cwd=self.work, env=self.env, check=True,
                           capture_output=True)
            settings = json.loads((self.home / ".claude/settings.json").read_text())
            self.assertEqual([group["hooks"][0]["command"] for group in settings["hooks"]["PreToolUse"]], [str(expected)])
        run = subprocess.run([cached, "init", "claude"], cwd=self.work, env={**self.env, "PATH": "/usr/bin:/bin"},
                             check=False, capture_output=True, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertIn("Install proctor", run.stdout)

    # --- hook

    def test_each_agent_gets_its_own_words(self):
        claude = self.hook("claude", more_input={"timeout": 600000, "description": "d"})
        specific = claude["hookSpecificOutput"]
        self.assertNotIn("permissionDecision", specific)
        self.assertEqual(specific["updatedInput"]["timeout"], 600000)
        self.assertTrue(specific["updatedInput"]["command"].endswith(" run --shell -c './run_tests.sh | tail -3'"))
        codex = self.hook("codex")["hookSpecificOutput"]
        self.assertEqual((codex["permissionDecision"], list(codex["updatedInput"])), ("allow", ["command"]))
        gemini = self.hook("gemini", tool="run_shell_command", event="BeforeTool")
        self.assertIn("proctor", gemini["hookSpecificOutput"]["tool_input"]["command"])
        cursor = self.hook("cursor", tool="Shell", event="preToolUse", conversation_id="c")
        self.assertEqual(list(cursor), ["updated_input"])
        self.assertEqual(self.hook("cursor", "ls", tool="Shell", event="preToolUse", conversation_id="c"), {})
        run = self.proctor("hook", "vscode", stdin=json.dumps(
            {"toolName": "bash", "toolArgs": json.dumps({"command": "./run_tests.sh"}), "cwd": "/"}))
        self.assertIn("proctor", json.loads(run.stdout)["modifiedArgs"]["command"])

    def test_no_opinion_on_anything_else(self):
        self.assertIsNone(self.hook("claude", "ls"))
        self.assertIsNone(self.hook("claude", tool="Edit"))
        self.assertIsNone(self.hook("claude", event="PostToolUse"))
        self.assertIsNone(self.hook("claude", more_input={"run_in_background": True}))
        for text in ("", "x", "[]", "{", '{"tool_name": 1}', '{"tool_name": "Bash", "tool_input": []}', "\xff", "{" * 9999):
            run = self.proctor("hook", "claude", stdin=text)
            self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""), text[:20])
        run = self.proctor("hook", "nobody", "--strange", stdin="{}")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))

    def test_the_users_rules_count_for_what_was_typed(self):
        for rule, command, decision in (
                ('{"deny": ["Bash(./run_tests.sh:*)"]}', "A=1 ./run_tests.sh | tail", "none"),
                ('{"ask": ["Bash(timeout *)"]}', "timeout 9 ./run_tests.sh", "none"),
                ('{"deny": ["Bash(rm *)"]}', "./run_tests.sh; rm -r x", "none"),
                ('{"allow": ["Bash(./run_tests.sh:*)"]}', "./run_tests.sh -q 2>&1 | tail -3", "allow"),
                ('{"allow": ["Bash(./run_tests.sh:*)"]}', "./run_tests.sh && rm -r x", "none"),
                ('{"allow": ["Bash(./run_tests.sh:*)"]}', "./run_tests.sh > ../../x", "none"),
                ('{"allow": ["Bash(./run_tests.sh:*)"]}', "cd . && ./run_tests.sh", "allow"),
                ('{"allow": ["Bash(./run_tests.sh:*)"]}', f'cd "{self.work}" && ./run_tests.sh', "allow"),
                ('{"allow": ["Bash(./run_tests.sh:*)"]}', f"cd {self.work}/api && ./run_tests.sh; cd .", "none"),
                ('{"allow": ["Bash(*run_tests.sh)"]}', "cd .. && ./run_tests.sh", "none"),
                ('{"allow": ["Bash(./run_tests.sh:*)"]}', "./run_tests.sh; echo $?", "none"),
                ('{"allow": ["Bash(ls:*)"]}', "ls && ./run_tests.sh", "rewrite"),
                ('{"allow": ["Bash"]}', "ls > x && ./run_tests.sh", "rewrite"),
                ('{"allow": ["Bash(npm test)"]}', "./run_tests.sh", "rewrite"),
                ('{"deny": ["Bash(npm *)"]', "./run_tests.sh", "none")):
            with self.subTest(rule, command=command):
                self.claude('{"permissions": ' + rule + "}")
                answer = self.hook("claude", command)
                if decision == "none":
                    self.assertIsNone(answer)
                else:
                    found = answer["hookSpecificOutput"].get("permissionDecision", "rewrite")
                    self.assertEqual(found, decision)
        (self.home / ".codex/rules").mkdir(parents=True)
        rules = self.home / ".codex/rules/default.rules"
        for text, other in (('prefix_rule(pattern = ["make", "test"], decision = "forbidden")\n', True),
                            ('prefix_rule(pattern = ["make", "test"], decision = "allow")\n', True),
                            ('# prefix_rule: mine\nprefix_rule(\n  pattern = ["make", "test"], justification = "slow :)",\n  decision = "prompt",\n)\n', True),
                            ('prefix_rule(pattern = [["make", "just"], "test"], decision = "forbidden")\n', False),  # which it can't read
                            ('for c in ["make"]:\n    prefix_rule(pattern = [c], decision = "forbidden")\n', False)):
            with self.subTest(text):
                rules.write_text(text)
                self.assertIsNone(self.hook("codex", "make test -j4"))
                self.assertEqual(self.hook("codex", "./run_tests.sh") is not None, other)
        for file, text in ((".gemini/settings.json", '{"tools": {"exclude": ["run_shell_command(./run_tests.sh)"]}}'),
                           (".gemini/policies/a.toml", '[[rule]]\ncommandPrefix = "./test.sh"\ndecision = "deny"\n'
                                                     '[[rule]]\ncommandPrefix = "./unit_tests.sh"\ndecision = "allow"\n'),
                           (".config/opencode/opencode.jsonc",
                            '{ // mine\n"permission": {"bash": {"./run_tests.sh*": "deny", "./test.sh": "deny", "./unit_tests.sh *": "allow"}}}'),
                           (self.work / "opencode.json", '{"permission": {"bash": {"*": "ask"}}}')):
            (self.home / file).parent.mkdir(parents=True, exist_ok=True)
            (self.home / file).write_text(text)
        for agent, tool, event in (("gemini", "run_shell_command", "BeforeTool"), ("opencode", "bash", "PreToolUse")):
            for command, is_refused in (("./run_tests.sh -q", True), ("./test.sh", True), ("./all_tests.sh", False),
                                        # An allowed command would be asked about when it is rewritten.
                                        ("./unit_tests.sh -v", True)):
                answer = self.hook(agent, command, tool=tool, event=event)
                self.assertEqual(answer is None, is_refused, (agent, command))

    def test_it_is_switched_off(self):
        self.assertIsNone(self.hook("claude", "PROCTOR_OFF=1 ./run_tests.sh"))
        (self.work / "proctor.toml").write_text('[hook]\nexclude = ["./run_tests.sh*"]\n')
        self.assertIsNone(self.hook("claude"))
        self.assertIsNotNone(self.hook("claude", "./all_tests.sh"))
        self.env["PROCTOR_OFF"] = "1"
        self.assertIsNone(self.hook("claude", "./all_tests.sh"))

    def test_a_rewritten_line_does_what_it_did(self):
        script = self.work / "sub dir/run_tests.sh"
        script.parent.mkdir()
        script.write_text('#!/bin/sh\necho "$A|$B|$1|$PWD"\necho "2 passed"\nexit ${C:-0}\n')
        script.chmod(0o755)
        lines = ("""cd "sub dir" && A=1 ./run_tests.sh 'it'"'"'s "q" $x' | head -1; pwd""",
                 """set -e; cd 'sub dir'; export B=b; ./run_tests.sh "`echo a`"; C=4 ./run_tests.sh; echo never""",
                 """cd sub\\ dir || exit 1\nB=2; ./run_tests.sh "$B" 2>&1 | tail -2 | sed 's/|/\\\\|/'\npwd""")
        for shell in filter(os.path.exists, ("/bin/bash", "/usr/bin/zsh")):
            for line in lines:
                with self.subTest(shell, line=line):
                    rewritten = self.proctor("rewrite", line).stdout
                    self.assertIn(" run --shell -c '", rewritten)
                    seen = [subprocess.run([shell, "-c", each], cwd=self.work, env={**self.env, "SHELL": shell}, timeout=60,
                                           check=False, text=True, capture_output=True, stdin=subprocess.DEVNULL).stdout
                            for each in (line, rewritten)]
                    self.assertEqual(seen[0], seen[1])

    def test_rewrite_shows_it(self):
        # By its path also where the PATH leads to it: a login shell, such as Codex', makes a PATH of its own.
        path = f"{os.path.dirname(harness.PROCTOR)}:{os.environ['PATH']}"
        run = self.proctor("rewrite", "cd api && ./run_tests.sh | tail", PATH=path)
        self.assertEqual(run.returncode, 0)
        self.assertEqual(run.stdout, f"cd api && {harness.PROCTOR} run --shell -c './run_tests.sh | tail'\n")
        self.assertIn("runs tests", run.stderr)
        run = self.proctor("rewrite", "echo 'npm test'", "--json")
        self.assertEqual((run.returncode, json.loads(run.stdout)["data"]["rewritten"]), (1, False))

    # --- doctor

    def test_gemini_goes_on_without_proctor(self):
        """Gemini CLI refuses a call where its hook's exit code is above 1, and a program that is gone is 127."""
        self.init("gemini", "--project", "--gate", "--hook-only")
        file = self.work / ".gemini/settings.json"
        program = json.loads(file.read_text())["hooks"]["BeforeTool"][0]["hooks"][0]["command"].split()[0]
        hooks = json.loads(file.read_text().replace(program, "/nowhere/proctor"))["hooks"]
        for event in ("BeforeTool", "AfterAgent"):
            run = subprocess.run(["bash", "-c", hooks[event][0]["hooks"][0]["command"]], input="{}", text=True,
                                 capture_output=True, check=False, timeout=60)
            self.assertEqual((run.returncode, run.stdout), (1, ""), run)
            self.assertIn("/nowhere/proctor", run.stderr)

    def test_doctor_starts_the_hook(self):
        def finding():
            findings = json.loads(self.proctor("doctor", "--json").stdout)["data"]["findings"]
            return {one["name"]: one for one in findings}
        self.assertNotIn("hook of claude", finding())
        file = self.claude("{}")
        self.assertIn("proctor init claude", finding()["hook of claude"]["hint"])
        self.init("claude", "codex", "cursor", "gemini", "opencode", "--hook-only")
        found = finding()
        for agent in ("claude", "codex", "cursor", "gemini", "opencode"):
            self.assertEqual(found[f"hook of {agent}"]["state"], "found", found[f"hook of {agent}"])
        file.write_text(file.read_text().replace(json.loads(file.read_text())["hooks"]["PreToolUse"][0]["hooks"][0]
                                                 ["command"], "/nowhere/proctor"))
        broken = finding()["hook of claude"]
        self.assertEqual(broken["state"], "limited")
        self.assertIn("proctor init claude", broken["hint"])
        self.init("claude", "--hook-only")
        self.assertEqual(finding()["hook of claude"]["state"], "found")


if __name__ == "__main__":
    harness.main()
