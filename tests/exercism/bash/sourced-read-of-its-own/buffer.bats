#!/usr/bin/env bats
load bats-extra

setup() { source buffer.sh; }

@test "can read an item just written" {
  write 1
  assert_equal "$(read)" 1
}

@test "what it's told is ok" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run write 1
  assert_success
  assert_output "written: 1"
}
