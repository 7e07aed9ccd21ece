#!/usr/bin/env bats
load bats-extra

setup() { source pages.sh; }

@test "one page" {
  assert_equal "$(pages 7 10)" 1
}

@test "the last page isn't full" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run pages 21 10
  assert_success
  assert_output 3
}
