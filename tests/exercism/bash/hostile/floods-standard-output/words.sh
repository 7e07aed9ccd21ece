#!/usr/bin/env bash

if [[ $1 == second ]]; then
  yes
fi
echo "$1"
