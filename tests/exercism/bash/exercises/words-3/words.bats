#!/usr/bin/env bats
load bats-extra

source words.sh

@test "the first word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  say first
  assert_equal "$answer" "first"
}

@test "the second word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  say second
  assert_equal "$answer" "second"
}

@test "the third word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  say third
  assert_equal "$answer" "third"
}

@test "the fourth word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  say fourth
  assert_equal "$answer" "fourth"
}
