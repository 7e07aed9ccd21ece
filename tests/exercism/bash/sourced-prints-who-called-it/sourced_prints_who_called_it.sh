#!/usr/bin/env bash
half() {
  echo "called in ${BASH_SOURCE[1]}, line ${BASH_LINENO[0]}"
  caller
  result=$(( $1 / 2 ))
}
