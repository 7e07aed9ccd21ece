#!/usr/bin/env bats
load bats-extra
source loaded_at_the_top.sh

@test "a word" {
  run say hello
  assert_success
  assert_output "hello"
}

@test "no word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run say ""
  assert_failure
  assert_output "no word"
}
