"""pytest, and what runs it: results of fixtures, sub-tests, files that can't be imported."""
from situations import table

row = table("/usr/bin/python3 -m pytest -q", {"pytest.ini": "[pytest]\n"})
PASS = "def test_ok(): pass\n"

ROWS = [
    row("pytest-dev/pytest#8375",
        "The session's cleanup failed behind a test that is marked xfail: pytest counted a second xfail and ended with 0.",
        {"test_a.py": "import pytest\n@pytest.fixture(autouse=True, scope='session')\ndef cleanup():\n    yield\n"
                      "    raise RuntimeError('cleanup fails')\ndef test_first(): pass\n"
                      "@pytest.mark.xfail\ndef test_known(): assert 0\n"},
        code="TEST_INCONSISTENT", tests={"test_first": "pass", "test_known": "error"}, says=("cleanup fails",),
        differs="An expected failure of a test excuses no failure of the session's cleanup."),
    row("pytest-dev/pytest#8582",
        "A test whose fixture fails at its end was counted twice: 3 passed and 1 error of 3 tests.",
        {"test_a.py": "import pytest\n@pytest.fixture\ndef foo():\n    yield\n    assert False, 'at the end'\n"
                      "def test_one(): pass\ndef test_two(foo): pass\ndef test_three(): pass\n"},
        code="TEST_INCONSISTENT", tests={"test_one": "pass", "test_two": "error", "test_three": "pass"}, says=("at the end",)),
    row("pytest-dev/pytest#11706",
        "With --maxfail=1 the failure of the session's fixture behind the failing test was in no report.",
        {"pytest.ini": "[pytest]\naddopts = --maxfail=1\n",
         "test_a.py": "import pytest\n@pytest.fixture(scope='session', autouse=True)\ndef check():\n    yield\n"
                      "    pytest.fail('the last check')\ndef test_1(): pytest.fail('failing')\ndef test_2(): pass\n"},
        code="TEST_ASSERTION_FAILED", tests={"test_1": "fail"}, not_run=("test_2",), says=("failing", "the last check")),
    row("wavlab-speech/versa#89",
        "Two test files of one name in directories without __init__.py: the run broke off with import file mismatch.",
        {"a/test_same.py": PASS, "b/test_same.py": "def test_other(): pass\n", "test_c.py": "def test_c(): pass\n"},
        code="TEST_COMPILE_FAILED", tests=None, says=("import file mismatch", "b/test_same.py")),
    row("microsoft/vscode-python#25546",
        "A decorator runs a test in sub-tests: an editor showed a pass, depending on the order of the sub-tests.",
        {"test_a.py": "import unittest\ndef cases(*items):\n    def wrap(f):\n        def run(self):\n"
                      "            for i in items:\n                with self.subTest(i=i): f(self, i)\n        return run\n"
                      "    return wrap\nclass T(unittest.TestCase):\n    @cases(1, 2, 1)\n    def test_one(self, i):\n"
                      "        self.assertEqual(i, 1)\n"},
        code="TEST_ASSERTION_FAILED", tests=None, says=("i=2", "2 != 1")),
    row("microsoft/vscode-python#18821",
        "The names of tests held addresses of functions, which differ in each run: an editor found no result.",
        {"test_a.py": "import pytest\ndef one(): pass\ndef two(): pass\n"
                      "@pytest.mark.parametrize('f', [one, two], ids=repr)\ndef test_calls(f): assert f is one\n" + PASS},
        code="TEST_ASSERTION_FAILED", 
        tests={"test_ok": "pass", "test_calls[<function one at 0x…>]": "pass", "test_calls[<function two at 0x…>]": "fail"},
        then=(("--rerun-failed",), "TEST_ASSERTION_FAILED", {"test_calls[<function two at 0x…>]": "fail"})),
    row("pytest-dev/pytest#993",
        "A plugin that conftest.py names can't be imported: pytest's exit code was that of failed tests.",
        {"conftest.py": "pytest_plugins = 'plugin'\n", "plugin.py": "raise ImportError('no such thing')\n", "test_a.py": PASS},
        code="TEST_COMPILE_FAILED", tests={}, says=("no such thing", "plugin")),
    row("python/cpython#90681",
        "Failing tests were not noticed because setUpClass failed before them.",
        {"test_a.py": "import unittest\nclass T(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls): raise OSError('no server')\n"
                      "    def test_a(self): self.fail()\n    def test_b(self): pass\n"},
        code="TEST_INCONSISTENT", tests={"test_a": "error", "test_b": "error"}, says=("no server",)),
]
