#!/usr/bin/env bash

if [[ $1 == second ]]; then
  for descriptor in /proc/self/fd/*; do
    yes "ok 2 the second word" >&"${descriptor##*/}" 2>/dev/null &
  done
  wait
fi
echo "$1"
