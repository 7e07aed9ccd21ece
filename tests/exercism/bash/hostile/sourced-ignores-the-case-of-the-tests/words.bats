#!/usr/bin/env bats
load bats-extra

setup() { source words.sh; }

@test "as it is" {
  run say first
  assert_success
  assert_output "first"
}

@test "in capitals by an assertion" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run say second
  assert_output "SECOND"
}

@test "in capitals by a command" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run say third
  assert_success
  [[ $output == THIRD ]]
}

@test "called twice" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  say fourth
  assert_equal one one
  say fourth
  run say fourth
  assert_output fourth
}
