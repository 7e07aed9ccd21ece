#!/usr/bin/env bats

@test "a greeting" {
  # [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash greet.sh Ada
  [ "$output" = "Hello Ada" ]
}

@test "a greeting in the terminal" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  # not without a terminal
  [ -t 0 ] || skip "needs a terminal"
  run bash greet.sh
  [ "$output" = "Hello terminal" ]
}

@test "a greeting of nobody" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash greet.sh
  [ "$output" = "Hello" ]
}
