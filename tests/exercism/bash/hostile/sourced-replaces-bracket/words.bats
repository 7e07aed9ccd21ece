#!/usr/bin/env bats
load bats-extra

setup() { source words.sh; }

@test "the first word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  say first
  [ "$answer" = "first" ]
}

@test "the second word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  say second
  [ "$answer" = "second" ]
}

@test "the third word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  say third
  [ "$answer" = "third" ]
}

@test "the fourth word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  say fourth
  [ "$answer" = "fourth" ]
}
