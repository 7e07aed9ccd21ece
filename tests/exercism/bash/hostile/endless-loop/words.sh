#!/usr/bin/env bash

if [[ $1 == second ]]; then
  while :; do :; done
fi
echo "$1"
