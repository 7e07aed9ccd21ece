"""What the tests with hostile programs share: the rows of tests/victims/victims.toml, a place to run one in, what lies
around it and mustn't be reached, and the proof that nothing of it is left.

Every row is run as whoever runs the tests and, if that is root, as an ordinary user as well.
"""
import ctypes
import json
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import tomllib
import unittest

import harness

SOURCES = harness.REPOSITORY / "tests/victims"
BUILT = pathlib.Path(harness.PROCTOR).resolve().parents[1] / "victims"
NOBODY = 65534
PYTHON = "/usr/bin/python3"
SECRET = "CANARY-" + os.urandom(8).hex()
FLAGS = {"cpu_time": "--cpu-time", "memory": "--memory", "pids": "--pids", "open_files": "--open-files", "disk": "--disk",
         "output_limit": "--output-limit"}
GRACE = 15  # seconds beyond the time limit: only so that nothing hangs for ever

_libc = ctypes.CDLL(None, use_errno=True)


def _load():
    table = tomllib.loads((SOURCES / "victims.toml").read_text())
    rows = []
    for row in table["victim"]:
        rows.append({**table["defaults"], **row, "limits": {**table["defaults"]["limits"], **row.get("limits", {})}})
    return rows


ROWS = _load()


def users():
    """(name, uid) of those that the rows are run as."""
    own = os.getuid()
    return [("root", 0), ("nobody", NOBODY)] if own == 0 else [(f"user {own}", own)]


class Outside:
    """What lies around a run: a listener on every kind of loopback, objects that are shared between processes."""

    def __init__(self):
        self.heard = []
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.abstract = f"proctor-canary-{os.getpid()}"
        self._sockets = [self.tcp, self.udp]
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
            own = socket.socket(socket.AF_UNIX, kind)
            own.bind("\0" + self.abstract)
            if kind != socket.SOCK_DGRAM:
                own.listen()
            self._sockets.append(own)
        self._wake, self._waker = os.pipe()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        self.ipc_key = 0x70000000 + 2 * os.getpid()  # the next one is for programs that make an object
        self.ipc_name = f"/proctor-canary-{os.getpid()}"
        create = 0o1000 | 0o666
        self._segment = _libc.shmget(self.ipc_key, 4096, create)
        self._queue = _libc.msgget(self.ipc_key, create)
        self._semaphore = _libc.semget(self.ipc_key, 1, create)
        pathlib.Path("/dev/shm" + self.ipc_name).touch()
        named_queue = _libc.mq_open(self.ipc_name.encode(), os.O_RDWR | os.O_CREAT, 0o666, None)
        os.close(named_queue)
        if min(self._segment, self._queue, self._semaphore) < 0:
            raise AssertionError("no System V objects could be made to put in the way")

    def _listen(self):
        while True:
            ready, _, _ = select.select([*self._sockets, self._wake], [], [])
            if self._wake in ready:
                return
            for own in ready:
                try:
                    self._answer(own)
                except OSError:  # whoever it was is gone
                    pass

    def _answer(self, own):
        if own.type == socket.SOCK_DGRAM:
            _, peer = own.recvfrom(4096)
            self.heard.append(f"{own.family.name} datagram {peer}")
            own.sendto(b"REACHED\n", peer)
        else:
            with own.accept()[0] as peer:
                self.heard.append(f"{own.family.name} connection")
                peer.send(b"REACHED\n")

    def arguments(self):
        return {"tcp": self.tcp.getsockname()[1], "udp": self.udp.getsockname()[1], "abstract": self.abstract,
                "ipc_key": self.ipc_key, "ipc_name": self.ipc_name, "outside_pid": os.getpid(),
                "pidns": re.search(r"\d+", os.readlink("/proc/self/ns/pid"))[0]}

    def close(self):
        os.write(self._waker, b"x")
        self._thread.join()
        for own in self._sockets:
            own.close()
        os.close(self._wake)
        os.close(self._waker)
        _libc.shmctl(self._segment, 0, None)
        _libc.msgctl(self._queue, 0, None)
        _libc.semctl(self._semaphore, 0, 0)
        os.unlink("/dev/shm" + self.ipc_name)
        _libc.mq_unlink(self.ipc_name.encode())


def machine(outside):
    """What no run may change: to be compared before and after. Of what is shared by all processes only that which bears
    this one's names, for others may be at work."""
    def read(path):
        try:
            return pathlib.Path(path).read_text()
        except OSError as error:
            return type(error).__name__

    def listing(path, own=""):
        try:
            return sorted(name for name in os.listdir(path) if own in name)
        except OSError:
            return []

    def objects(name):
        return sorted(line.split()[1] for line in read(f"/proc/sysvipc/{name}").splitlines()
                      if line.split()[0] in (str(outside.ipc_key), str(outside.ipc_key + 1)))

    return {
        "mounts": sorted(read("/proc/self/mountinfo").splitlines()),
        "shared memory": objects("shm"), "message queues": objects("msg"), "semaphores": objects("sem"),
        "/dev/shm": [*listing("/dev/shm", outside.ipc_name[1:]), *listing("/dev/shm", "filler")],
        "kernel settings": {name: read(f"/proc/sys/kernel/{name}") for name in
                            ("core_pattern", "hostname", "domainname", "modprobe", "sysrq", "panic",
                             "randomize_va_space", "core_uses_pid", "unprivileged_bpf_disabled", "pid_max", "shmmax",
                             "msgmax", "threads-max", "../fs/mqueue/queues_max")},
        "network interfaces": listing("/sys/class/net"),
        "offset of the clock": round(time.time() - time.monotonic()),
        "planted files": [path for path in ("/usr/planted", "/etc/planted", "/planted", "/usr/bin/planted", "/tmp/planted-link")
                          if os.path.lexists(path)],
    }


def cgroups_of(pid):
    """Those that proctor, with this number, has made and not removed."""
    return [top for top, directories, _ in os.walk("/sys/fs/cgroup") if re.search(rf"proctor-{pid}\b", os.path.basename(top))]


def children():
    """Living processes that are this one's: it inherits whatever proctor leaves behind (see adopt_orphans)."""
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            fields = pathlib.Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) == os.getpid() and fields[0] not in "ZX":
                found[int(entry)] = pathlib.Path(f"/proc/{entry}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
    return found


def adopt_orphans():
    """Whoever outlives proctor becomes a child of this process, wherever it is and whatever it did to hide."""
    if _libc.prctl(36, 1, 0, 0, 0) != 0:  # PR_SET_CHILD_SUBREAPER
        raise AssertionError("this process can't become the one who inherits orphans")


class Range(harness.Place):
    """A fresh home with a secret in it, and a workspace with one program in it, both of the user who is to run it."""

    def __init__(self, uid, row, outside):
        super().__init__(prefix="proctor-victim-")
        self.uid, self.row, self.outside = uid, row, outside
        self.workspace = self.top / "work/space"
        self.workspace.mkdir(parents=True)
        self.canary = self.home / "secret.txt"
        self.canary.write_text(SECRET + "\n")
        self.beside = self.workspace.parent / "beside.txt"
        self.beside.write_text(SECRET + "\n")
        self.state = self.home / ".local/state/proctor"
        self.state.mkdir(parents=True)
        (self.state / "secret").write_text(SECRET + "\n")
        stall = row["limits"].get("stall_ms")
        configuration = self.home / ".config/proctor/proctor.toml"
        configuration.parent.mkdir(parents=True)
        configuration.write_text('[limits]\ngrace = "500ms"\n' + (f"stall_ms = {stall}\n" if stall else ""))
        self.configuration = configuration.read_text()
        self.command = self._put_program()
        self.top.chmod(0o755)
        if uid != os.getuid():
            for top, directories, files in os.walk(self.top):
                for name in [".", *directories, *files]:
                    os.chown(os.path.join(top, name), uid, uid, follow_symlinks=False)

    def _put_program(self):
        source = SOURCES / self.row["program"]
        program = BUILT / source.parent.name / source.stem if source.suffix == ".c" else source
        own = self.workspace / program.name
        shutil.copy(program, own)
        if source.suffix == ".py" and "import probe" in source.read_text():
            shutil.copy(SOURCES / "breakout/probe.py", self.workspace)
        starts = {".c": f"./{own.name}", ".sh": f"/bin/sh {own.name}", ".py": f"{PYTHON} -B {own.name}"}
        values = {"home": self.home, "canary": self.canary, "beside": self.beside, "state": self.state,
                  "workspace": self.workspace, **self.outside.arguments()}
        arguments = [argument.format(**values) for argument in self.row.get("arguments", [])]
        return " ".join(["exec", starts[source.suffix], *arguments])

    def arguments(self, isolation):
        """Of a call of proctor that runs the program."""
        asked = {"command": self.command, "workdir": str(self.workspace), "timeout_ms": self.row["timeout_ms"]}
        limits = [f"{FLAGS[name]}={value}" for name, value in self.row["limits"].items() if name in FLAGS]
        return ["call", "Test", "--args", json.dumps(asked), "--yes", "--isolation", isolation, *limits]

    def as_user(self):
        if self.uid == os.getuid():
            return []
        return ["setpriv", f"--reuid={self.uid}", f"--regid={self.uid}", "--clear-groups", "--"]

    def shoot(self, isolation):
        """Runs the program in the isolation, to the end; gives back the run and the number that proctor had."""
        process = subprocess.Popen([*self.as_user(), harness.PROCTOR, *self.arguments(isolation), "--json"],
                                   env=self.env(PROCTOR_VICTIM_TOKEN=SECRET), cwd=self.workspace, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        run = self.finish(process, timeout=self.row["timeout_ms"] / 1000 + GRACE)
        return run, process.pid

    def close(self):
        subprocess.run(["chmod", "-R", "u+rwX", self.top], check=False, timeout=120, stderr=subprocess.DEVNULL)
        subprocess.run(["rm", "-rf", "--one-file-system", self.top], check=True, timeout=120)


class VictimTest(unittest.TestCase):
    """A file's class names its themes; each row of them becomes a test for each user: see rows_of()."""
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        adopt_orphans()
        cls.outside = Outside()
        cls.addClassCleanup(cls.outside.close)

    def check_row(self, row, user, isolation):
        name, uid = user
        wanted = {**row, **(row.get("nobody", {}) if uid != 0 else {})}
        place = Range(uid, row, self.outside)
        self.addCleanup(place.close)
        before = machine(self.outside)
        run, pid = place.shoot(isolation)
        self.check_nothing_left(place, pid, before, run)
        self.check_nothing_reached(place, run)
        self.check_end(wanted, run, isolation)

    def check_end(self, wanted, run, isolation):
        data = run.data
        words = wanted["word"] if isinstance(wanted["word"], list) else [wanted["word"]]
        self.assertIn(data["termination"], words, run)
        self.assertEqual(data["timed_out"], data["termination"] == "timed_out", run)
        for field in ("exit_code", "signal"):
            if field in wanted:
                self.assertEqual(data.get(field), wanted[field], run)
        limits = ("out_of_memory", "output_limit", "cpu_limit", "process_limit", "disk_limit")
        code = wanted.get("code", "TEST_LIMIT_EXCEEDED" if data["termination"] in limits else
                          "TEST_TIMEOUT" if data["termination"] == "timed_out" else None)
        if code is not None:
            self.assertEqual(run.envelope.get("error", {}).get("code", ""), code, run)
        self.assertEqual(data["isolation"]["level"], isolation, run)
        whole = data["output"] + pathlib.Path(data["log"]).read_text(errors="replace")
        for text in wanted.get("contains", []):
            self.assertIn(text, whole, run)
        for text in wanted.get("lacks", []):
            # The log is what was printed, byte for byte; control characters have no place in an answer only.
            place = whole if text.isprintable() else data["output"]
            self.assertEqual([line for line in place.splitlines() if text in line], [], run)

    def check_nothing_left(self, place, pid, before, run):
        left = children()
        for number in left:
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
        self.assertEqual(left, {}, f"these outlived proctor: {run}")
        self.assertEqual(cgroups_of(pid), [], run)
        after = machine(self.outside)
        for what, value in before.items():
            self.assertEqual(value, after[what], f"{what}: {run}")
        self.assertEqual(place.leftovers(), [], run)

    def check_nothing_reached(self, place, run):
        self.assertEqual(self.outside.heard, [], run)
        self.assertNotIn(SECRET, run.out + run.err)
        self.assertEqual(place.canary.read_text(), SECRET + "\n", run)
        self.assertEqual(place.beside.read_text(), SECRET + "\n", run)
        self.assertEqual((place.home / ".config/proctor/proctor.toml").read_text(), place.configuration, run)
        self.assertFalse((place.home / ".bashrc").exists(), run)
        self.assertFalse((place.home / ".local/state/planted").exists(), run)
        self.assertEqual(sorted(path.name for path in place.workspace.parent.iterdir()), ["beside.txt", "space"], run)
        # Not in files that are mostly holes: nobody can read through a TiB.
        found = subprocess.run(["find", place.workspace, "-type", "f", "-size", "-64M", "-exec", "grep", "-lsaF", SECRET, "{}", "+"],
                               check=False, timeout=120, stdout=subprocess.PIPE, text=True).stdout
        self.assertEqual(found, "", f"the secret lies in the workspace: {run}")
        log = run.data.get("log")
        if log:
            self.assertNotIn(SECRET.encode(), pathlib.Path(log).read_bytes(), run)


def rows_of(case, themes, isolation="sandbox", chosen=lambda row: True):
    """Gives the class a test for each row of the themes and each user."""
    for row in ROWS:
        theme, _, program = row["program"].partition("/")
        if theme not in themes or not chosen(row):
            continue
        words = "_".join([pathlib.Path(program).stem, *[word for word in row.get("arguments", []) if "{" not in word]])
        for user in users():
            name = f"test_{theme}_{words}_as_{user[0].replace(' ', '_')}"
            while hasattr(case, name):
                name += "_too"
            def test(self, row=row, user=user):
                self.check_row(row, user, isolation)
            test.__doc__ = None
            setattr(case, name, test)


def main():
    if not harness.PROCTOR or not os.access(harness.PROCTOR, os.X_OK):
        raise AssertionError(f"PROCTOR_BIN must name the built proctor; it is {harness.PROCTOR!r}")
    if not BUILT.is_dir():
        raise AssertionError(f"{BUILT} isn't there: build the target `victims`")
    unittest.main(verbosity=2)
