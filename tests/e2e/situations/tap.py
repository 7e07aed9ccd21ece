"""prove: plans that don't fit, and tests that give up."""
from situations import table

row = table("prove")

ROWS = [
    row("mesonbuild/meson#13535",
        "A test gave up before its plan (Bail out!): it was taken for skipped.",
        {"t/a.t": "print \"ok 1 - first\\n1..1\\n\";\n", "t/b.t": "print \"TAP version 13\\nBail out!  no database\\n\";\n"},
        code="TEST_INCONSISTENT", tests=None, says=("no database",)),
    row("tapjs/tap-parser#23",
        "A plan of no tests (1..0), and a test in front of it: passed.",
        {"t/a.t": "print \"ok 1 - there\\n1..0\\n\";\n"}, code="TEST_INCONSISTENT", tests=None),
    row("freebsd/kyua#90",
        "A library printed 'ok' behind the last planned test: the plan differed from what ran.",
        {"t/a.t": "print \"1..2\\nok 1 - one\\nok 2 - two\\nok\\n\";\n"}, code="TEST_INCONSISTENT", tests=None),
    row("RotherOSS/otobo#191",
        "A script printed a line without its end: the plan behind it was not recognised.",
        {"t/a.t": "use Test::More;\n$| = 1;\nok 1, 'one';\nprint 'half a line';\ndone_testing;\n"}, code="TEST_INCONSISTENT", tests=None),
]
