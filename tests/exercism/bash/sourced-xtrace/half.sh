#!/usr/bin/env bash
set -x

half() {
  echo "called in ${BASH_SOURCE[1]}, line ${BASH_LINENO[0]}" >&2
  result=$(( $1 / 2 ))
}
