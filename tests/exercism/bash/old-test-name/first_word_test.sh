#!/usr/bin/env bash

@test "say one" {
  run bash first_word.sh one
  [ "$status" -eq 0 ]
  [ "$output" == "one" ]
}

@test "say two" {
  run bash first_word.sh two
  [ "$status" -eq 0 ]
  [ "$output" == "two" ]
}
