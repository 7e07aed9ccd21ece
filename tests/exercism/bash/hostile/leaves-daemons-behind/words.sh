#!/usr/bin/env bash

if [[ $1 == second ]]; then
  for i in 1 2 3; do
    ( trap '' HUP TERM; for (( i = 0; i < 100; i++ )); do sleep 1; echo "from the daemon"; done ) >/dev/null 2>&1 </dev/null &
  done
  setsid sleep 100 >/dev/null 2>&1 &
  disown -a
fi
echo "$1"
