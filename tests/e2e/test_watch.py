"""`proctor test --watch`: what starts a run, what doesn't, and what a person sees and presses."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading
import time
import unittest

import harness
from harness import Place, wait_for

CAPTURE = pathlib.Path(__file__).parent / "captures/watch.txt"
ROWS = 24
FAILS = "def test_good():\n    pass\n\n\ndef test_bad():\n    assert 1 == 2\n"
MENDED = FAILS.replace("1 == 2", "2 == 2")


class Watching:
    """A watch without a terminal: its answers, one a line, and its notes."""

    def __init__(self, place, root, *words, **more):
        self.place = place
        self.process = place.start("test", root, "--watch", "--json", *words, **more)
        self.answers, self.notes = [], []
        for stream, into in ((self.process.stdout, self.answers), (self.process.stderr, self.notes)):
            threading.Thread(target=self.read, args=(stream, into), daemon=True).start()

    @staticmethod
    def read(stream, into):
        with stream:
            for line in stream:
                into.append(line.decode())

    def waits(self, answers):
        """So many runs have ended, and the next change is waited for. Gives the last answer."""
        wait_for(lambda: len(self.answers) >= answers and self.notes[-1:] and self.notes[-1].startswith("watching "),
                 what=f"answer {answers} of {self.answers} {self.notes}")
        assert len(self.answers) == answers, self.answers
        self.notes.append("-")
        return json.loads(self.answers[-1])

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.process.wait(30)

    def close(self):
        if self.process.poll() is None:
            self.end(signal.SIGTERM)


class Watch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = Place()
        cls.addClassCleanup(cls.place.close)

    def project(self, files, git=False):
        root = self.place.top / self.id().rpartition(".")[2]
        for name, text in {"pytest.ini": "", **files}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        if git:
            subprocess.run(["git", "init", "-q"], cwd=root, check=True, env=self.place.env())
        return root

    def watch(self, root, *words, **more):
        watching = Watching(self.place, root, *words, **more)
        self.addCleanup(watching.close)
        return watching

    def test_what_failed_runs_first_and_then_the_rest(self):
        root = self.project({"test_a.py": FAILS})
        watching = self.watch(root)
        self.assertEqual(watching.waits(1)["data"]["failed"], 1)
        (root / "test_a.py").write_text(FAILS.replace("1 == 2", "1 == 3"))
        again = watching.waits(2)  # as long as it fails, nothing else runs
        self.assertEqual((again["data"]["failed"], again["data"]["passed"]), (1, 0))
        (root / "test_a.py").write_text(MENDED)
        self.assertEqual(watching.waits(4)["data"]["passed"], 2)
        self.assertEqual(json.loads(watching.answers[2])["data"]["passed"], 1)
        self.assertIn("changed: test_a.py (what failed comes first)\n", watching.notes)
        self.assertNotIn("\x1b[2J", "".join(watching.answers))
        self.assertEqual(watching.end(), 130)

    def test_new_directories_are_followed_and_ignored_files_left_out(self):
        root = self.project({"test_a.py": MENDED, ".gitignore": "*.log\nbuild/\n", "build/x": ""}, git=True)
        watching = self.watch(root)
        watching.waits(1)
        for name in ("a.log", "build/x", ".test_a.py.swp", "test_a.py~", ".git/x", "node_modules/a/b.py"):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text("x")
        (root / "new/deep").mkdir(parents=True)
        (root / "new/deep/test_c.py").write_text("def test_c(): pass\n")
        self.assertEqual(watching.waits(2)["data"]["passed"], 3)
        self.assertIn("changed: new/deep/test_c.py\n", watching.notes)
        (root / "new/deep/test_c.py").write_text("def test_c(): assert 0\n")
        self.assertEqual(watching.waits(3)["data"]["failed"], 1)
        shutil.rmtree(root / "new")
        self.assertEqual(watching.waits(5)["data"]["passed"], 2)

    def test_what_a_run_writes_starts_no_endless_loop(self):
        writes = ("import pathlib, time\ndef test_writes():\n    pathlib.Path('out.txt').write_text(str(time.time()))\n"
                  "    pathlib.Path('counter.py').write_text(f'# {time.time()}')\n"
                  "    pathlib.Path('made').mkdir(exist_ok=True); pathlib.Path('made/x.py').write_text('')\n")
        root = self.project({"test_a.py": writes, "counter.py": ""})
        watching = self.watch(root)
        watching.waits(3)  # the file that was there before is believed to be a person's, twice
        self.assertIn("counter.py changes with every run: from now on that starts none.\n", watching.notes)
        (root / "test_a.py").write_text(writes + "def test_b(): pass\n")
        self.assertEqual(watching.waits(4)["data"]["passed"], 2)
        (root / "made/x.py").write_text("x = 1\n")  # not by a run
        watching.waits(5)

    def test_a_change_during_a_run_starts_another_one_behind_it(self):
        began, go = self.place.top / "began", self.place.top / "go"
        slow = (f"import pathlib, time\ndef test_a():\n    pathlib.Path({str(began)!r}).touch()\n"
                f"    while not pathlib.Path({str(go)!r}).exists(): time.sleep(0.02)\n")
        root = self.project({"test_a.py": slow})
        watching = self.watch(root)
        wait_for(began.exists, what="the first run")
        (root / "test_a.py").write_text(slow + "def test_b(): pass\n")
        go.touch()
        self.assertEqual(watching.waits(2)["data"]["passed"], 2)
        self.assertEqual(json.loads(watching.answers[0])["data"]["passed"], 1)

    def test_settings_are_read_again_and_a_bad_request_ends_it_at_once(self):
        root = self.project({"test_a.py": MENDED})
        run = self.place.run("test", root, "--watch", "--framework", "nothing")
        self.assertEqual(run.code, 2, run)
        watching = self.watch(root)
        watching.waits(1)
        (root / "proctor.toml").write_text("[limits]\ntimeout = true\n")
        self.assertEqual(watching.waits(2)["error"]["code"], "INVALID_REQUEST")
        (root / "proctor.toml").write_text('[limits]\ntimeout = "7s"\n')
        self.assertEqual(watching.waits(3)["data"]["passed"], 2)
        shutil.rmtree(root)
        self.assertNotEqual(watching.process.wait(30), 0)


class AtATerminal(unittest.TestCase):
    """In tmux: what stands on the screen in the end counts."""

    def setUp(self):
        self.place = Place()
        self.addCleanup(self.place.close)
        self.root = self.place.top / "shop"
        self.root.mkdir()
        (self.root / "pytest.ini").write_text("")
        (self.root / "test_cart.py").write_text(FAILS)
        self.socket = str(self.place.top / "tmux")
        self.addCleanup(self.end_tmux)

    def end_tmux(self):
        self.tmux("kill-server", check=False)
        harness.wait_for(lambda: not harness.processes_about(self.socket), what="the end of tmux")

    def tmux(self, *words, check=True):
        done = subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", *words], capture_output=True, text=True, check=False,
                              env=self.place.env(TERM="xterm-256color", TMUX=None))
        self.assertTrue(done.returncode == 0 or not check, done.stderr)
        return done.stdout

    def start(self):
        self.tmux("new-session", "-d", "-x", "80", "-y", str(ROWS), "-c", str(self.root), "env", "PS1=> ", "sh")
        self.keys(f"stty -a > {self.place.top}/before; proctor test --watch; echo \"exit $?\"; "
                  f"stty -a > {self.place.top}/now; mv {self.place.top}/now {self.place.top}/after\n")

    def keys(self, text):
        self.tmux("send-keys", "-l", text)

    def screen(self):
        return self.tmux("capture-pane", "-p", "-J")

    def until(self, text):
        """The screen, once the text stands on it."""
        wait_for(lambda: text in self.screen(), what=f"{text!r} on the screen")
        return self.screen()

    def test_failing_then_mended(self):
        self.start()
        failing = self.until("f failed (1)")
        (self.root / "test_cart.py").write_text(MENDED)
        mended = self.until("f failed (0)")
        self.keys("p")
        self.until("empty: all):")
        self.keys("good\n")
        self.until("filter: good")
        filtered = self.until("h help")
        self.keys("a")
        self.until("all tests")
        self.until("h help")
        self.keys("h")
        self.until("Enter  run what failed")
        self.keys("q")
        self.until("exit 0")
        seen = "\n".join(f"--- {title}\n{self.normal(screen)}" for title, screen in (
            ("failing", failing), ("mended", mended), ("filtered", filtered)))
        if os.environ.get("PROCTOR_WRITE_CAPTURES"):
            CAPTURE.write_text(seen)
        self.assertEqual(seen, CAPTURE.read_text())
        self.check_terminal()

    def check_terminal(self):
        wait_for((self.place.top / "after").exists, what="the end")
        self.assertEqual((self.place.top / "after").read_text(), (self.place.top / "before").read_text())

    def normal(self, screen):
        text = re.sub(r"\b[\d.]+ m?s\b", "TIME", screen.replace(str(self.place.top), "HOME"))
        text = re.sub(r"logs/[\w-]+\.log", "logs/RUN.log", text)
        text = re.sub(r"pytest \S+ \(Python \S+, \S+\)", "pytest VERSION", text)
        text = re.sub(r"since run \w+", "since run RUN", re.sub(r"(?m) +$", "", text))
        return re.sub(r"TIME +", "TIME ", text).rstrip() + "\n"

    def test_ctrl_c_ends_it_and_the_terminal_is_as_before(self):
        (self.root / "test_cart.py").write_text("import time\ndef test_a(): time.sleep(60)\n")
        self.start()
        self.until("1 test")
        self.tmux("send-keys", "C-c")
        self.until("exit 130")
        self.check_terminal()

    def test_a_key_ends_the_run(self):
        (self.root / "test_cart.py").write_text("import time\ndef test_a(): time.sleep(60)\n")
        self.start()
        self.until("1 test")
        self.keys("q")
        self.until("exit 130")
        self.check_terminal()


if __name__ == "__main__":
    harness.main()
