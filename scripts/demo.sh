#!/usr/bin/env bash
# Builds proctor from nothing and shows it at work on examples/counter.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

scripts/setup.sh
scripts/box.sh
echo "demo: building proctor"
cmake --preset product --log-level=WARNING >/dev/null
cmake --build --preset product --target proctor -- --quiet
echo

cat <<'TEXT'
proctor runs a project's tests under supervision and gives one verdict.
Here it runs examples/counter, a Foundry project of 16 tests: one of them fails on purpose, so that you
see what a failure looks like, and one is skipped. The first run compiles for some seconds.

$ proctor test examples/counter
TEXT

status=0
build/product/bin/proctor test examples/counter || status=$?
echo
if (( status != 1 )); then
  echo "demo.sh: expected exit status 1 (one test fails on purpose), got $status" >&2
  exit 1
fi

cat <<TEXT
That was the expected verdict: fail, exit status 1. What to try next:

  cd $root
  export PATH="\$PWD/build/product/bin:\$PATH"
  proctor test examples/counter --json                 # the whole answer, for programs
  proctor test examples/counter --filter testFuzz      # a part of the tests
  proctor test examples/counter --coverage             # with coverage
  proctor doctor                                       # what this machine has and lacks
  proctor test path/to/your/foundry/project            # your own
TEXT
