#!/usr/bin/env bash

if [[ $1 == second ]]; then
  cd /
  mkdir -p "$BATS_TEST_TMPDIR/a"
  cd "$BATS_TEST_TMPDIR/a" && rmdir "$BATS_TEST_TMPDIR/a"
fi
echo "$1"
