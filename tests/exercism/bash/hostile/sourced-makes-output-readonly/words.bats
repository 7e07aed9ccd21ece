#!/usr/bin/env bats
load bats-extra

setup() { source words.sh; }

@test "the first word" {
  assert_equal "$(word 1)" "one"
}

@test "the second word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run word 2
  assert_output "two"
}

@test "the third word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  word 3
}
