#!/bin/bash
# versions.sh DIR…: tests a small project with the framework that is checked out (or installed) in each DIR, and compares
# what proctor says with what is right. Prints a line of a table for each. docs/versions.md says how to get a checkout.
#
#   PYTHONPATH=pluggy/src:iniconfig/src scripts/versions.sh pytest-9.1.1
#
# PROCTOR names the program to check; else it is the one of the preset `product`. OPTIONS are handed to `proctor test`
# (--frameworks DIR, say). Ends with 0 if all is as expected, with 1 if not, with 2 if a DIR can't be checked.
set -u

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PROCTOR=$(realpath "${PROCTOR:-$root/build/product/bin/proctor}")
work=$(mktemp -d "${TMPDIR:-/tmp}/proctor-versions.XXXXXX")
trap 'rm -rf "$work"' EXIT
worst=0

# What DIR holds: the name of a framework, or nothing.
framework_in() {
  if [[ -e $1/src/_pytest/main.py || -e $1/_pytest/main.py ]]; then echo pytest; fi
}

# A project of pytest with tests of each kind.
pytest_project() {
  mkdir -p "$1" && touch "$1/pytest.ini"
  cat >"$1/test_functions.py" <<'PY'
import os

import pytest


@pytest.fixture
def broken():
    raise OSError("no database")


@pytest.fixture
def breaks_later():
    yield
    raise OSError("no end")


@pytest.mark.parametrize("version", [pytest.__version__])
def test_version(version):
    assert pytest.__file__.startswith(os.environ["PYTEST_CHECKED"])


def test_passes():
    print("nothing to see")


def test_fails():
    print("a word before")
    assert sum([1, 1]) == 3


def test_error(broken):
    pass


def test_error_behind(breaks_later):
    pass


@pytest.mark.skip(reason="not today")
def test_skipped():
    assert False


def test_skips_itself():
    pytest.skip("not here")


@pytest.mark.xfail(reason="known")
def test_expected_to_fail():
    assert False


@pytest.mark.xfail(strict=True)
def test_passes_unexpectedly():
    pass


@pytest.mark.parametrize("number", [1, 2])
def test_rows(number):
    assert number == 1


class TestClass:
    def test_method(self):
        pass


def test_exits():
    raise SystemExit(0)
PY
  cat >"$1/test_cases.py" <<'PY'
import unittest


class CaseTest(unittest.TestCase):
    def test_passes(self):
        self.assertEqual(1, 1)

    def test_fails(self):
        self.assertEqual([1], [2])

    @unittest.skip("not today")
    def test_skipped(self):
        self.fail()

    @unittest.expectedFailure
    def test_expected_to_fail(self):
        self.fail()

    def test_parts(self):
        for number in (1, 2):
            with self.subTest(number=number):
                self.assertEqual(number, 1)


class BrokenTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise OSError("no server")

    def test_never_begins(self):
        pass
PY
  printf 'def test_never_loaded()\n    pass\n' >"$1/test_unloadable.py"
  mkdir "$1/all_pass" && printf 'def test_a(): pass\ndef test_b(): pass\n' >"$1/all_pass/test_all.py"
}

# Runs the project of DIR's pytest three ways. Prints the line of the table; 0 if all is as expected.
check_pytest() {
  local project=$work/pytest packages=$1
  if [[ -d $1/src/_pytest ]]; then packages=$1/src; fi
  rm -rf "$project" && pytest_project "$project"
  # The whole project, a part of it that passes, and tests that are named.
  PYTEST_CHECKED=$packages PYTHONPATH=$packages${PYTHONPATH:+:$PYTHONPATH}
  export PYTEST_CHECKED PYTHONPATH
  run mixed "$project"
  run passing "$project" --match-path 'all_pass/*'
  run named "$project" --only test_functions.py::test_rows
  python3 - "$1" "$work" <<'PY'
import json, os, sys

checkout, work = sys.argv[1:]
RIGHT = {
    "test_functions.py": {
        "test_version": "pass", "test_passes": "pass", "test_fails": "fail", "test_error": "error",
        "test_error_behind": "error", "test_skipped": "skip", "test_skips_itself": "skip",
        "test_expected_to_fail": "skip", "test_passes_unexpectedly": "fail", "test_rows[1]": "pass",
        "test_rows[2]": "fail", "test_method": "pass", "test_exits": "fail"},
    "test_cases.py": {
        "test_passes": "pass", "test_fails": "fail", "test_skipped": "skip", "test_expected_to_fail": "skip",
        "test_parts": "fail", "test_never_begins": "error"},
    "all_pass/test_all.py": {"test_a": "pass", "test_b": "pass"},
}
REASONS = {
    "test_fails": ["assert 2 == 3", "Lists differ: [1] != [2]"], "test_error": ["no database"],
    "test_error_behind": ["no end"], "test_passes_unexpectedly": ["XPASS"], "test_exits": ["SystemExit"],
    "test_never_begins": ["no server"]}
wrong = []
version = "?"


def answer_of(way):
    try:
        with open(os.path.join(work, way), encoding="utf-8") as file:
            return json.load(file)
    except ValueError:
        wrong.append(f"{way}: no answer")
        return {}


def cases_of(answer, name_of=lambda case: case["name"]):
    return {(suite["file"], name_of(case)): case for suite in answer.get("data", {}).get("suites", [])
            for case in suite["cases"]}


def compare(way, right, got):
    for key in sorted(right.keys() | got.keys()):
        if right.get(key) != got.get(key):
            wrong.append(f"{way}: {' '.join(key)} is {got.get(key)}, not {right.get(key)}")


def name_of(case):
    global version
    name, _, inside = case["name"].partition("[")
    if name == "test_version":
        version = inside.rstrip("]")
        return name
    return case["name"]


mixed, passing, named = map(answer_of, ("mixed", "passing", "named"))
cases = cases_of(mixed, name_of)
if not cases:
    print(f"| pytest | {version} | 0 | none |")
    sys.exit(f"  {os.path.basename(checkout)}: {mixed.get('error', {}).get('message', 'no answer')}")
compare("mixed", {(file, name): status for file, tests in RIGHT.items() for name, status in tests.items()},
        {key: case["status"] for key, case in cases.items()})
for (file, name), case in cases.items():
    reasons = REASONS.get(name)
    if reasons and case["status"] in ("fail", "error") and not any(each in case.get("reason", "") for each in reasons):
        wrong.append(f"mixed: {name} says {case.get('reason')!r}")
if mixed.get("ok") or "SyntaxError" not in json.dumps(mixed):
    wrong.append("mixed: test_unloadable.py is told nowhere")
if not passing.get("ok") or {case["status"] for case in cases_of(passing).values()} != {"pass"}:
    wrong.append(f"passing: {json.dumps(passing.get('error'))}")
compare("named", {("test_functions.py", "test_rows[1]"): "pass", ("test_functions.py", "test_rows[2]"): "fail"},
        {key: case["status"] for key, case in cases_of(named).items()})

print(f"| pytest | {version} | {len(cases)} | {'as expected' if not wrong else 'wrong'} |")
for each in wrong:
    print(f"  {os.path.basename(checkout)}: {each}", file=sys.stderr)
sys.exit(1 if wrong else 0)
PY
}

# run ANSWER PROJECT [OPTION]…
run() {
  local answer=$work/$1
  shift
  # shellcheck disable=SC2086
  HOME=$work/home XDG_STATE_HOME=$work/state \
    "$PROCTOR" test "$@" ${OPTIONS:-} --json --timeout 60s >"$answer" 2>/dev/null </dev/null
}

[[ $# -gt 0 ]] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[[ -x $PROCTOR ]] || { echo "there is no $PROCTOR: build it, or name another one in PROCTOR" >&2; exit 2; }
echo "| framework | version | tests | proctor's answers |"
echo "| --- | --- | --- | --- |"
for directory; do
  framework=$(framework_in "$directory")
  if [[ -z $framework ]]; then
    echo "$directory: no checkout of a framework that this script knows (pytest)" >&2
    worst=2
    continue
  fi
  case $framework in
    pytest) (check_pytest "$(realpath "$directory")") ;;
  esac || worst=$((worst > 1 ? worst : 1))
done
exit "$worst"
