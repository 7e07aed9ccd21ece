#!/usr/bin/env bash

if [[ $1 == second ]]; then
  exit 0
fi
echo "$1"
