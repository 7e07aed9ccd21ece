#!/usr/bin/env bash

if [[ $1 == second ]]; then
  yes >&2
fi
echo "$1"
