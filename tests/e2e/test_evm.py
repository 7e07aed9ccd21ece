"""The EVM version that is asked for is the one that compiles and runs, and the one that is reported."""

import harness
from harness import PINNED, contract

# Initialisation code of the opcode in question, then `return(0, 0)`: created if the opcode exists.
PROBE = contract("""
    function created(bytes memory code) internal returns (bool) {
        address made;
        assembly { made := create(0, add(code, 32), mload(code)) }
        return made != address(0);
    }
    function test_push0() public { require(created(hex"5f60006000f3"), "no PUSH0"); }
    function test_tload() public { require(created(hex"60005c60006000f3"), "no TLOAD"); }
""", "ProbeTest")
PARIS, SHANGHAI, CANCUN = ("fail", "fail"), ("pass", "fail"), ("pass", "pass")


class Evm(harness.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = harness.Place()
        cls.addClassCleanup(cls.shared.close)
        cls.project = cls.shared.project({"test/Probe.t.sol": PROBE})

    def check(self, run, version, behaviour):
        self.assertEqual((run.statuses()["ProbeTest.test_push0"], run.statuses()["ProbeTest.test_tload"]), behaviour, run)
        self.assertEqual(run.data["framework"]["evm_version"], version)

    def test_a_project_that_pins_the_compiler_but_no_evm_version(self):
        # Here forge itself silently ignores --evm-version.
        for version, behaviour in (("paris", PARIS), ("shanghai", SHANGHAI), ("cancun", CANCUN)):
            with self.subTest(version):
                self.check(self.place.test(self.project, "--evm-version", version), version, behaviour)

    def test_a_project_that_pins_nothing(self):
        root = self.place.project({"test/Probe.t.sol": PROBE}, toml="[lint]\nlint_on_build = false\n")
        self.check(self.place.test(root, "--evm-version", "paris"), "paris", PARIS)

    def test_the_projects_own_version(self):
        root = self.copy(self.project)
        (root / "foundry.toml").write_text(PINNED.replace("[lint]", 'evm_version = "shanghai"\n[lint]'))
        self.check(self.place.test(root), "shanghai", SHANGHAI)
        self.check(self.place.test(root, "--evm-version", "cancun"), "cancun", CANCUN)
        self.check(self.place.test(root, "--evm-version", "paris"), "paris", PARIS)

    def test_the_version_in_a_request(self):
        run = self.place.test("--request", "-", stdin=harness.json.dumps(
            {"project_root": str(self.project), "evm_version": "paris"}))
        self.check(run, "paris", PARIS)

    def test_a_variable_of_forge(self):
        run = self.place.test(self.project, env={"FOUNDRY_EVM_VERSION": "paris"})
        self.check(run, "paris", PARIS)
        run = self.place.test(self.project, "--evm-version", "shanghai", env={"FOUNDRY_EVM_VERSION": "paris"})
        self.check(run, "shanghai", SHANGHAI)

    def test_uploads(self):
        sources = {"test/Probe.t.sol": PROBE}
        self.check(self.place.upload(sources), "shanghai", SHANGHAI)
        self.check(self.place.upload(sources, "--evm-version", "cancun"), "cancun", CANCUN)
        own = {**sources, "foundry.toml": '[profile.default]\nsolc = "0.8.30"\nevm_version = "paris"\n'}
        self.check(self.place.upload(own), "paris", PARIS)
        self.check(self.place.upload(own, "--evm-version", "cancun"), "cancun", CANCUN)
        silent = {**sources, "foundry.toml": '[profile.default]\nsolc = "0.8.30"\n'}
        self.check(self.place.upload(silent), "shanghai", SHANGHAI)

    def test_the_default_of_uploads_is_a_setting(self):
        config = self.place.top / "evm.toml"
        config.write_text('[forge]\nevm_version = "cancun"\n')
        self.check(self.place.upload({"test/Probe.t.sol": PROBE}, "--config", config), "cancun", CANCUN)


if __name__ == "__main__":
    harness.main()
