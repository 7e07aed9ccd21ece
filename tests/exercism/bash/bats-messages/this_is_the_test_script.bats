#!/usr/bin/env bash

@test "say one" {
  run bash plain.sh one
  [ "$status" -eq 0 ]
  [ "$output" == "one" ]
}

@test "say two" {
  run bash plain.sh two
  [ "$status" -eq 0 ]
  [ "$output" == "two" ]
}
