"""bats: what fails around the tests, and what their end waits for."""
from situations import table

row = table("bats test")


def bats(text, name="test/a.bats"):
    return {name: text}


ROWS = [
    row("bats-core/bats-core#588",
        "run in teardown_file set the status of the whole file to 0, though a test had failed.",
        bats('c() { echo hello; }\nteardown_file() { run c; }\n@test "mytest" { /bin/false; }\n'),
        code="TEST_ASSERTION_FAILED", tests={"mytest": "fail"}, says=("/bin/false",)),
    row("bats-core/bats-core#615",
        "setup_file and teardown_file failed both, and neither was told: 1 test, 0 failures, 1 not run.",
        bats('setup_file() { echo "no database"; false; }\nteardown_file() { false; }\n@test "foo" { true; }\n'),
        code="TEST_INCONSISTENT", tests={"foo": "error"}, says=("setup_file", "no database")),
    row("bats-core/bats-core#660",
        "A test that passed when it was tried again: bats told a pass and ended with 1.",
        bats('@test "second time" {\n  BATS_TEST_RETRIES=2\n  ((BATS_TEST_TRY_NUMBER > 1)) || false\n}\n'),
        tests={"second time": "pass"}),
    row("bats-core/bats-core#695",
        "skip in teardown_file: failed with status 0.",
        bats('teardown_file() { skip "not now"; }\n@test "foo" { true; }\n'), code="TEST_INCONSISTENT",
        tests={"foo": "pass", "[teardown_file]": "error"}, says=("teardown_file", "skip")),
    row("bats-core/bats-core#696",
        "Two tests of one name: the message had the name in the form test_-24-7btag-7d.",
        bats('@test "${tag}: copy" { true; }\n@test "${tag}: copy" { false; }\n'),
        code="TEST_COMPILE_FAILED", tests={}, says=("${tag}: copy",)),
    row("sstephenson/bats#30",
        "A teardown with an unknown command let all tests pass.",
        bats('teardown() { unknown_command_4711; }\n@test "unexpected pass" { [ 1 -eq 2 ]; }\n@test "right" { true; }\n'),
        code="TEST_ASSERTION_FAILED", tests={"unexpected pass": "fail", "right": "fail"}, says=("unknown_command_4711",)),
    row("bats-core/bats-core#511",
        "exit 1 in teardown let a failing test pass.",
        bats('teardown() {\n  exit 1\n}\n@test "dummy" {\n  [ a = b ]\n}\n'),
        code="TEST_ASSERTION_FAILED", tests={"dummy": "fail"}),
    row("sstephenson/bats#80",
        "A process in the background held descriptor 3: bats was stuck behind the last test, without a name.",
        bats('@test "starts a server" { sleep 120 & }\n@test "next" { true; }\n'),
        tests={"starts a server": "pass", "next": "pass"}, native="", says=("sleep 120",)),
    row("sstephenson/bats#12",
        "A file without a line end at its end: syntax error.",
        bats('@test "one" {\n  false\n}\n@test "two" {\n  true\n}'),
        code="TEST_ASSERTION_FAILED", tests={"one": "fail", "two": "pass"}),
    row("bats-core/bats-core#1199",
        "A variable was empty: bats \"\" ran no test and ended with 0.",
        bats('@test "one" { false; }\n'), command='bats "$no_such_variable"', tests=None, native='bats ""', says=("no test ran",)),
]
