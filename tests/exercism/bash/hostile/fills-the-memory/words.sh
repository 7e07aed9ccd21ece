#!/usr/bin/env bash

if [[ $1 == second ]]; then
  text=0123456789
  while :; do text+=$text; done
fi
echo "$1"
