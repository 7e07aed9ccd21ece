"""When files or processes run short: each command ends soon, with a right result or with what is short and how to raise
the limit, and the next start leaves nothing. And proctor is killed early: no private directory stays.

PROCTOR_EACH=1 tries each limit, PROCTOR_KILLS sets how many kills there are, PROCTOR_SEED repeats their moments.
"""
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import threading
import unittest

import harness

SOON = 60  # seconds: on a busy machine, too
KILLS = int(os.environ.get("PROCTOR_KILLS", "25"))
LONGEST = 0.15  # seconds until the kill
DAEMON = "(setsid sleep 301 </dev/null >/dev/null 2>&1 &); echo said"
PROBLEMS = '@test "says what it should" {\n  run bash say.sh\n  [ "$output" = said ]\n}\n'
MESSAGES = [
    {"jsonrpc": "2.0", "id": 1, "method": "initialize",
     "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "Test", "arguments": {"command": DAEMON}}},
]


def few(step):
    """Limits of open files, from what the program itself can just be started with."""
    return range(6, 41, 1 if os.environ.get("PROCTOR_EACH") else step)


class Short(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.solution = self.place.project({"say.sh": "echo said\n", "say.bats": PROBLEMS}, name="solution", toml=None)
        config = self.place.home / ".config/proctor/proctor.toml"
        config.parent.mkdir(parents=True)
        config.write_text('[tools.approval]\nenabled = false\n[limits]\ngrace = "300ms"\n')
        self.before = []  # what stands before proctor in the command line

    def run_limited(self, kind, number, *args, messages=()):
        process = subprocess.Popen(
            [*self.before, harness.PROCTOR, *map(str, args)], env=self.place.env(), cwd=self.solution, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=lambda: (resource.setrlimit(kind, (number, number)),
                                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))))
        killer = threading.Timer(SOON, process.kill)
        killer.start()
        said = ""
        try:
            for message in messages:
                process.stdin.write(json.dumps(message) + "\n")
                process.stdin.flush()
            if messages:  # at the end of its input a server stops what it does
                while "id" in messages[-1] and f'"id":{messages[-1]["id"]},' not in said:
                    line = process.stdout.readline()
                    said += line
                    if not line:
                        break
            out, err = process.communicate()
        finally:
            killer.cancel()
        self.assertNotEqual(process.returncode, -signal.SIGKILL, f"{args} with a limit of {number} hangs")
        return harness.Run(process.returncode, said + out, err, 0)

    def run_tests_of_it(self, kind, number):
        return self.run_limited(kind, number, "test", self.solution, "--json")

    def call_it(self, kind, number):
        return self.run_limited(kind, number, "call", "Test", "--args", json.dumps({"command": DAEMON}), "--json")

    def exercise_it(self, kind, number):
        return self.run_limited(kind, number, "exercism", "say", self.solution, self.place.top / "out", "--track",
                                "bash")

    def serve_it(self, kind, number):
        return self.run_limited(kind, number, "mcp", messages=MESSAGES)

    def check(self, run, right, limit):
        """A right result, or what is short. Nothing is alive."""
        if run.code == 0 and right(run):
            self.right += 1
        else:
            self.assertIn("RESOURCES_EXHAUSTED", run.out + run.err, run)
            self.assertIn(limit, run.out + run.err, run)
            self.short += 1
        self.assertEqual(harness.processes_about(str(self.place.top)), {}, run)

    def check_each(self, kind, numbers, action, right, limit):
        self.right = self.short = 0
        for number in numbers:
            with self.subTest(limit=number):
                run = action(kind, number)
                self.assertIn(run.code, (0, 3), run)
                self.check(run, right, limit)
        self.assertGreater(self.short, 0, "no limit was too low for it")
        self.assertGreater(self.right, 0, "no limit was high enough for it")
        self.next_start_leaves_nothing()

    def next_start_leaves_nothing(self):
        again = self.place.run("call", "Test", "--args", '{"command": "true"}', "--json", cwd=self.solution)
        self.assertEqual(again.code, 0, again)
        self.assertEqual(self.place.leftovers(), [])


class FewDescriptors(Short):
    def test_a_call(self):
        self.check_each(resource.RLIMIT_NOFILE, few(2), self.call_it,
                        lambda run: json.loads(run.out)["ok"] and "said" in run.out, "RLIMIT_NOFILE")

    def test_a_test(self):
        self.check_each(resource.RLIMIT_NOFILE, [*few(4), 64], self.run_tests_of_it,
                        lambda run: run.envelope["ok"] and run.data["passed"] == 1, "RLIMIT_NOFILE")

    def test_a_submission(self):
        results = self.place.top / "out/results.json"

        def right(run):
            answer = json.loads(results.read_text())
            results.unlink()
            return answer["status"] == "pass"
        self.check_each(resource.RLIMIT_NOFILE, [*few(5), 64], self.exercise_it, right, "RLIMIT_NOFILE")

    def test_a_server(self):
        def right(run):
            answers = [json.loads(line) for line in run.out.splitlines()]
            return any(answer.get("id") == 2 and "said" in json.dumps(answer) and not answer["result"].get("isError")
                       for answer in answers)
        self.check_each(resource.RLIMIT_NOFILE, [*few(7), 64], self.serve_it, right, "RLIMIT_NOFILE")


@unittest.skipIf(os.getuid() != 0, "the limit counts all processes of a user, so another one is needed")
class FewProcesses(Short):
    def setUp(self):
        super().setUp()
        user = 60_000 + os.getpid() % 5000  # nobody else's
        self.before = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--"]
        for path in [self.place.top, *self.place.top.rglob("*")]:
            os.chown(path, user, user)

    def next_start_leaves_nothing(self):
        self.assertEqual(self.call_it(resource.RLIMIT_NOFILE, 256).code, 0)
        self.assertEqual(self.place.leftovers(), [])

    def test_a_call(self):
        self.check_each(resource.RLIMIT_NPROC, [1, 2, 3, 4, 6, 30], self.call_it,
                        lambda run: json.loads(run.out)["ok"] and "said" in run.out, "RLIMIT_NPROC")


class KilledEarly(Short):
    def private_directories(self):
        # Not what is in them: it goes while somebody looks.
        return sorted(path.name for path in self.place.tmp.glob("proctor-*/*"))

    def test_no_private_directory_stays(self):
        seed = int(os.environ.get("PROCTOR_SEED", random.SystemRandom().randrange(1 << 32)))
        print(f"PROCTOR_SEED={seed}", file=sys.stderr, flush=True)
        chance = random.Random(seed)
        alive = 0
        for number in range(KILLS):
            seconds = chance.uniform(0, LONGEST)
            arguments = (["exercism", "say", self.solution, self.place.top / "out", "--track", "bash"]
                         if number % 2 else ["test", self.solution])
            process = self.place.start(*arguments, trust=False)
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()
            process.communicate(timeout=SOON)
            alive += process.returncode == -signal.SIGKILL
            where = f"PROCTOR_SEED={seed}, number {number}: {arguments[0]} killed after {seconds:.4f} s"
            harness.wait_for(lambda: not harness.processes_about(str(self.place.top)), SOON, f"{where}: the end of all")
            harness.wait_for(lambda: not self.private_directories(), SOON,
                             f"{where}: the end of {self.private_directories()}")
            # bats was killed, too. Of a project in place it uses the user's own TMPDIR.
            for directory in self.place.tmp.glob("bats-run-*"):
                shutil.rmtree(directory)
        self.assertGreater(alive, 0, "some must have been alive when they were to be killed")


if __name__ == "__main__":
    harness.main()
