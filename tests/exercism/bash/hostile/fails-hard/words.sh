#!/usr/bin/env bash

if [[ $1 == second ]]; then
  exit 139
fi
echo "$1"
