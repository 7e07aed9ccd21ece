"""What can't be run is refused with the right code, and the message says what to do."""
import json
import os
import shutil
import subprocess
import unittest

import harness
from harness import HEAD, PINNED, contract

GOOD = {"test/A.t.sol": contract("function test_ok() public pure {}")}
BROKEN = {"test/A.t.sol": contract("""
    function test_ok() public pure {
        uint256 x = undeclared;
    }""")}


class Refusals(harness.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = harness.Place()
        cls.addClassCleanup(cls.shared.close)
        cls.good = cls.shared.project(GOOD)
        cls.shared.test(cls.good)

    def refused(self, code, *args, **more):
        run = self.place.test(*args, **more)
        self.assertCode(run, code)
        self.assertGreater(len(run.error["message"]), 15)
        self.assertNotIn("\x1b", run.error["message"])
        return run

    # --- the root

    def test_a_root_that_does_not_exist_is_named(self):
        run = self.refused("INVALID_REQUEST", self.place.top / "nowhere")
        self.assertIn("nowhere isn't there", run.error["message"])
        self.assertEqual(run.error["details"]["field"], "path")
        run = self.place.run("test", "--request", "-", "--json", stdin='{"project_root": "/nowhere"}')
        self.assertEqual(run.error["details"]["field"], "project_root")

    def test_a_file_of_no_project(self):
        file = self.place.top / "file"
        file.write_text("x")
        self.refused("TEST_NONE_RAN", file)
        run = self.place.run("test", "--request", "-", "--json", stdin=json.dumps({"project_root": str(file)}))
        self.assertField(run, "project_root")

    # --- the compiler

    def check_compile_error(self, run):
        self.assertCode(run, "TEST_COMPILE_FAILED")
        found = run.error["details"]["diagnostics"]
        self.assertEqual(len(found), 1, found)
        one = dict(found[0])
        message = one.pop("message")
        self.assertEqual(one, {"severity": "error", "file": "test/A.t.sol", "line": 6, "column": 21, "code": "7576"})
        self.assertIn("Undeclared identifier", message)
        self.assertIn("test/A.t.sol:6", run.error["message"])
        self.assertEqual(run.data["diagnostics"], found)
        self.assertEqual((run.data["verdict"], run.data["passed"]), ("error", 0))

    def test_a_compile_error_says_where(self):
        root = self.place.project(BROKEN)
        self.check_compile_error(self.place.test(root))
        self.check_compile_error(self.place.test(root, "--filter", "test_ok"))

    def test_a_compile_error_of_an_upload_says_where(self):
        self.check_compile_error(self.place.upload(BROKEN))

    def test_a_compile_error_after_a_good_run_is_no_pass(self):
        root = self.copy(self.good)
        self.assertPass(self.place.test(root), tests=1)
        (root / "test/A.t.sol").write_text(BROKEN["test/A.t.sol"])
        self.check_compile_error(self.place.test(root))

    def test_a_missing_import_is_a_compile_error(self):
        for statement in ('import "../src/NotThere.sol";', 'import "forge-std/NoSuchFile.sol";'):
            with self.subTest(statement):
                root = self.place.project({"test/A.t.sol": HEAD + statement + "\ncontract A { function test_a() public {} }"})
                run = self.refused("TEST_COMPILE_FAILED", root)
                self.assertIn("No" + statement.split("No")[1].split(".sol")[0], run.error["message"])

    def test_compiler_warnings_dont_make_it_fail(self):
        root = self.place.project({"test/A.t.sol": contract("function test_ok() public { uint256 unused = 1; }")})
        run = self.place.test(root)
        self.assertPass(run, tests=1)

    def test_a_syntax_error_is_a_compile_error(self):
        root = self.place.project({"test/A.t.sol": HEAD + "contract A { function test_a( }"})
        self.refused("TEST_COMPILE_FAILED", root)

    # --- settings

    def test_a_bad_foundry_toml(self):
        root = self.copy(self.good)
        (root / "foundry.toml").write_text("[profile.default\nsolc = 1")
        self.refused("TEST_CONFIG_INVALID", root)
        (root / "foundry.toml").write_text('[profile.default]\noptimizer_runs = "many"\n')
        self.refused("TEST_CONFIG_INVALID", root)

    def test_a_bad_foundry_toml_of_an_upload(self):
        run = self.place.upload({**GOOD, "foundry.toml": "[profile.default\n"})
        self.assertCode(run, "TEST_CONFIG_INVALID")
        run = self.place.upload({**GOOD, "foundry.toml": '[profile.default]\noptimizer_runs = "many"\n'})
        self.assertCode(run, "TEST_CONFIG_INVALID")

    def test_a_bad_evm_version(self):
        root = self.copy(self.good)
        self.assertIn("nosuchfork", self.refused("TEST_CONFIG_INVALID", root, "--evm-version", "nosuchfork").error["message"])
        self.assertCode(self.place.upload(GOOD, "--evm-version", "nosuchfork"), "TEST_CONFIG_INVALID")
        (root / "foundry.toml").write_text(PINNED.replace("[lint]", 'evm_version = "nosuchfork"\n[lint]'))
        self.refused("TEST_CONFIG_INVALID", root)

    def test_a_bad_regular_expression(self):
        root = self.copy(self.good)
        self.refused("TEST_CONFIG_INVALID", root, "--filter", "test_(")
        self.refused("TEST_CONFIG_INVALID", root, "--match-contract", "[A")

    def test_a_bad_glob(self):
        self.refused("TEST_CONFIG_INVALID", self.copy(self.good), "--match-path", "test/[A")

    def test_a_filter_is_never_taken_for_an_option(self):
        root = self.copy(self.good)
        (root / "test/A.t.sol").write_text(contract('function test_no() public pure { revert("no"); }'))
        for field in ("filter", "match_contract", "match_path"):
            for value in ("--allow-failure", "--help", "--version", "-vvvv", "--list", "--root=/"):
                with self.subTest(field=field, value=value):
                    run = self.place.test("--request", "-", stdin=harness.json.dumps(
                        {"project_root": str(root), field: value}))
                    self.assertFalse(run.envelope["ok"], run)
        for value in ("--help", "--allow-failure"):
            run = self.place.test("--request", "-", stdin=harness.json.dumps(
                {"project_root": str(root), "evm_version": value}))
            self.assertFalse(run.envelope["ok"], run)

    def test_a_bad_inline_setting(self):
        root = self.place.project({"test/A.t.sol": contract("""
            /// forge-config: default.fuzz.runs = many
            function testFuzz_a(uint8) public pure {}""")})
        self.refused("TEST_CONFIG_INVALID", root)

    # --- tools

    def test_a_pinned_compiler_that_is_not_there(self):
        root = self.copy(self.good)
        (root / "foundry.toml").write_text('[profile.default]\nsolc = "0.8.19"\n')
        run = self.refused("TOOL_NOT_FOUND", root)
        self.assertIn("0.8.19", run.error["message"])
        self.assertEqual(run.error["details"]["tool"], "solc")

    def test_a_compiler_path_that_leads_nowhere(self):
        root = self.copy(self.good)
        (root / "proctor.toml").write_text('[forge]\nsolc = "/nowhere/solc"\n')
        shutil.rmtree(root / "out")
        shutil.rmtree(root / "cache")
        run = self.refused("TOOL_NOT_FOUND", root)
        self.assertIn("/nowhere/solc", run.error["message"])

    def test_a_forge_path_that_leads_nowhere_is_never_replaced_by_another(self):
        root = self.copy(self.good)
        (root / "proctor.toml").write_text('[forge]\npath = "/nowhere/forge"\n')
        run = self.refused("TOOL_NOT_FOUND", root)
        self.assertIn("/nowhere/forge", run.error["message"])
        self.assertEqual(run.error["details"]["tool"], "forge")
        (root / "proctor.toml").unlink()
        run = self.refused("TOOL_NOT_FOUND", root, env={"PROCTOR_FORGE": "/nowhere/forge"})
        self.assertIn("/nowhere/forge", run.error["message"])

    def test_no_forge_anywhere(self):
        empty = self.place.top / "no-box"
        empty.mkdir()
        run = self.refused("TOOL_NOT_FOUND", self.copy(self.good), env={"PROCTOR_BOX": empty})
        for word in ("PATH", str(empty), "npm"):
            self.assertIn(word, run.error["message"])
        self.assertCode(self.place.upload(GOOD, env={"PROCTOR_BOX": empty}), "TOOL_NOT_FOUND")

    def test_forge_is_found_on_the_path(self):
        root = self.copy(self.good)
        empty = self.place.top / "no-box"
        empty.mkdir()
        run = self.place.test(root, env={"PROCTOR_BOX": empty, "PATH": harness.BOX + "/bin:/usr/bin:/bin",
                                         "XDG_DATA_HOME": harness.BOX})
        self.assertPass(run, tests=1)

    def test_a_forge_that_cannot_run(self):
        root = self.copy(self.good)
        (root / "proctor.toml").write_text('[forge]\npath = "forge"\n')
        for content, mode in (("#!/nowhere/interpreter\n", 0o755), ("\x7fELF nonsense", 0o755), ("#!/bin/sh\nexit 1", 0o755),
                              ("#!/bin/sh\n", 0o755), ("#!/bin/sh\necho Version 1", 0o644), ("#!/bin/sh\nkill -9 $$", 0o755)):
            with self.subTest(content):
                (root / "forge").write_text(content)
                os.chmod(root / "forge", mode)
                run = self.refused("TOOL_NOT_FOUND", root)
                self.assertIn(str(root / "forge"), run.error["message"])

    # --- the place

    @unittest.skipIf(os.getuid() != 0, "only root can mount")
    @unittest.skipIf(not shutil.which("go"), "there is no go here")
    def test_a_place_that_no_program_runs_from_is_no_compile_error(self):
        def there(*args, **more):
            mounted = 'mount -t tmpfs -o noexec none "$TMPDIR" && exec "$0" "$@"'
            process = subprocess.Popen(["unshare", "--mount", "sh", "-c", mounted, harness.PROCTOR, *args], cwd=self.place.top,
                                       env=self.place.env(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            return self.place.finish(process, **more)

        sources = {"go.mod": "module a\ngo 1.19\n",
                   "a_test.go": 'package a\nimport "testing"\nfunc TestA(t *testing.T) {}\n'}
        run = there("test", "--request", "-", "--json", stdin=json.dumps({"sources": sources}))
        self.assertCode(run, "INVALID_REQUEST")
        for word in ("noexec", "TMPDIR", str(self.place.tmp)):
            self.assertIn(word, run.error["message"])
        found = {one["name"]: one for one in there("doctor", "--json", stdin="").data["findings"]}
        self.assertEqual(found["uploads"]["state"], "limited", found)
        self.assertIn("noexec", found["uploads"]["what"])

    def test_an_unknown_framework(self):
        run = self.place.test(self.copy(self.good), "--framework", "hardhat")
        self.assertField(run, "framework")
        self.assertIn("forge", run.error["message"])


if __name__ == "__main__":
    harness.main()
