#!/usr/bin/env bats
load bats-extra

@test "two words" {
  source pair.sh
  assert_equal "$(pair one two)" "one and two"
}

@test "the same words" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  source pair.sh
  assert_equal "$(pair one one)" "twice one"
}
