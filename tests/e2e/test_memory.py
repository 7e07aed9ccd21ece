"""proctor's own memory doesn't depend on what the tests print."""

import harness

LIMIT_KIB = 32 * 1024


class Memory(harness.TestCase):
    def check(self, run, limit_kib=LIMIT_KIB):
        self.assertLess(run.peak_kib, limit_kib, f"proctor took {run.peak_kib} KiB\n{run}")

    def traces(self, megabytes, status, code):
        """A forge whose report is nearly all traces: the beginning, a node as often as it takes, the end."""
        root = self.place.fake_forge("")
        report = harness.fake_report(b=status)
        head, found, tail = report.rpartition('"traces": []')
        self.assertTrue(found)
        node = ('{"parent":0,"children":[1],"idx":7,"trace":{"depth":3,"success":true,"data":"0x' + "60806040" * 40 +
                '","output":"0x' + "00" * 32 + '","gas_used":22007,"status":"Stop","steps":[],"decoded":{"label":"A\\"[{",'
                '"call_data":{"signature":"set(uint256)","args":["1"]}}},"logs":[],"ordering":[{"Call":1},{"Call":2}]}')
        (root / "head").write_text(head + '"traces": [["Deployment",{"arena":[' + node)
        (root / "node").write_text("," + node)
        (root / "tail").write_text("]}]]" + tail + "\n")
        forge = root / "forge"
        forge.write_text(forge.read_text() +
                         f'cat head; yes "$(cat node)" | head -c {megabytes}M | head -n -1; cat tail; exit {code}\n')
        return root

    def test_300_MB_of_traces(self):
        run = self.place.test(self.traces(300, "Failure", 1), measured=True)
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual(run.statuses(), {"A.test_a": "pass", "A.test_b": "fail"})
        self.assertEqual(run.cases()["A", "test_b"]["reason"], "boom")
        self.check(run)

    def test_traces_of_a_pass(self):
        run = self.place.test(self.traces(50, "Success", 0), measured=True)
        self.assertPass(run, tests=2)
        self.check(run)

    def test_reading_a_record_of_traces(self):
        root = self.traces(50, "Failure", 1)
        feed = "sh -c 'cd \"$1\" && sh ./forge test' feed " + f"'{root}'"
        process = self.place.start("read", "-", "--format", "forge-json", "--exit-code", "1", "--json",
                                   stdin=harness.subprocess.PIPE, measured=True)
        feeder = harness.subprocess.Popen(feed, shell=True, stdout=process.stdin)
        process.stdin.close()
        run = self.place.finish(process)
        feeder.wait(30)
        run.peak_kib = int((self.place.top / "peak").read_text())
        harness.check_answer(run)
        self.assertEqual(run.statuses(), {"A.test_a": "pass", "A.test_b": "fail"})
        self.check(run)

    def test_half_a_gigabyte_of_text(self):
        run = self.place.test(self.place.fake_forge(f"yes '{'no json ' * 20}' | head -c 512M; exit 0"), measured=True)
        self.assertFalse(run.envelope["ok"], run)
        self.assertEqual(run.data["verdict"], "error", run)
        self.check(run)

    def test_one_endless_line(self):
        for stream in ("", ">&2"):
            run = self.place.test(self.place.fake_forge(f"head -c 100M /dev/zero | tr '\\0' x {stream}; exit 0"), measured=True)
            self.assertFalse(run.envelope["ok"], run)
            self.check(run)

    def test_one_endless_string_in_json(self):
        for where in ('"reason": "', '"test/', '"decoded_logs": ["', '{"', '"gas": 1'):
            with self.subTest(where):
                text = harness.fake_report(b="Failure")
                before = text[:text.find(where) + len(where)] if where in text else text[:-2] + "," + where
                self.assertNotIn("'", before)
                run = self.place.test(self.place.fake_forge(
                    f"printf '%s' '{before}'; head -c 40M /dev/zero | tr '\\0' 7; exit 1"), measured=True)
                self.assertFalse(run.envelope["ok"], run)
                self.check(run)

    def test_a_flood_of_log_lines_with_suites(self):
        line = "2026-11-21T22:08:11.145204Z DEBUG suite{name=test/A%d.t.sol:A}: forge::multi_runner: start executing"
        run = self.place.test(self.place.fake_forge(
            f"awk 'BEGIN {{ for (i = 0; i < 300000; ++i) printf \"{line}\\n\", i }}' >&2; report; exit 0"),
                              measured=True)
        self.assertFalse(run.envelope["ok"], run)
        self.check(run, 160 * 1024)  # as many suites as are kept at most

    def test_a_flood_of_log_lines_with_long_names(self):
        line = "2026-11-21T22:08:11.145204Z DEBUG suite{name=test/A"
        rest = ".t.sol:A}: forge::multi_runner: start executing all tests"
        run = self.place.test(self.place.fake_forge(
            "awk 'BEGIN { while (length(s) < 60000) s = s \"nnnnnnnnnnnnnnnnnnnn\";"
            f" for (i = 0; i < 3000; ++i) print \"{line}\" i s \"{rest}\" }}' >&2; report; exit 0"), measured=True)
        self.assertFalse(run.envelope["ok"], run)
        self.check(run, 64 * 1024)

    def test_many_tests(self):
        case = '"test_%d()":{"status":"Success","reason":null,"kind":{"Unit":{"gas":1}},"duration":"1ms"},'.replace('"', '\\"')
        run = self.place.test(self.place.fake_forge(
            "printf '%s' '{\"test/A.t.sol:A\":{\"duration\":\"1s\",\"warnings\":[],\"test_results\":{'; "
            f"awk 'BEGIN {{ for (i = 0; i < 20000; ++i) printf \"{case}\", i }}'; "
            "printf '%s\\n' '\"test_a()\":{\"status\":\"Failure\",\"reason\":\"x\",\"kind\":{\"Unit\":{\"gas\":1}}}}}}'; exit 1"))
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual((run.data["passed"], run.data["failed"]), (20000, 1))


if __name__ == "__main__":
    harness.main()
