#!/usr/bin/env bats
load bats-extra

setup() { source colours.sh; }

@test "the first band" {
  assert_equal "$(band 1 brown,black)" brown
}

@test "the second band" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  assert_equal "$(band 2 brown,black)" black
}
