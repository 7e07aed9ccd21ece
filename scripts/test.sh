#!/usr/bin/env bash
# Every check there is. The tests of the ordinary build come last, so that ctest's summary closes the output.
#
#   scripts/test.sh            all of it
#   scripts/test.sh --quick    only the tests of the ordinary build
#
# PROCTOR_FUZZ_SECONDS (20): how long each fuzzer runs.
# PROCTOR_ASAN_E2E=1: the sanitizer build runs the tests labelled e2e as well; they take long and start other
# programs (forge, node) that aren't built with sanitizers anyway.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

quick=0
case ${1:-} in
  '') ;;
  --quick) quick=1 ;;
  *) echo "test.sh: unknown argument $1 (only --quick is known)" >&2; exit 2 ;;
esac

step=start
begin() { step=$1; echo; echo "== $step"; }
trap 'status=$?; if (( status != 0 )); then echo "test.sh: FAILED at: $step" >&2; fi' EXIT

begin "setup"
scripts/setup.sh --tests
scripts/box.sh

if (( ! quick )); then
  begin "lint"
  scripts/lint.sh

  begin "tests with the address and undefined-behaviour sanitizers"
  cmake --preset asan --log-level=WARNING >/dev/null
  cmake --build --preset asan -- --quiet
  asan_tests=(-LE e2e)
  if [[ ${PROCTOR_ASAN_E2E:-} == 1 ]]; then asan_tests=(); fi
  ctest --preset asan -j "$(nproc)" --output-on-failure --no-tests=error "${asan_tests[@]}"

  begin "fuzzers"
  scripts/fuzz.sh "${PROCTOR_FUZZ_SECONDS:-20}"
fi

begin "build"
cmake --preset dev --log-level=WARNING >/dev/null
cmake --build --preset dev -- --quiet

begin "tests"
ctest --preset dev -j "$(nproc)" --output-on-failure --no-tests=error
