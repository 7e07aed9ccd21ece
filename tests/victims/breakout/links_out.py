"""Leaves the workspace by links, by "..", and by what the caller has put there. Arguments: the workspace, a canary file
beside it (in whose place "planted" is to appear)."""
import os

import probe

workspace, canary = probe.arguments(2)
os.chdir(workspace)
os.symlink(canary, "to-canary")
os.symlink(os.path.dirname(canary), "to-directory")
os.symlink("../" * 30 + canary[1:], "relative")
os.symlink("/proc/self/root" + canary, "through-proc")
os.symlink("/proc/1/root" + canary, "through-one")
for name in ("to-canary", "to-directory/" + os.path.basename(canary), "relative", "through-proc", "through-one"):
    probe.open_for(f"read through {name}", name, os.O_RDONLY)
    probe.open_for(f"write through {name}", name, os.O_WRONLY)
beside = os.path.join("..", os.path.relpath(canary, os.path.dirname(workspace)))
probe.open_for("read by ..", beside, os.O_RDONLY)
probe.must_fail("hard link to the canary", os.link, canary, "hard")
probe.must_fail("hard link to /etc/passwd", os.link, "/etc/passwd", "hard-2")
probe.must_fail("rename the canary", os.rename, canary, "renamed")
# The workspace's own place: it can't be swapped for something else under the supervisor.
probe.must_fail("rename the workspace", os.rename, workspace, workspace + "-away")
probe.must_fail("remove the workspace", os.rmdir, workspace)
names = os.listdir("..")
if any(name != os.path.basename(workspace) for name in names) and os.path.realpath("..") != "/tmp":
    probe.reached(f"files beside the workspace: {names}")
try:
    os.symlink("/etc", "../planted-link")
    print("written, where nobody reads it")  # the test looks whether it is outside
except OSError as error:
    probe.refused("plant a link beside the workspace", error.errno)
probe.finish()
