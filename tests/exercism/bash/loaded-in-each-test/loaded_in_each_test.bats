#!/usr/bin/env bats
load bats-extra

@test "one" {
  source loaded_in_each_test.sh
  run say one
  assert_success
  assert_output "one"
}

@test "bad" {
  source loaded_in_each_test.sh
  run say ""
  assert_failure
  assert_output "no word"
}
