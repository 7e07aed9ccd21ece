#!/usr/bin/env bats
load bats-extra

setup() { source words.sh; }

@test "the first word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  expected=first
  run say first
  assert_output "$expected"
}

@test "the second word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  expected=second
  run say second
  [[ $output == "$expected" ]] || fail "not $expected"
}
