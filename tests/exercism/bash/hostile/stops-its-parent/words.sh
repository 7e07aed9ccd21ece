#!/usr/bin/env bash

if [[ $1 == second ]]; then
  kill -STOP "$PPID"
fi
echo "$1"
