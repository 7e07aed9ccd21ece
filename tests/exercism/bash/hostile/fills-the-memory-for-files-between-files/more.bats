#!/usr/bin/env bats
load bats-extra

setup_file() {
  export kind=word
}

@test "the third word" {
  [[ $kind == word ]]
  run bash words.sh third
  assert_output "third"
}

@test "the fourth word" {
  run bash words.sh fourth
  assert_output "4th"
}
