#!/usr/bin/env bash
# Prints where proctor is: beside this script (an image has it there), in a build directory, or on PATH.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

candidates=("$here/proctor")
for preset in product release dev; do candidates+=("$here/../build/$preset/bin/proctor"); done
for candidate in "${candidates[@]}" "$here"/../build/*/bin/proctor; do
  if [[ -f $candidate && -x $candidate ]]; then
    readlink -f "$candidate"
    exit 0
  fi
done
if command -v proctor; then exit 0; fi
echo "find-proctor.sh: proctor is neither beside this script, nor in $here/../build/*/bin, nor on PATH" >&2
exit 3
