#!/usr/bin/env bash

if [[ $1 == second ]]; then
  printf '@test "%s" { :; }\n' 'the first word' 'the second word' 'the third word' 'the fourth word' >words.bats
  exit 1
fi
echo "$1"
