#!/usr/bin/env bats
load bats-extra

setup() { source words.sh; }

@test "the first word" {
  expected=first
  say first
  assert_output "$expected"
}

@test "the second word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  expected=second
  say_and_hide second
  assert_output "$expected"
}
