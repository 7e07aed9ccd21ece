#!/usr/bin/env bats
load bats-extra

setup() { source sourced_xtrace_in_a_function.sh; }

@test "twice a number" {
  number=4
  double number
  assert_equal "$number" 8
}

@test "three times a number" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  treble 4
  assert_equal "$three" 12
}

@test "three times another number" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  treble 5
  assert_equal "$three" 15
}
