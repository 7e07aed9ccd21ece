#!/usr/bin/env bats
load bats-extra

@test "the first word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash words.sh first
  assert_success
  assert_output "first"
}

@test "the second word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash words.sh second
  assert_success
  assert_output "second"
}

@test "the third word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash words.sh third
  assert_success
  assert_output "third"
}

@test "the fourth word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash words.sh fourth
  assert_success
  assert_output "fourth"
}
