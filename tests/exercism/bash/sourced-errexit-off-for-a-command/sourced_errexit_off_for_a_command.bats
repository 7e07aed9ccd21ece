#!/usr/bin/env bats
load bats-extra

setup() { source sourced_errexit_off_for_a_command.sh; }

@test "half of an even number" {
  half 4
  assert_equal "$result" 2
}

@test "half of an odd number" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  half 3
  assert_equal "$result" 2
}

@test "bytes that are no UTF-8 are seen" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run latin
  assert_output "fade"
}
