"""The caller's terminal: proctor runs in the foreground of a real one while hostile programs try to type into it, to
change it, to stop whoever is in its foreground, and to have it do something."""
import fcntl
import os
import pty
import struct
import subprocess
import termios
import threading

import victims

LIST = {"breakout/terminal.c", "breakout/own_terminal.py", "output/dev_tty.c", "output/escapes.sh", "hang/stop_group.sh",
        "hang/stop_self.c", "process/fork_on_term.c"}
# What a terminal would act on. proctor's own words may be in colour, and no more.
HARMFUL = (b"\x1b[2J", b"\x1b]", b"\x1b[6n", b"\x1bP", b"\x1bc", b"\x07", b"\b", b"\x1b[8m")


class Terminal(victims.VictimTest):
    """Each row runs twice for each user: answered in JSON, and in words for a person."""

    def run_in_terminal(self, place, isolation, *options):
        """Gives back what appeared in the terminal; it has to be as it was."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 33, 77, 0, 0))
        before = termios.tcgetattr(slave)
        seen = []

        def read():
            try:
                while piece := os.read(master, 65536):
                    seen.append(piece)
            except OSError:  # the other end is closed
                pass

        def take_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        process = subprocess.Popen([*place.as_user(), victims.harness.PROCTOR, *place.arguments(isolation), *options],
                                   env=place.env(TERM="xterm-256color", PROCTOR_VICTIM_TOKEN=victims.SECRET),
                                   cwd=place.workspace, stdin=slave, stdout=slave, stderr=slave, preexec_fn=take_terminal)
        try:
            code = process.wait(timeout=place.row["timeout_ms"] / 1000 + victims.GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        waiting = struct.unpack("i", fcntl.ioctl(slave, termios.FIONREAD, b"\0" * 4))[0]
        size = struct.unpack("HHHH", fcntl.ioctl(slave, termios.TIOCGWINSZ, b"\0" * 8))[:2]
        after = termios.tcgetattr(slave)
        os.close(slave)
        reader.join(10)
        os.close(master)
        text = b"".join(seen)
        self.assertEqual(waiting, 0, f"something was typed into the terminal: {text}")
        self.assertEqual(before, after, "the terminal's settings")
        self.assertEqual(size, (33, 77), "the terminal's size")
        self.assertGreaterEqual(code, 0, f"proctor was ended by a signal: {text}")
        return text, process.pid

    def check_row(self, row, user, isolation):
        for options in (["--json"], []):
            with self.subTest(options=options):
                place = victims.Range(user[1], row, self.outside)
                self.addCleanup(place.close)
                before = victims.machine(self.outside)
                text, pid = self.run_in_terminal(place, isolation, *options)
                for sequence in HARMFUL:
                    self.assertNotIn(sequence, text)
                self.assertNotIn("\x9b", text.decode(errors="replace"))
                for word in (b"REACHED", b"FLOODED-TERMINAL", b"stuffed"):
                    self.assertNotIn(word, text)
                self.assertNotIn(victims.SECRET.encode(), text)
                words = [row["word"]] if isinstance(row["word"], str) else row["word"]
                if options:
                    self.assertTrue(any(f'"termination":"{word}"'.encode() in text for word in words), text)
                self.assertEqual(victims.children(), {}, "these outlived proctor")
                self.assertEqual(victims.cgroups_of(pid), [])
                self.assertEqual(before, victims.machine(self.outside))


victims.rows_of(Terminal, {"breakout", "output", "hang", "process"},
                chosen=lambda row: row["program"] in LIST)

if __name__ == "__main__":
    victims.main()
