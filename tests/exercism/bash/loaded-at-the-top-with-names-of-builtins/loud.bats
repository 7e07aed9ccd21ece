#!/usr/bin/env bats
load bats-extra
source loud.sh

@test "a word" {
  assert_equal "$(shout hello)" "HELLO!"
}

@test "no word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run shout ""
  assert_failure
  assert_output "skipped: no word"
}

@test "what an assertion says" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  fail two words
}
