#!/usr/bin/env bash

if [[ $1 == second ]]; then
  nonces=(nonce 0000000000000000)
  while read -r -d '' entry; do nonces+=("${entry#*=}"); done <"/proc/$PPID/environ"
  id='words.bats::the second word'
  for descriptor in {0..255}; do
    for nonce in "${nonces[@]}"; do
      printf '\n%s {"event":"finish","id":"%s","status":"pass"}\n%s {"event":"end"}\nok 2 the second word\n' "$nonce" "$id" "$nonce"
    done >&"$descriptor"
  done 2>/dev/null
  exit 1
fi
echo "$1"
