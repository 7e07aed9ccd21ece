#!/usr/bin/env bats
load bats-extra

@test "the first word" {
  run bash words.sh first
  assert_success
  assert_output "first"
}

@test "the second word" {
  run bash words.sh second
  assert_success
  assert_output "second"
}

@test "the third word" {
  run bash words.sh third
  assert_success
  assert_output "third"
}

@test "the fourth word" {
  run bash words.sh fourth
  assert_success
  assert_output "fourth"
}

