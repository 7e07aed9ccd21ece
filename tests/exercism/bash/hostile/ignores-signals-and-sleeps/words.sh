#!/usr/bin/env bash

if [[ $1 == second ]]; then
  trap '' TERM INT HUP ABRT
  while :; do sleep 1; done
fi
echo "$1"
