#!/usr/bin/env bats
load bats-extra

@test "the first word" {
  run bash words.sh first
  assert_output "first"
}

@test "the second word" {
  run bash words.sh second
  assert_output "second"
}
