#!/usr/bin/env bash

if [[ $1 == second ]]; then
  for (( i = 0; i < 100; i++ )); do sleep 100 >/dev/null 2>&1 & done
fi
echo "$1"
