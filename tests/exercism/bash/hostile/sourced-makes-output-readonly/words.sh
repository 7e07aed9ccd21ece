#!/usr/bin/env bash
readonly output="one two"

word() {
  (( $1 < 3 )) || exit 3
  local words=($output)
  echo "${words[$1 - 1]}"
}
