#!/usr/bin/env bats
load bats-extra

setup() { source queue.sh; }

@test "first in, first out" {
  queue_push one
  queue_push two
  queue_pop
  assert_equal "$popped" one
}

@test "an empty queue should fail" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  queue_pop && result=ok || result=fail
  assert_equal "$result" fail
}

@test "the last one is left" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  queue_push one
  queue_push two
  queue_pop
  assert_equal "${#queue[@]}" 0
}
