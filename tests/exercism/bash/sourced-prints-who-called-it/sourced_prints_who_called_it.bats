#!/usr/bin/env bats
load bats-extra

setup() { source sourced_prints_who_called_it.sh; }

@test "half of an even number" {
  half 4
  assert_equal "$result" 2
}

@test "half of an odd number" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  half 3
  assert_equal "$result" 1
}
