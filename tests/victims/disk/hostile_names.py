"""Names that look like options, end lines, drive terminals or aren't text at all. Allowed."""
import os

names = [b"-rf", b"--", b"line\nbreak", b"\x1b[2J\x1b]0;title\x07", b"\xff\xfe\x80", b" ", b"*", b"$(touch reached)",
         b"`touch reached`", b"a" * 255, "\u202etxt.exe".encode(), b"'; touch reached; '", b"\r", b"%n%s", b"con\x7f"]
for name in names:
    with open(name, "wb") as file:
        file.write(name)
    os.mkdir(b"dir-" + name[:200])
    os.symlink(name, b"link-" + name[:200])
os.symlink("loop", "loop")
os.mkfifo(b"fifo\n")
print("made", len(names))
