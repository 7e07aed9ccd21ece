#!/usr/bin/env bash
# Tests a submission: the Test Runner Interface of a learning site.
#
#   bin/run.sh SLUG IN/ OUT/
#
# SLUG is the exercise (two-fer), IN the directory with the submission, which is only read, OUT the one that
# results.json is written to. With or without slashes at their ends; they may be the same directory.
# Exit code 0 whenever results.json was written, whatever the tests did.
#
# PROCTOR_TRACK: the track, where it isn't to be found from the files.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

if (( $# != 3 )) || [[ -z $1 || -z $2 || -z $3 ]]; then
  echo "usage: run.sh SLUG IN/ OUT/" >&2
  exit 2
fi
proctor=$("$here/find-proctor.sh")
options=()
if [[ -n ${PROCTOR_TRACK:-} ]]; then options+=(--track "$PROCTOR_TRACK"); fi
exec "$proctor" exercism "${options[@]}" -- "$1" "$2" "$3"
