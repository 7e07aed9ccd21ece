#!/usr/bin/env bash

if [[ $1 == second ]]; then
  printf '1..4\nok 1 the first word\nok 2 the second word\nok 3 the third word\nok 4 the fourth word\n'
  printf '\nok 2 the second word\n' >&2
  exit 0
fi
echo "$1"
