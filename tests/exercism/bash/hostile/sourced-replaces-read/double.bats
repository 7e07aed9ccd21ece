#!/usr/bin/env bats
load bats-extra

setup() { source double.sh; }

@test "rows of a table" {
  while read -r number expected; do
    run double "$number"
    assert_output "$expected"
  done <<<"1 2"
}

@test "rows in an array" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  mapfile -t rows <<<"1 2"
  for row in "${rows[@]}"; do
    run double "${row% *}"
    assert_output "${row#* }"
  done
}

@test "the lines that run has read" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run double 1
  for line in "${lines[@]}"; do
    assert_equal "$line" 2
  done
}
