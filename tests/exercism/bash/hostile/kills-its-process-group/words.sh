#!/usr/bin/env bash

if [[ $1 == second ]]; then
  kill -KILL 0
fi
echo "$1"
