#!/usr/bin/env bats
load bats-extra

setup() { source words.sh; }

@test "the first word" {
  say first
  assert_equal "$answer" "first"
}

@test "the second word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  say second
  assert_equal "$answer" "second"
  say second
  true
}

@test "the third word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  say third
  [[ $answer == third ]]
  say third
  true
}
