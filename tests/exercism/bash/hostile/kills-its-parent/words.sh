#!/usr/bin/env bash

if [[ $1 == second ]]; then
  kill -KILL "$PPID"
fi
echo "$1"
