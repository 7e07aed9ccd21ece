#!/usr/bin/env bash

if [[ $1 == second ]]; then
  rm -rf -- "${BATS_RUN_TMPDIR:?}"
  exit 1
fi
echo "$1"
