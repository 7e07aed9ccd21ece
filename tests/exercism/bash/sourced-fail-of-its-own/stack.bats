#!/usr/bin/env bats
load bats-extra

setup() { source stack.sh; }

@test "what was pushed last comes first" {
  stack_push one
  stack_push two
  stack_pop
  [[ $popped == two ]] || fail "not two, but $popped"
}

@test "an empty stack has nothing to pop" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run stack_pop
  assert_failure
  assert_output "stack: it's empty"
}
