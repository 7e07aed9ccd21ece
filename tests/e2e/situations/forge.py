"""forge test: invariants, setUp, expectRevert, --fail-fast."""
from harness import SOLC
from situations import table

TOML = f'[profile.default]\nsolc = "{SOLC}"\n[lint]\nlint_on_build = false\n'
row = table("forge test", {"foundry.toml": TOML})


def contracts(body):
    return {"test/A.t.sol": f"// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n{body}\n"}


ROWS = [
    row("foundry-rs/foundry#4331",
        "An invariant without a contract to call: it was not run, and nothing was said.",
        contracts("contract A { function invariant_sample() public pure {} function test_other() public pure {} }"),
        code="TEST_ASSERTION_FAILED", tests={"invariant_sample()": "fail", "test_other()": "pass"}, says=("No contracts to fuzz",)),
    # (forge runs contracts side by side: whether B still ran is left to chance.)
    row("foundry-rs/foundry#4883",
        "forge test --fail-fast ended with 0 though a test had failed.",
        contracts("contract A { function test_bad() public pure { require(false, 'boom'); } }\n"
                  "contract B { function test_good() public pure {} }"),
        code="TEST_ASSERTION_FAILED", tests=None, options=("--fail-fast",), says=("test_bad()", "boom"), native="forge test --fail-fast"),
    row("foundry-rs/foundry#9286",
        "setUp failed: it was remembered as the failed test, and --rerun ran nothing.",
        contracts("contract A { function setUp() public pure { require(false, 'in setUp'); } function test_one() public pure {} }"),
        code="TEST_ASSERTION_FAILED", tests={"setUp()": "fail"}, not_run=("test_one",), says=("in setUp",),
        then=(("--rerun-failed",), "TEST_ASSERTION_FAILED", {"setUp()": "fail"})),
]
