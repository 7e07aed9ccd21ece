"""The programs of tests/victims, each with the word that its end must have: test_victims.py [CLASS]"""
import victims


class Ends(victims.VictimTest):
    """Programs that hang or lie about how they ended: the word is the kernel's and the clock's."""


class Escapes(victims.VictimTest):
    """Ways out of the sandbox: none of them leads anywhere, as root and as an ordinary user."""


class Floods(victims.VictimTest):
    """Programs that fill the disk or flood the output: each ends in its limit's word."""


class Limits(victims.VictimTest):
    """Programs that take too much processor time, memory or processes: each ends in its limit's word."""


class Process(victims.VictimTest):
    """What limits and the end of the tree can do without a sandbox: the rows that say so in victims.toml."""


victims.rows_of(Ends, {"hang", "lie"})
victims.rows_of(Escapes, {"breakout"})
victims.rows_of(Floods, {"disk", "output"})
victims.rows_of(Limits, {"burn", "memory", "process"})
victims.rows_of(Process, {"hang", "burn", "memory", "process", "disk", "output", "lie"}, isolation="process",
                chosen=lambda row: row.get("process", False))

if __name__ == "__main__":
    victims.main()
