#!/usr/bin/env bats
load bats-extra

setup() { source yes_no.sh; }

@test "yes in capitals" {
  run answer YES
  assert_success
  assert_output agreed
}

@test "no" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  assert_equal "$(answer no)" refused
}
