#!/usr/bin/env bats
load bats-extra

setup() {
  source sourced_ends_its_children.sh
  echo kept >kept.txt
}
teardown() { rm kept.txt; }

@test "double" {
  assert_equal "$(double 4)" 8
  run double 3
  assert_success
  assert_output 6
}

@test "what is there stays there" {
  double 1 >/dev/null
  assert_equal "$(<kept.txt)" kept
}
