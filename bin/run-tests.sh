#!/usr/bin/env bash
# Runs the golden cases of a track: submissions with the results.json that they should have.
#
#   [PROCTOR_TRACK=python] bin/run-tests.sh [OPTION|DIR]...
#
# Without a directory: tests/exercism/$PROCTOR_TRACK, or those of all tracks. Options are those of
# `proctor golden` (--bless, --any-order, --jobs=N, --json, …); one with a value takes it after "=".
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

options=()
directories=()
for word in "$@"; do
  if [[ $word == -* ]]; then options+=("$word"); else directories+=("$word"); fi
done
if (( ${#directories[@]} == 0 )); then directories=("$here/../tests/exercism/${PROCTOR_TRACK:-}"); fi
if [[ -n ${PROCTOR_TRACK:-} ]]; then options+=(--track "$PROCTOR_TRACK"); fi
proctor=$("$here/find-proctor.sh")
exec "$proctor" golden "${options[@]}" -- "${directories[@]}"
