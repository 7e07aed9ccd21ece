#!/usr/bin/env bash
# Runs the golden cases of a track in its image, held as the site holds it.
#
#   PROCTOR_TRACK=python bin/run-tests-in-docker.sh
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

image=$("$here/build-image.sh")
# shellcheck source=bin/mount-field.sh
. "$here/mount-field.sh"
cases=$(mktemp -d)
trap 'rm -rf "$cases"' EXIT
chmod 755 "$cases"
"$here/../tests/exercism/cases.py" unpack "$PROCTOR_TRACK" "$cases"
docker run --rm --network none --read-only \
  --mount "type=bind,$(field src "$cases"),dst=/opt/cases,readonly" \
  --tmpfs /tmp:exec,mode=1777 \
  --entrypoint /opt/test-runner/bin/run-tests.sh \
  "$image" /opt/cases "$@"
