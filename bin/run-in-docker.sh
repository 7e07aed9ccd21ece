#!/usr/bin/env bash
# Tests a submission in the image of its track, held as the site holds it: no network, nothing can be written
# but the output directory and /tmp.
#
#   PROCTOR_TRACK=python bin/run-in-docker.sh SLUG IN/ OUT/
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

if (( $# != 3 )) || [[ -z $1 || -z $2 || -z $3 ]]; then
  echo "usage: PROCTOR_TRACK=TRACK run-in-docker.sh SLUG IN/ OUT/" >&2
  exit 2
fi
[[ -d $2 ]] || { echo "run-in-docker.sh: $2: there is no such directory" >&2; exit 2; }
mkdir -p "$3"
in=$(realpath "$2")
out=$(realpath "$3")
image=$("$here/build-image.sh")
# shellcheck source=bin/mount-field.sh
. "$here/mount-field.sh"
# Compiled tests are started from /tmp, where Docker allows that only if it's asked to. The user is the one who
# called: the output directory is theirs.
exec docker run --rm --network none --read-only --user "$(id -u):$(id -g)" \
  --mount "type=bind,$(field src "$in"),dst=/solution,readonly" \
  --mount "type=bind,$(field src "$out"),dst=/output" \
  --tmpfs /tmp:exec,mode=1777 \
  "$image" "$1" /solution/ /output/
