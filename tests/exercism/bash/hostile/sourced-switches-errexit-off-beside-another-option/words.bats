#!/usr/bin/env bats
load bats-extra

setup() {
  set +u
  source words.sh
}

@test "the first word" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  say first
  assert_equal "$answer" "first"
  [[ $answer != second ]]
}
