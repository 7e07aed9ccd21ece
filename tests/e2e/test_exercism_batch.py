"""proctor exercism --batch: side by side, and nothing is lost when it is killed and started again."""

import json
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from exercism_cases import cases
from harness import PROCTOR, main

SUBMISSIONS = cases.unpacked("bash")

CASES = ["all-pass", "some-fail", "empty-solution", "unicode", "output-short", "skipped-tests"]


class Batch(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.root = pathlib.Path(self.place.name)
        self.list = self.root / "list.jsonl"
        self.wanted = {}
        lines = []
        for number in range(3):
            for case in CASES:
                out = self.root / f"out/{number}/{case}"
                lines.append(json.dumps({"slug": case, "input": str(SUBMISSIONS / case), "output": str(out),
                                         "track": "bash"}))
                self.wanted[out / "results.json"] = json.loads((SUBMISSIONS / case / "expected_results.json").read_text())
        self.list.write_text("\n".join(lines) + "\n")

    def command(self, *options):
        return [PROCTOR, "exercism", "--batch", str(self.list), *options]

    def check(self):
        for file, expected in self.wanted.items():
            got = json.loads(file.read_text())
            self.assertEqual(got["status"], expected["status"], file)
            self.assertEqual([(test["name"], test["status"]) for test in got["tests"]],
                             [(test["name"], test["status"]) for test in expected["tests"]], file)

    def test_killed_and_started_again_it_goes_on(self):
        process = subprocess.Popen(self.command("--jobs", "2"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for _ in range(4):
            self.assertTrue(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        self.assertTrue(pathlib.Path(f"{self.list}.journal").exists())
        again = subprocess.run(self.command("--jobs", "2"), capture_output=True, timeout=250)
        self.assertEqual(again.returncode, 0, again.stderr)
        lines = [json.loads(line) for line in again.stdout.splitlines()]
        self.assertEqual(sorted(line["line"] for line in lines), list(range(1, len(self.wanted) + 1)))
        self.assertGreaterEqual(sum(line.get("done_before", False) for line in lines), 4)
        self.assertLess(sum(line.get("done_before", False) for line in lines), len(self.wanted))
        self.check()
        self.assertFalse(pathlib.Path(f"{self.list}.journal").exists(), "the batch is whole")

    def test_stopped_and_started_again_it_goes_on(self):
        # What a stop cuts short is no result of the submission: it's tested again.
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(signal=number):
                process = subprocess.Popen(self.command("--jobs", "2"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                self.assertTrue(process.stdout.readline())
                time.sleep(0.15)  # in the midst of the next ones
                process.send_signal(number)
                process.stdout.read()
                process.stdout.close()
                self.assertEqual(process.wait(), 130)
                for file, expected in self.wanted.items():
                    if file.exists():
                        self.assertEqual(json.loads(file.read_text())["status"], expected["status"], file)
        again = subprocess.run(self.command("--jobs", "2"), capture_output=True, timeout=250)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.check()

    def test_what_cannot_be_tested_is_told_and_the_others_are(self):
        with self.list.open("a") as file:
            file.write(json.dumps({"slug": "x", "input": str(self.root / "nowhere"), "output": str(self.root / "x")}))
        done = subprocess.run(self.command(), capture_output=True, timeout=250)
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"1 couldn't be tested", done.stderr)
        self.check()
        bad = [json.loads(line) for line in done.stdout.splitlines() if b'"error":{' in line]
        self.assertEqual([line["error"]["code"] for line in bad], ["INVALID_REQUEST"])

    def test_what_has_changed_since_is_tested_again(self):
        lines = []
        for case in ("all-pass", "some-fail"):
            place = self.root / case
            shutil.copytree(SUBMISSIONS / case, place)
            # The answer is written into the submission itself, which isn't a change of it.
            lines.append(json.dumps({"slug": case, "input": str(place), "output": str(place), "track": "bash"}))
        lines.append(json.dumps({"slug": "x", "input": str(self.root / "nowhere"), "output": str(self.root / "x")}))
        self.list.write_text("\n".join(lines) + "\n")

        def done_before():
            done = subprocess.run(self.command("--jobs", "1"), capture_output=True, timeout=250)
            self.assertEqual(done.returncode, 3)  # so that the journal stays
            return {answer["line"]: answer.get("done_before", False)
                    for answer in map(json.loads, done.stdout.splitlines())}

        self.assertEqual(done_before(), {1: False, 2: False, 3: False})
        self.assertEqual(done_before(), {1: True, 2: True, 3: False})
        next((self.root / "all-pass").glob("*.sh")).write_text("exit 1\n")
        self.assertEqual(done_before(), {1: False, 2: True, 3: False})
        self.assertEqual(json.loads((self.root / "all-pass/results.json").read_text())["status"], "fail")


if __name__ == "__main__":
    main()
