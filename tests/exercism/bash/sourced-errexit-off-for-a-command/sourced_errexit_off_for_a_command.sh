#!/usr/bin/env bash
half() {
  set +e
  grep -q nothing /etc/passwd
  local status=$?
  set -e
  result=$(( $1 / 2 + status - 1 ))
}
latin() { printf 'fa\xe7ade\n'; }
