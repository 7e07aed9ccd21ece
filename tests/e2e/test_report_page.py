"""--report html in Chromium, and --report jsonl as programs read it."""
import json
import os
import unittest

import browser
import harness

TESTS = r'''
import pathlib, pytest
HOSTILE = "</pre><script>alert(1)</script><!-- ' \" &amp; "
@pytest.mark.parametrize("number", range(40))
def test_good(number): pass
def test_compares(): assert "one red apple" == "one tart apple"
def test_prints():
    print(HOSTILE)
    assert False, HOSTILE
@pytest.mark.parametrize("name", [HOSTILE])
def test_named(name): pass
@pytest.mark.skip(reason="not today")
def test_skipped(): pass
def test_sometimes():
    if not pathlib.Path("seen").exists():
        pathlib.Path("seen").write_text("")
        assert False, "the first time"
'''


class ReportPage(harness.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = harness.Place()
        cls.addClassCleanup(cls.place.close)
        cls.project = cls.place.project({"test_shop.py": TESTS, "pytest.ini": "[pytest]\n"}, "shop", toml=None)
        cls.answer = cls.place.run("test", ".", "--retries", "1", "--json", "--report", "html", "--report", "jsonl",
                                   cwd=cls.project)
        cls.url = (cls.project / "proctor-report/report.html").as_uri()

    def test_failures_stand_first_and_everything_can_be_found(self):
        page = browser.Page(self, self.url)
        self.assertEqual(page.value("document.querySelector('h1').textContent"), "2 of 45 tests failed")
        first = page.value("[...document.querySelectorAll('.test')].slice(0, 3).map(test => test.querySelector('.badge').textContent)")
        self.assertEqual(first, ["Failed", "Failed", "Flaky"])
        self.assertGreater(page.value("document.querySelectorAll('.lanes i').length"), 40)
        visible = "[...document.querySelectorAll('.test:not([hidden])')].length"
        everything = page.value(visible)
        page.press("/")
        page.type("compares")
        self.assertEqual(page.value(visible), 2)
        page.press("Escape")
        self.assertEqual(page.value(visible), everything)
        page.value("document.querySelector('button[data-status=skip]').click()")
        self.assertEqual(page.value(visible), 1)
        page.value("document.querySelector('button[data-status=skip]').click()")
        page.press("j")
        page.press("j")
        page.press("k")
        focused = "document.activeElement.closest('.test').open"
        self.assertTrue(page.value(focused))
        page.press("Enter")
        self.assertFalse(page.value(focused))
        page.press("?")
        self.assertFalse(page.value("document.getElementById('keys').hidden"))
        self.assertEqual(page.complaints(), [])
        self.assertEqual(page.requests(), [self.url])

    def test_it_is_whole_without_its_script_and_on_a_narrow_screen(self):
        page = browser.Page(self, self.url, width=360, dark=True, scripts=False)
        self.assertTrue(page.value("document.getElementById('tools').hidden"))
        self.assertEqual(page.value("document.querySelectorAll('#all .test').length"), 45)
        self.assertLessEqual(page.value("document.documentElement.scrollWidth"), 360)
        self.assertEqual(page.value("getComputedStyle(document.body).backgroundColor"), "rgb(20, 22, 29)")

    def test_events_come_one_a_line_and_end_with_the_verdict(self):
        events = [json.loads(line) for line in (self.project / "proctor-report/events.jsonl").read_text().split("\n")[:-1]]
        self.assertEqual((events[0]["event"], events[0]["version"]), ("run_began", 1))
        self.assertIn("retry", [event["event"] for event in events])
        last = {event["id"]: event["status"] for event in events if event["event"] == "test_ended"}
        self.assertEqual(sorted(last.values()), ["fail"] * 2 + ["pass"] * 42 + ["skip"])
        self.assertEqual((events[-1]["event"], events[-1]["verdict"], events[-1]["counts"]["failed"]), ("run_ended", "fail", 2))
        self.assertEqual(events[-1]["exit_code"], self.answer.code)

    def test_events_come_while_the_run_goes_on(self):
        (self.place.top / "slow").mkdir()
        (self.place.top / "slow/test_slow.py").write_text(
            "import pathlib, time\ndef test_first(): pass\ndef test_waits():\n"
            "  while not pathlib.Path('go').exists(): time.sleep(0.01)\n")
        fifo = self.place.top / "fifo"
        os.mkfifo(fifo)
        run = self.place.start("test", ".", "-q", "--report", f"jsonl={fifo}", cwd=self.place.top / "slow")
        with open(fifo) as lines:
            for line in lines:
                event = json.loads(line)
                if event["event"] == "test_began" and event["name"] == "test_waits":
                    (self.place.top / "slow/go").write_text("")
        self.assertEqual((event["event"], event["verdict"]), ("run_ended", "pass"))
        self.assertEqual(self.place.finish(run).code, 0)

    def test_who_stops_reading_changes_no_verdict(self):
        one = self.place.run("test", ".", "-q", "--report", "jsonl=/dev/full", "--filter", "test_good", cwd=self.project)
        self.assertEqual(one.code, 0, one)
        self.assertIn("The report jsonl isn't whole", one.err)


if __name__ == "__main__":
    harness.main()
