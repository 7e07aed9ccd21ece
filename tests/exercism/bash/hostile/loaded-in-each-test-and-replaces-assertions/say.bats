#!/usr/bin/env bats
load bats-extra

setup() { load helpers; }

@test "by an assertion" {
  source say.sh
  assert_equal "$(say)" "hello"
}

@test "by a helper that setup has loaded" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  source say.sh
  check_greeting
}

@test "by a name that is put together" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  source say.sh
  local kind=equal
  "assert_$kind" "$(say)" "hello"
}

@test "by run" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  source say.sh
  run say
  [[ $output == hello ]]
}
