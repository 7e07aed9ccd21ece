#!/usr/bin/env bash

if [[ $1 == second ]]; then
  kill -SEGV $$
fi
echo "$1"
