"""Uploaded sources: tested in a private directory, and the code in them gets at nothing of ours."""
import json
import os
import pathlib
import subprocess

import harness
from harness import HEAD, VM, contract

GOOD = {"test/A.t.sol": contract("""
    function test_ok() public pure {}
    function testFuzz_any(uint256 x) public pure { require(x == x); }""")}
BAD = {"src/Sum.sol": HEAD + "contract Sum { function add(uint256 a, uint256 b) public pure returns (uint256) { return a - b; } }",
       "test/Sum.t.sol": HEAD + 'import {Sum} from "../src/Sum.sol";\ncontract SumTest {\n'
                                "    function test_zero() public { require(new Sum().add(0, 0) == 0); }\n"
                                '    function test_add() public { require(new Sum().add(3, 1) == 4, "not the sum"); }\n}\n'}
COMPILED = "compiling with solc"


class SharingCache(harness.TestCase):
    """The same sources are compiled once for the tests of a class, which are about something else."""

    @classmethod
    def setUpClass(cls):
        cls.shared = harness.Place()
        cls.addClassCleanup(cls.shared.close)

    def setUp(self):
        super().setUp()
        self.place.more_env["XDG_CACHE_HOME"] = self.shared.top / "cache"


class Uploads(SharingCache):
    def test_sources_that_pass(self):
        run = self.place.upload(GOOD)
        self.assertPass(run, tests=2)
        self.assertEqual(run.data["framework"]["evm_version"], "shanghai")
        self.assertEqual(run.data["warnings"], [])
        self.assertEqual(self.place.leftovers(), [])

    def test_sources_that_fail(self):
        run = self.place.upload(BAD)
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual(run.statuses(), {"SumTest.test_add": "fail", "SumTest.test_zero": "pass"})
        self.assertEqual(run.cases()["SumTest", "test_add"]["location"], {"file": "test/Sum.t.sol", "line": 6})
        self.assertEqual(run.data["suites"][0]["file"], "test/Sum.t.sol")
        self.assertEqual(self.place.leftovers(), [])

    def test_the_libraries_are_there(self):
        run = self.place.upload({"test/Std.t.sol": HEAD + """
            import {Test} from "forge-std/Test.sol";
            contract StdTest is Test {
                function test_equal() public { assertEq(uint256(1), 2, "the numbers"); }
                function test_address() public { assertTrue(makeAddr("alice") != address(0)); }
            }"""})
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual(run.statuses(), {"StdTest.test_address": "pass", "StdTest.test_equal": "fail"})
        self.assertIn("1 != 2", run.cases()["StdTest", "test_equal"]["reason"])

    def test_uploaded_libraries_and_remappings_are_used(self):
        run = self.place.upload({
            "lib/forge-std/src/Test.sol": HEAD + "contract Test { function mine() public pure returns (uint256) { return 7; } }",
            "remappings.txt": "forge-std/=lib/forge-std/src/\nown/=src/deep/\n",
            "src/deep/Own.sol": HEAD + "contract Own {}",
            "test/A.t.sol": HEAD + 'import "forge-std/Test.sol";\nimport "own/Own.sol";\n'
                                   "contract ATest is Test { function test_own() public { new Own(); require(mine() == 7); } }"})
        self.assertPass(run, tests=1)

    def test_an_uploaded_foundry_toml_holds(self):
        run = self.place.upload({**GOOD, "foundry.toml": '[profile.default]\nevm_version = "paris"\nsolc = "0.8.26"\n'
                                                         "[fuzz]\nruns = 17\n"})
        self.assertPass(run, tests=2)
        self.assertEqual(run.data["framework"]["evm_version"], "paris")
        self.assertEqual(run.cases()["ATest", "testFuzz_any"]["runs"], 17)

    def test_other_settings_are_left_out_with_a_warning(self):
        run = self.place.upload({**GOOD, "foundry.toml": '[profile.default]\nffi = true\nout = "/tmp/x"\n'
                                                         'fs_permissions = [{access = "read-write", path = "/"}]\n'
                                                         'libs = ["/etc", "lib"]\nsolc = "./evil"\nbroadcast = "/tmp/y"\n'
                                                         'remappings = ["x/=/etc/"]\n'
                                                         '[profile.default.fuzz]\nfailure_persist_dir = "/tmp/z"\n'
                                                         '[rpc_endpoints]\nmain = "http://localhost"\n'})
        self.assertPass(run, tests=2)
        text = "\n".join(run.data["warnings"])
        for key in ("ffi", "out", "fs_permissions", "libs", "solc", "broadcast", "remappings", "failure_persist_dir",
                    "rpc_endpoints"):
            self.assertIn(key, text)

    def test_files_that_have_no_place_in_an_upload_are_left_out(self):
        run = self.place.upload({**GOOD, ".env": "FOUNDRY_FFI=true\nFOUNDRY_FUZZ_RUNS=3\n", ".git/config": "[core]\n",
                                 "sub/.git/hooks/post-checkout": "#!/bin/sh\n", ".gitmodules": "[submodule]\n",
                                 "out/A.t.sol/ATest.json": "{}", "cache/solidity-files-cache.json": "{}"})
        self.assertPass(run, tests=2)
        self.assertEqual(run.cases()["ATest", "testFuzz_any"]["runs"], 256)
        for name in (".env", ".git", "sub/.git", ".gitmodules", "out", "cache"):
            self.assertTrue(any(warning.startswith(name + " is left out") for warning in run.data["warnings"]), name)

    def test_an_uploaded_proctor_toml_is_nothing_but_a_file(self):
        run = self.place.upload({**GOOD, "proctor.toml": '[forge]\npath = "evil.sh"\nsolc = "evil.sh"\n',
                                 "evil.sh": "#!/bin/sh\ntouch /tmp/evil\n"})
        self.assertPass(run, tests=2)

    def test_a_limit_that_strikes_before_the_tests_is_one(self):
        run = self.place.upload(GOOD, "--output-limit", "10")
        self.assertCode(run, "TEST_LIMIT_EXCEEDED")
        self.assertEqual(run.code, 4)
        self.assertIn("more output than 10", run.error["message"])

    def test_filters_hold_for_uploads(self):
        run = self.place.upload(BAD, request={"filter": "test_zero", "match_path": "test/Sum.t.sol", "match_contract": "Sum"})
        self.assertPass(run, tests=1)


class Attacks(SharingCache):
    """Uploaded code that wants more than to be tested."""

    SECRET = "s3cr3t-of-the-host"

    def setUp(self):
        super().setUp()
        self.secret_file = self.place.top / "secret.txt"
        self.secret_file.write_text(self.SECRET + "\n")
        self.target = self.place.top / "target"
        self.target.mkdir()

    def attack(self, body, before="", **files):
        sources = {"test/A.t.sol": HEAD + VM + before + "contract ATest {\nevent log(string);\n" + body + "\n}\n"}
        sources.update({name.replace("__", "."): text for name, text in files.items()})
        run = self.place.upload(sources, "-vv", env={"SECRET_TOKEN": self.SECRET, "FOUNDRY_FFI": "true"})
        self.assertNothingGotOut(run)
        return run

    def assertNothingGotOut(self, run):
        self.assertEqual(list(self.target.iterdir()), [], run)
        self.assertEqual(self.secret_file.read_text(), self.SECRET + "\n")
        self.assertNotIn(self.SECRET, run.out)
        log = run.envelope.get("data", {}).get("run", {}).get("log")
        if log:
            self.assertNotIn(self.SECRET, pathlib.Path(log).read_text(errors="replace"))

    OPEN = 'ffi = true\nfs_permissions = [{access = "read-write", path = "/"}]\n'

    def cheats(self):
        return f"""
            function test_ffi() public {{
                string[] memory words = new string[](2);
                words[0] = "touch"; words[1] = "{self.target}/ffi";
                vm.ffi(words);
            }}
            function test_write() public {{ vm.writeFile("{self.target}/written", "x"); }}
            function test_writeInside() public {{ vm.writeFile("src/A.sol", "x"); }}
            function test_read() public {{ emit log(vm.readFile("{self.secret_file}")); }}
            function test_hostname() public {{ emit log(vm.readFile("/etc/hostname")); }}
            function test_environ() public {{ emit log(vm.readFile("/proc/self/environ")); }}
            function test_env() public {{ emit log(vm.envString("SECRET_TOKEN")); }}
            function test_env2() public {{ emit log(vm.envString("PROCTOR_BOX")); }}
            function test_honest() public pure {{}}"""

    def check_cheats(self, run):
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        statuses = run.statuses()
        self.assertEqual(statuses.pop("ATest.test_honest"), "pass")
        self.assertEqual(set(statuses.values()), {"fail"}, run)

    def test_cheatcodes_are_off(self):
        self.check_cheats(self.attack(self.cheats()))

    def test_an_uploaded_foundry_toml_does_not_turn_them_on(self):
        self.check_cheats(self.attack(self.cheats(), foundry__toml="[profile.default]\n" + self.OPEN))

    def test_neither_does_an_old_form_of_it(self):
        self.check_cheats(self.attack(self.cheats(), foundry__toml="[default]\n" + self.OPEN + "[profile.ci]\n" + self.OPEN))

    def test_neither_does_an_env_file(self):
        self.check_cheats(self.attack(self.cheats(), __env="FOUNDRY_FFI=true\nFOUNDRY_PROFILE=ci\n"
                                                           'FOUNDRY_FS_PERMISSIONS=[{access="read-write",path="/"}]\n'))

    def inline(self, *settings):
        return "".join(f"/// forge-config: default.{setting}\n" for setting in settings)

    def test_inline_settings_open_no_files(self):
        permissions = 'fs_permissions = [{access="read-write", path="/"}]'
        for level in ("function", "contract"):
            with self.subTest(level):
                here = self.inline(permissions)
                run = self.attack(f"""
                    {here if level == "function" else ""}
                    function test_write() public {{ vm.writeFile("{self.target}/written", "x"); }}
                    {here if level == "function" else ""}
                    function test_read() public {{ emit log(vm.readFile("{self.secret_file}")); }}""",
                                  before=here if level == "contract" else "")
                self.assertFalse(run.envelope["ok"], run)

    def test_inline_settings_turn_on_no_ffi(self):
        for level in ("function", "contract"):
            with self.subTest(level):
                here = self.inline("ffi = true")
                run = self.attack(f"""
                    {here if level == "function" else ""}
                    function test_ffi() public {{
                        string[] memory words = new string[](2);
                        words[0] = "touch"; words[1] = "{self.target}/ffi";
                        vm.ffi(words);
                    }}""", before=here if level == "contract" else "")
                self.assertFalse(run.envelope["ok"], run)

    def test_inline_settings_name_no_place_to_write(self):
        counter = "contract Counter { uint256 public n; function bump(uint8 by) public { n += by; } }\n"
        run = self.attack(f"""
            Counter counter;
            function setUp() public {{ counter = new Counter(); }}
            {self.inline(f'fuzz.failure_persist_dir = "{self.target}/fuzz"')}
            function testFuzz_seven(uint8 x) public pure {{ require(x != 7); }}
            {self.inline(f'invariant.failure_persist_dir = "{self.target}/invariant"',
                         f'invariant.corpus_dir = "{self.target}/corpus"')}
            function invariant_small() public view {{ require(counter.n() < 10); }}""", before=counter)
        self.assertFalse(run.envelope["ok"], run)

    def test_inline_settings_in_any_form_are_seen(self):
        setting = 'default.fs_permissions = [{access="read-write", path="/"}]'
        for comment in (f"/** forge-config: {setting} */", f"/**\n * forge-config: {setting}\n */", f"///forge-config:{setting}",
                        f"/// @notice forge-config: {setting}", f"///\t forge-config: \t{setting}", f"/// forge-config: {setting}\r",
                        f"/// forge-config: default.fuzz.runs = 3\r/// forge-config: {setting}", f"/// x\u2028/// forge-config: {setting}",
                        f"/// forge-config: forge-config: {setting}", "/// forge-config: " + setting[8:],
                        '/// forge-config: default."fs\\u005fpermissions" = [{access="read-write", path="/"}]',
                        '/// forge-config: default = {fs_permissions = [{access="read-write", path="/"}]}',
                        '/// forge-config: default . fs_permissions = [{access="read-write", path="/"}]',
                        "/**\n * forge-config: default.fs_permissions = [\n * {access=\"read-write\", path=\"/\"}]\n */"):
            with self.subTest(comment):
                run = self.attack(f"""
                    {comment}
                    function test_write() public {{ vm.writeFile("{self.target}/written", "x"); }}""")
                self.assertFalse(run.envelope["ok"], run)

    def test_harmless_inline_settings_hold(self):
        run = self.place.upload({"test/A.t.sol": contract(self.inline("fuzz.runs = 11") +
                                                          "function testFuzz_a(uint8) public pure {}")})
        self.assertPass(run, tests=1)
        self.assertEqual(run.cases()["ATest", "testFuzz_a"]["runs"], 11)

    def test_imports_lead_to_nothing_outside(self):
        secret = self.place.top / "Secret.sol"
        secret.write_text(f'// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\nstring constant SECRET = "{self.SECRET}";\n')
        up = "../" * 12
        for path in (str(secret), "../" * 5 + "Secret.sol", up + str(secret)[1:], str(self.secret_file), up + str(self.secret_file)[1:], "file://" + str(secret)):
            with self.subTest(path):
                run = self.place.upload({"test/A.t.sol": HEAD + f'import "{path}";\ncontract ATest {{\nevent log(string);\n'
                                         "function test_a() public { emit log(SECRET); }\n}\n"}, "-vv")
                self.assertFalse(run.envelope["ok"], run)
                self.assertNothingGotOut(run)
        for toml in (f'remappings = ["x/={self.place.top}/"]', f'libs = ["{self.place.top}"]', f'src = "{self.place.top}"',
                     f'include_paths = ["{self.place.top}"]', f'allow_paths = ["{self.place.top}"]'):
            with self.subTest(toml):
                run = self.place.upload({"foundry.toml": f"[profile.default]\n{toml}\n",
                                         "test/A.t.sol": HEAD + 'import "x/Secret.sol";\ncontract ATest {\nevent log(string);\n'
                                         "function test_a() public { emit log(SECRET); }\n}\n"}, "-vv")
                self.assertFalse(run.envelope["ok"], run)
                self.assertNothingGotOut(run)

    def test_remappings_lead_to_nothing_outside(self):
        (self.place.top / "Secret.sol").write_text(HEAD + f'string constant SECRET = "{self.SECRET}";\n')
        for line in (f"x/={self.place.top}/", "x/=" + "../" * 12 + str(self.place.top)[1:] + "/"):
            run = self.place.upload({"remappings.txt": line + "\n",
                                     "test/A.t.sol": HEAD + 'import "x/Secret.sol";\ncontract ATest {\nevent log(string);\n'
                                     "function test_a() public { emit log(SECRET); }\n}\n"}, "-vv")
            self.assertFalse(run.envelope["ok"], run)
            self.assertNothingGotOut(run)
            self.assertTrue(any("remappings.txt" in warning for warning in run.data["warnings"]), run)

    def test_somebody_elses_directory_in_TMPDIR_is_not_used(self):
        base = self.place.tmp / f"proctor-{os.getuid()}"
        base.mkdir(mode=0o777)
        base.chmod(0o777)
        run = self.place.upload(GOOD)
        self.assertCode(run, "INTERNAL_ERROR")
        self.assertIn(str(base), run.error["message"])
        base.rmdir()
        base.symlink_to(self.target)
        self.assertCode(self.place.upload(GOOD), "INTERNAL_ERROR")
        self.assertEqual(list(self.target.iterdir()), [])
        base.unlink()


class Paths(SharingCache):
    """What is refused before anything is written."""

    def refused(self, path, word, sources=None):
        run = self.place.upload(sources or {path: "x", **GOOD})
        self.assertField(run, "sources")
        self.assertIn(word, run.error["message"])
        self.assertEqual(self.place.leftovers(), [])
        self.assertFalse((self.place.top / "evil").exists())

    def test_paths_that_lead_elsewhere(self):
        for path, word in (("../evil", ".."), ("a/../../evil", ".."), ("..", ".."), ("a/..", ".."), ("/etc/evil", "absolute"),
                           ("//evil", "absolute"), ("a\\..\\evil", "backslash"), ("..\\evil", "backslash"), ("a\0b", "NUL"),
                           ("", "empty"), (".", "no file"), ("./", "no file"), ("a/", "no file"), ("a\nb", "control"),
                           ("\x1b[2Jx", "control"), ("x" * 300, "255"), ("a/" * 600 + "b", "1024")):
            with self.subTest(path[:40]):
                self.refused(path, word)

    def test_paths_that_mean_the_same_file(self):
        for path in ("test//A.t.sol", "./test/A.t.sol", "test/./A.t.sol"):
            with self.subTest(path):
                self.refused(path, "collides")

    def test_paths_through_a_file(self):
        self.refused("test/A.t.sol/B.t.sol", "through")

    def test_no_sources_at_all(self):
        run = self.place.upload({})
        self.assertField(run, "sources")

    def test_a_path_given_twice(self):
        run = self.place.test("--request", "-", stdin='{"sources":{"test/A.t.sol":"x","test/A.t.sol":"contract A {}"}}')
        self.assertFalse(run.envelope["ok"])
        self.assertEqual(run.error["code"], "INVALID_REQUEST", run)

    def test_names_that_look_odd_but_are_fine(self):
        run = self.place.upload({**GOOD, "docs/...": "x", "docs/a..b": "x", "docs/-rf": "x", "docs/$(touch evil)": "x",
                                 "docs/é ü '\".md": "x", "docs/*": "x"})
        self.assertPass(run, tests=2)

    def test_the_size_limits_of_the_configuration(self):
        config = self.place.top / "limits.toml"
        for setting, sources, word in (('file_bytes = 100', GOOD, "100"), ('file_bytes = "1K"', {"a": "x" * 1025}, "1024"),
                                       ("total_bytes = 150", {"a": "x" * 100, "b": "y" * 100}, "150"),
                                       ("files = 2", {"a": "", "b": "", "c": ""}, "2")):
            with self.subTest(setting):
                config.write_text(f"[uploads]\n{setting}\n")
                run = self.place.upload(sources, "--config", config)
                self.assertField(run, "sources")
                self.assertIn(word, run.error["message"])

    def test_a_file_of_more_than_8_MiB(self):
        run = self.place.upload({"src/Big.sol": "/" * (8 * 1024 * 1024 + 1)})
        self.assertField(run, "sources")
        self.assertIn("src/Big.sol", run.error["message"])

    def test_a_large_file_below_the_limit(self):
        run = self.place.upload({**GOOD, "src/Big.sol": HEAD + "// " + "x" * 3_000_000 + "\ncontract Big {}\n"})
        self.assertPass(run, tests=2)


class Cache(harness.TestCase):
    """Compiled once, tested every time."""

    @property
    def cache(self):
        return self.place.home / ".cache/proctor/forge"

    def test_the_second_time_nothing_is_compiled_and_all_is_tested(self):
        first = self.place.upload(BAD)
        second = self.place.upload(BAD)
        self.assertIn(COMPILED, first.err)
        self.assertNotIn(COMPILED, second.err)
        self.assertEqual(second.statuses(), first.statuses())
        self.assertCode(second, "TEST_ASSERTION_FAILED", "fail")
        self.assertLess(second.data["duration_ms"], first.data["duration_ms"])
        self.assertEqual(self.place.leftovers(), [])

    def test_fuzz_tests_run_again_with_a_new_seed(self):
        first = self.place.upload(GOOD)
        second = self.place.upload(GOOD, request={"fuzz_runs": 77})
        self.assertNotIn(COMPILED, second.err)
        self.assertEqual([run.cases()["ATest", "testFuzz_any"]["runs"] for run in (first, second)], [256, 77])
        self.assertNotEqual(*(run.data["framework"]["fuzz_seed"] for run in (first, second)))

    def test_failures_of_one_run_are_not_carried_into_the_next(self):
        # forge keeps failing inputs in cache/ and replays them.
        sources = {"test/F.t.sol": contract("function testFuzz_f(uint8 x) public pure { require(x != 7); }", "FTest")}
        first = self.place.upload(sources)
        self.assertCode(first, "TEST_ASSERTION_FAILED", "fail")
        second = self.place.upload(sources, request={"fuzz_runs": 1, "fuzz_seed": "3"})
        self.assertNotIn(COMPILED, second.err)
        self.assertPass(second, tests=1)

    def test_another_content_is_compiled_anew(self):
        first = self.place.upload(BAD)
        fixed = {**BAD, "src/Sum.sol": BAD["src/Sum.sol"].replace("a - b", "a + b")}
        second = self.place.upload(fixed)
        self.assertPass(second, tests=2)
        self.assertIn(COMPILED, second.err)
        third = self.place.upload(BAD)
        self.assertEqual(third.statuses(), first.statuses())
        other = self.place.upload(fixed, "--evm-version", "paris")
        self.assertIn(COMPILED, other.err)
        self.assertEqual(other.data["framework"]["evm_version"], "paris")

    def test_a_damaged_entry_is_dropped(self):
        first = self.place.upload(BAD)
        files = [path for path in self.cache.rglob("*") if path.is_file()]
        self.assertGreater(len(files), 3)
        for damaged in ("all", "artifacts"):
            with self.subTest(damaged):
                for path in [path for path in self.cache.rglob("*") if path.is_file()]:
                    if damaged == "artifacts" and path.name == "manifest.json":
                        continue
                    content = bytearray(path.read_bytes())
                    for index in range(0, len(content), max(1, len(content) // 50)):
                        content[index] ^= 0x15
                    path.write_bytes(content)
                run = self.place.upload(BAD)
                self.assertEqual(run.statuses(), first.statuses())
                self.assertIn(COMPILED, run.err)
                again = self.place.upload(BAD)
                self.assertNotIn(COMPILED, again.err)
                self.assertEqual(again.statuses(), first.statuses())

    def test_an_entry_with_a_missing_or_a_foreign_file_is_dropped(self):
        self.place.upload(BAD)
        entry = next(path for path in self.cache.iterdir() if path.is_dir())
        artifact = next(path for path in entry.rglob("SumTest.json"))
        artifact.unlink()
        run = self.place.upload(BAD)
        self.assertIn(COMPILED, run.err)
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        (entry / "files/out/More.json").write_text("{}")
        run = self.place.upload(BAD)
        self.assertIn(COMPILED, run.err)

    def test_the_cache_can_be_turned_off(self):
        config = self.place.top / "off.toml"
        config.write_text("[cache]\nbytes = 0\n")
        for _ in range(2):
            run = self.place.upload(GOOD, "--config", config)
            self.assertPass(run, tests=2)
            self.assertIn(COMPILED, run.err)
        self.assertFalse(self.cache.exists())

    def test_the_cache_is_private(self):
        self.place.upload(GOOD)
        for path in [self.cache, *self.cache.rglob("*")]:
            self.assertEqual(path.stat().st_mode & 0o077, 0, path)

    def test_a_compile_error_is_not_kept(self):
        broken = {"test/A.t.sol": contract("function test_a() public { nothing(); }")}
        for _ in range(2):
            run = self.place.upload(broken)
            self.assertCode(run, "TEST_COMPILE_FAILED")
            self.assertIn("Undeclared identifier", run.out)
        self.assertEqual(self.place.leftovers(), [])

    def test_several_at_once(self):
        runs = [self.place.start("test", "--request", "-", "--json", stdin=subprocess.PIPE) for _ in range(3)]
        results = []
        for process in runs:
            process.stdin.write(json.dumps({"sources": BAD}).encode())
            process.stdin.close()
        for process in runs:
            run = self.place.finish(process)
            harness.check_answer(run)
            results.append(run.statuses())
        self.assertEqual(results, [{"SumTest.test_add": "fail", "SumTest.test_zero": "pass"}] * 3)


if __name__ == "__main__":
    harness.main()
