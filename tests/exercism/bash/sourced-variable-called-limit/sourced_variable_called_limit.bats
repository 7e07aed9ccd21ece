#!/usr/bin/env bats
load bats-extra

setup() { source sourced_variable_called_limit.sh; }

@test "there is room for one" {
  add apple
  assert_equal "${items[*]}" apple
}

@test "there is no room for a fourth" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  add apple
  add pear
  add plum
  run add quince
  assert_failure
  assert_equal "$limit" 3
}
