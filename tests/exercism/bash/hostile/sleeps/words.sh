#!/usr/bin/env bash

if [[ $1 == second ]]; then
  sleep 1000
fi
echo "$1"
