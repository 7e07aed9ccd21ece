#!/usr/bin/env bash
IFS=,
mapfile() { :; }
readonly() { :; }

skip() {
  echo "skipped: $1"
  return 1
}

shout() {
  [[ $1 ]] || skip "no word" || return 1
  echo "${1^^}!"
}
