#!/usr/bin/env bash
# Every check there is. The end-to-end tests come last, so that ctest's summary closes the output.
#
#   scripts/test.sh            all of it, as CI runs it
#   scripts/test.sh --quick    all tests with the ordinary debug build: no lint, no sanitizers, no fuzzers
#
# PROCTOR_FUZZ_SECONDS (3): how long each fuzzer goes on behind its committed inputs.
# PROCTOR_ALL=1: clang-tidy reads every file, not only what has changed.
# PROCTOR_ALL_CASES=1: all cases of the learning site's tracks, not only those that show each kind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

quick=0
case ${1:-} in
  '') ;;
  --quick) quick=1 ;;
  *) echo "test.sh: unknown argument $1 (only --quick is known)" >&2; exit 2 ;;
esac

# Many tests wait, for a limit or a process that hangs: twice as many as there are processors keep these busy.
at_once=$((2 * $(nproc)))

step=start
begin() { step=$1; echo; echo "== $step ($((SECONDS / 60)) min $((SECONDS % 60)) s)"; }
trap 'status=$?; if (( status != 0 )); then echo "test.sh: FAILED at: $step" >&2; fi' EXIT

build() {
  cmake --preset "$1" --log-level=WARNING >/dev/null
  cmake --build --preset "$1" -- --quiet
}

begin "setup"
scripts/setup.sh --tests
scripts/box.sh --tests

preset=dev
if (( ! quick )); then
  begin "lint"
  scripts/lint.sh

  begin "build with the address and undefined-behaviour sanitizers"
  build sanitize

  begin "unit tests with sanitizers"
  ctest --preset sanitize -j "$at_once" --output-on-failure --no-tests=error --progress

  begin "fuzzers"
  scripts/fuzz.sh "${PROCTOR_FUZZ_SECONDS:-3}"
  preset=e2e
fi

begin "build"
build "$preset"

# These wait longest, for real tools to start and for limits.
begin "tests"
ctest --preset "$preset" -j $((3 * $(nproc))) --output-on-failure --no-tests=error
