#!/usr/bin/env bash
# Runs the golden cases of a track: submissions with the results.json that they should have.
#
#   [PROCTOR_TRACK=python] bin/run-tests.sh [OPTION|DIR]...
#
# Without a directory: those of tests/exercism/$PROCTOR_TRACK, or of all tracks (this needs python3). Options are those of
# `proctor golden` (--bless, --any-order, --jobs=N, --json, …); one with a value takes it after "=".
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

options=()
directories=()
for word in "$@"; do
  if [[ $word == -* ]]; then options+=("$word"); else directories+=("$word"); fi
done
if (( ${#directories[@]} == 0 )); then
  unpacked=$(mktemp -d)
  trap 'rm -rf "$unpacked"' EXIT
  for track in ${PROCTOR_TRACK:-bash c cpp go javascript python}; do
    "$here/../tests/exercism/cases.py" unpack "$track" "$unpacked/$track"
  done
  directories=("$unpacked")
fi
if [[ -n ${PROCTOR_TRACK:-} ]]; then options+=(--track "$PROCTOR_TRACK"); fi
proctor=$("$here/find-proctor.sh")
"$proctor" golden "${options[@]}" -- "${directories[@]}" || status=$?
if [[ -n ${unpacked:-} && " ${options[*]} " == *" --bless "* ]]; then
  for track in "$unpacked"/*; do "$here/../tests/exercism/cases.py" pack "${track##*/}" "$track"; done
fi
exit "${status:-0}"
