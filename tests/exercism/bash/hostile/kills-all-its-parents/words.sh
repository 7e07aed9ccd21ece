#!/usr/bin/env bash

if [[ $1 == second ]]; then
  # As far up as they are shells: to the program that reports the results.
  process=$$
  while [[ -r /proc/$process/stat && $(</proc/$process/comm) == bash ]]; do
    parents+=("$process")
    read -r _ _ _ process _ <"/proc/$process/stat"
  done
  for (( i = ${#parents[@]} - 1; i >= 0; i-- )); do kill -KILL "${parents[i]}"; done
fi
echo "$1"
