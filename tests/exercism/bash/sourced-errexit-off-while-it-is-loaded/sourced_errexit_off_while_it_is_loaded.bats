#!/usr/bin/env bats
load bats-extra

setup() { source sourced_errexit_off_while_it_is_loaded.sh; }

@test "half of an even number" {
  half 4
  assert_equal "$result" 2
}

@test "half of an odd number" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  half 3
  assert_equal "$result" 2
  true
}
