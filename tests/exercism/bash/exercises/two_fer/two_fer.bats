#!/usr/bin/env bats
load bats-extra

# local version: 1.2.0.1

@test "no name given" {
  #[[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash two_fer.sh
  assert_success
  assert_output "One for you, one for me."
}

@test "a name given" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash two_fer.sh Alice
  assert_success
  assert_output "One for Alice, one for me."
}

# bash-specific test: a name that the shell would split
@test "a name of two words" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip

  run bash two_fer.sh "John Smith"
  assert_success
  assert_output "One for John Smith, one for me."
}
