"""Commands as people and agents give them: scripts and wrappers whose exit code isn't that of the tests."""
from situations import forge, table

PYTEST = "/usr/bin/python3 -m pytest"
FAILING = {"test_a.py": "def test_bad(): assert 1 == 2\n"}
row = table("", tests=None, code="TEST_INCONSISTENT")

ROWS = [
    row("pytest-dev/pytest#913",
        "A script ran pytest and something else behind it: exit code 0 with failed tests.",
        {**FAILING, "run.sh": f"{PYTEST} .\nrm -rf tmp\n"}, command="bash run.sh", says=("1 failed",)),
    row("giampaolo/psutil#2652",
        "A program of the project ran the tests and ended with 0 whatever they did.",
        {"tests.py": "import sys, unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.fail()\n"
                     "if __name__ == '__main__':\n    unittest.main(exit=False)\n"}, command="python3 tests.py"),
    row("eth-brownie/brownie#616",
        "A wrapper called pytest.main() and threw its result away.",
        {**FAILING, "brownie.py": "import pytest\npytest.main(['-q'])\n"}, command="/usr/bin/python3 brownie.py", says=("1 failed",)),
    row("rtk-ai/rtk#3032",
        "A wrapper for agents called a test file that can't be imported 'No tests collected'.",
        {"test_x.py": "from mypkg import DoesNotExistYet\ndef test_ok(): assert True\n", "mypkg.py": ""},
        command=f"{PYTEST} test_x.py -q", code="COMMAND_FAILED", says=("cannot import name 'DoesNotExistYet'",)),
    row("foundry-rs/foundry#10857",
        "forge test; echo $?: the exit code was that of echo, and the build had failed.",
        {"foundry.toml": forge.TOML, "test/A.t.sol": "pragma solidity ^0.8.20;\ncontract A { function test_a() public { nothing(); } }\n"},
        command="forge test; echo $?", says=("Undeclared identifier",)),
    row("foundry-rs/foundry#4485",
        "forge coverage ended with 0 though tests had failed.",
        {"foundry.toml": forge.TOML,
         "test/A.t.sol": "pragma solidity ^0.8.20;\ncontract A { function test_a() public pure { require(false, 'boom'); } }\n"},
        command="forge coverage; true", says=("boom",)),
    row("gotestyourself/gotestsum#232",
        "A package that can't be built, behind gotestsum and a pipe.",
        {"go.mod": "module m\n", "a/a_test.go": 'package a\nimport "testing"\nfunc TestA(t *testing.T) {}\n',
         "b/b_test.go": 'package b\nimport "testing"\nfunc TestB(t *testing.T) { nothing() }\n'},
        command="gotestsum ./... | tail -3"),
    row("npm/rfcs#602",
        "npm test --workspaces: the failure of one package was followed by the success of others.",
        {"package.json": '{"name": "all", "workspaces": ["a", "b"]}',
         "a/package.json": '{"name": "a", "version": "1.0.0", "scripts": {"test": "node --test"}}',
         "a/a.test.js": "require('node:test')('a', () => { throw new Error('in a'); });\n",
         "b/package.json": '{"name": "b", "version": "1.0.0", "scripts": {"test": "node --test"}}',
         "b/b.test.js": "require('node:test')('b', () => {});\n"},
        command="npm test --workspaces --silent || npm test -w b", says=("in a",)),
    row("elastic/logstash#5397",
        "A script for bash was run by sh: [[ was not found, no test ran, and the build was green.",
        {**FAILING, "ci.sh": f"SUITE=all\nif [[ $SUITE == all ]]; then\n  {PYTEST}\nfi\necho finished\n"}, command="sh ci.sh",
        code="", says=("As it seems no test ran", "[[: not found")),
]
