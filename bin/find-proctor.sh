#!/usr/bin/env bash
# Prints where proctor is: beside this script, in a build directory, or on PATH.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

# An image has it beside this script. Of several builds, the newest is what somebody works with.
found=''
if [[ -f $here/proctor && -x $here/proctor ]]; then
  found=$here/proctor
else
  for candidate in "$here"/../build/*/bin/proctor; do
    [[ -f $candidate && -x $candidate ]] || continue
    if [[ ! $found || $candidate -nt $found ]]; then found=$candidate; fi
  done
fi
if [[ $found ]]; then
  readlink -f "$found"
  exit 0
fi
if command -v proctor; then exit 0; fi
echo "find-proctor.sh: proctor is neither beside this script, nor in $here/../build/*/bin, nor on PATH" >&2
exit 3
