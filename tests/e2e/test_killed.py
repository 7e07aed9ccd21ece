"""proctor is killed (SIGKILL) 200 times at random moments: no process of its runs lives on, and after one more start
nothing of them lies about.

PROCTOR_SEED repeats a run; what was done at which moment stands in the message of a failure.
"""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys

import harness

KILLS = 200
LONGEST = 0.5  # seconds until the kill: beyond the end of those commands that end by themselves
PATIENCE = 5.0

# What a run does until it is killed. All of it would go on for minutes.
DAEMONS = "setsid sleep 301 </dev/null >/dev/null 2>&1 & (setsid sleep 302 &) ; (nohup sleep 303 >/dev/null 2>&1 &) ;"
BUSY = "for i in 1 2 3; do (while :; do /bin/true; done) & done;"
DEAF = "(trap '' TERM HUP INT; setsid sh -c \"trap '' TERM; while :; do sleep 304; done\" &) ;"
COMMANDS = {
    "sleeps": "sleep 300",
    "daemons, waits": DAEMONS + "sleep 300",
    "daemons, ends": DAEMONS + "true",
    "busy tree": BUSY + "wait",
    "busy tree with daemons that don't listen": BUSY + DEAF + "wait",
    "files": "mkdir -p $TMPDIR/a/b; while :; do date > $TMPDIR/a/b/$$; mkdir -p $TMPDIR/c; chmod 0 $TMPDIR/c; done",
    "ends": "true",
}


def own_cgroups():
    """The directory of our own cgroup in every hierarchy."""
    names = {}
    for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, name = line.split(":", 2)
        names[frozenset(controllers.split(",")) if controllers else frozenset()] = name
    found = []
    for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines():
        mount, _, rest = line.partition(" - ")
        kind, _, options = rest.split(" ", 2)
        if kind not in ("cgroup", "cgroup2"):
            continue
        root, point = mount.split()[3:5]
        words = set(options.split(","))
        for controllers, name in names.items():
            if (not controllers) == (kind == "cgroup2") and controllers <= words:
                below = name.removeprefix(root) if root != "/" else name
                found.append(pathlib.Path(point + "/" + below.lstrip("/")))
    return [directory for directory in found if directory.is_dir()]


def levels():
    """Options for each level of isolation that this proctor knows."""
    text = subprocess.run([harness.PROCTOR, "call", "--help"], capture_output=True, text=True, check=False).stdout
    return [["--isolation", "process"], ["--isolation", "sandbox"]] if "--isolation" in text else [[]]


class Killed(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.place.project({}, name="calls", toml=None)
        config = self.place.home / ".config/proctor/proctor.toml"
        config.parent.mkdir(parents=True)
        config.write_text('[limits]\ngrace = "300ms"\n')
        self.forge = self.place.fake_forge(DAEMONS + BUSY + "wait")
        self.cgroups = own_cgroups()

    def start(self, options, kind):
        if kind == "proctor test":
            return self.place.start("test", self.forge, *options)
        arguments = json.dumps({"command": COMMANDS[kind]})
        return self.place.start("call", "Test", "--args", arguments, "--yes", *options, cwd=self.place.top / "calls")

    def left_cgroups(self, pid):
        return [str(cgroup) for directory in self.cgroups for cgroup in directory.glob(f"proctor-{pid}-*")]

    def kill_once(self, options, kind, seconds):
        process = self.start(options, kind)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
        # Whoever waits for the end of its output mustn't wait for anybody else.
        process.communicate(timeout=PATIENCE)
        harness.wait_for(lambda: not harness.processes_about(str(self.place.top)), PATIENCE,
                         f"the end of {harness.processes_about(str(self.place.top))}")
        again = self.place.run("call", "Test", "--args", '{"command": "true"}', "--yes", *options, "--json",
                               cwd=self.place.top / "calls")
        self.assertEqual(again.code, 0, again)
        self.assertEqual(self.place.leftovers(), [])
        # While somebody else has its number (bombs of other tests use up all of them), it isn't known to be gone.
        if not os.path.exists(f"/proc/{process.pid}"):
            # Another test's proctor may be just about to remove it.
            harness.wait_for(lambda: not self.left_cgroups(process.pid), PATIENCE,
                             f"the end of {self.left_cgroups(process.pid)}")
        return process.returncode == -signal.SIGKILL

    def test_nothing_is_left_of_the_runs_of_a_proctor_that_is_killed(self):
        seed = int(os.environ.get("PROCTOR_SEED", random.SystemRandom().randrange(1 << 32)))
        print(f"PROCTOR_SEED={seed}", file=sys.stderr, flush=True)
        chance = random.Random(seed)
        options = levels()
        killed = 0
        for number in range(KILLS):
            option = options[number % len(options)]
            kind = chance.choice([*COMMANDS, "proctor test"])
            seconds = chance.uniform(0, chance.choice([0.03, 0.1, LONGEST]))  # the start-up is short
            try:
                killed += self.kill_once(option, kind, seconds)
            except (AssertionError, subprocess.TimeoutExpired) as error:
                where = f"PROCTOR_SEED={seed}, number {number}: {kind!r} {option} killed after {seconds:.4f} s"
                raise AssertionError(f"{where}: {error}") from error
        self.assertGreater(killed, KILLS // 2, "most must have been alive when they were to be killed")


if __name__ == "__main__":
    harness.main()
