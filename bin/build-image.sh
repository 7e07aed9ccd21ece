#!/usr/bin/env bash
# Builds the image of a track's test runner and prints its name.
#
#   PROCTOR_TRACK=python bin/build-image.sh
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

track=${PROCTOR_TRACK:-}
# (What all of them need is in a list of its own.)
if [[ ! $track =~ ^[a-z][a-z0-9-]*$ || $track == common || ! -f docker/exercism/packages/$track ]]; then
  tracks=$(cd docker/exercism/packages && printf ' %s' *)
  echo "build-image.sh: set PROCTOR_TRACK to one of:${tracks/ common/}" >&2
  exit 2
fi
command -v docker >/dev/null || { echo "build-image.sh: docker isn't on PATH" >&2; exit 3; }
image=proctor/$track-test-runner
docker build --rm --tag "$image" --build-arg "TRACK=$track" --file docker/exercism/Dockerfile . >&2
echo "$image"
