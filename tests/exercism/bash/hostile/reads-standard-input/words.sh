#!/usr/bin/env bash

if [[ $1 == second ]]; then
  cat >/dev/null
fi
echo "$1"
