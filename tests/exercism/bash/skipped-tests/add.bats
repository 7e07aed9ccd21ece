#!/usr/bin/env bats

@test "an active test" {
  # [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash add.sh 1 2
  [ "$output" = 3 ]
}

@test "as the track skips" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash add.sh 2 2
  [ "$output" = 4 ]
}

@test "in another way" {
  [ "$BATS_RUN_SKIPPED" = "true" ] || skip "later"

  # a comment that stays
  run bash add.sh 20 22
  [ "$output" = 42 ]
}

@test "as a whole" {
  skip
  run bash add.sh 1 1
  [ "$output" = 3 ]
}

@test "with a reason" {
  skip "not yet"
  run bash add.sh -1 1
  [ "$output" = 0 ]
}
