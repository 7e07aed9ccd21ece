#!/usr/bin/env bash

if [[ $1 == second ]]; then
  directory=${BATS_TEST_DIRNAME:?}
  rm -rf -- "$directory"/* "$directory"/.[a-z]*
  rmdir "$directory" 2>/dev/null
  exit 1
fi
echo "$1"
