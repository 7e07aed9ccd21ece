#!/usr/bin/env bats
load bats-extra

setup() { source words.sh; }

@test "compared by bracket" {
  run say first
  [ "$output" = "first" ]
}

@test "expected in a document" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  expected=$(cat <<END
first
second
END
)
  run say first second
  assert_output "$expected"
}

@test "compared by diff" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  diff <(say first) <(echo first)
}

@test "in a loop" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  for number in $(seq 1 3); do
    assert_equal "$(say "$number")" "$number"
  done
}

@test "compared as variables" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  got=$(say first)
  wanted=first
  assert_equal "$got" "$wanted"
}
