#!/usr/bin/env bats

@test "the first" {
  # [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash path.sh a/b
  [[ $output = *"a b"* ]]
  [ "$output" \< "b" ]
}

@test "a slash in quotes" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  path="a/b"
  run bash path.sh "$path"
  [ "$output" = "${path//'/'/ }" ]
}

 @test "the last" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash path.sh c
  [ "$output" = c ]
}
