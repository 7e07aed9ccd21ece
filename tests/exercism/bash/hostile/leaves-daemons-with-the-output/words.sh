#!/usr/bin/env bash

if [[ $1 == second ]]; then
  # They hold the pipe that `run` reads from, which has no end then.
  setsid sleep 100 &
fi
echo "$1"
