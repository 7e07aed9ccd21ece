#!/usr/bin/env bash
# Builds proctor from nothing and shows it at work on examples/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

scripts/setup.sh
scripts/box.sh
echo "demo: building proctor"
cmake --preset product --log-level=WARNING >/dev/null
cmake --build --preset product --target proctor -- --quiet
echo

# Each example has one test that fails on purpose.
show() {
  local status=0
  echo "\$ proctor test $1"
  build/product/bin/proctor test "$1" || status=$?
  echo
  if (( status != 1 )); then
    echo "demo.sh: expected exit status 1 (one test of $1 fails on purpose), got $status" >&2
    exit 1
  fi
}

cat <<'TEXT'
proctor runs a project's tests under supervision and gives one verdict. Of both examples one test fails on purpose, so
that you see what a failure looks like. The first is a Foundry project, which compiles for some seconds; node runs the
tests of the second.

TEXT
show examples/counter
show examples/cart

cat <<TEXT
Those were the expected verdicts: fail, exit status 1. What to try next:

  cd $root
  export PATH="\$PWD/build/product/bin:\$PATH"
  proctor test examples/counter --json                 # the whole answer, for programs
  proctor test examples/counter --filter testFuzz      # a part of the tests
  proctor test examples/counter --coverage             # with coverage
  proctor doctor                                       # what this machine has and lacks
  proctor test path/to/your/project                    # your own
TEXT
