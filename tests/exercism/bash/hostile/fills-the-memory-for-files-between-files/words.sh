#!/usr/bin/env bash

if [[ $1 == second ]]; then
  for number in {1..6}; do
    cat /dev/zero >"/dev/shm/full-$number"
  done 2>/dev/null
  exit 1
fi
echo "$1"
