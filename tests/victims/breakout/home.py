"""Reads what lies in the user's home and proctor's own files. Arguments: the real home, its canary file, a directory
of proctor's state."""
import os
import pwd

import probe

home, canary, state = probe.arguments(3)
probe.open_for(f"read {canary}", canary, os.O_RDONLY)
probe.open_for(f"write {canary}", canary, os.O_WRONLY)
probe.must_fail("list the real home", os.listdir, home)
probe.must_fail("list proctor's state", os.listdir, state)
probe.open_for("proctor's configuration", f"{home}/.config/proctor/proctor.toml", os.O_RDONLY)
for path in ("/root/.bashrc", "/root/.ssh", "/root/.profile", "/home/user", "/root/.cargo", "/root/.gitconfig"):
    probe.must_fail(path, os.stat, path)
own = os.path.realpath(os.environ.get("HOME", "/nonexistent"))
if own == os.path.realpath(home):
    probe.reached("HOME is the real one")
for entry in pwd.getpwall():
    try:
        inside = os.listdir(entry.pw_dir) if entry.pw_dir.startswith(("/root", "/home")) else []
    except OSError:
        continue
    if inside and os.path.realpath(entry.pw_dir) != own:
        probe.reached(f"the home of {entry.pw_name}: {inside[:3]}")
# What is planted for the next run: it must land nowhere but in the private home.
for path in (f"{home}/.config/proctor/proctor.toml", f"{home}/.bashrc", f"{home}/.local/state/planted"):
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "a") as file:
            file.write("# planted\n")
        print("written, where nobody reads it:", path)
    except OSError as error:
        probe.refused(f"plant {path}", error.errno)
for name, value in os.environ.items():
    if "CANARY" in value:
        probe.reached(f"a secret in the environment: {name}")
probe.finish()
