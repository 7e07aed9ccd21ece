#!/usr/bin/env bash

if [[ $1 == second ]]; then
  kill -ABRT $$
fi
echo "$1"
