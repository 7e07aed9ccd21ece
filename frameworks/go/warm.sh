#!/bin/sh
# Fills the prepared directory; see runner/warm.go.
set -eu
PROCTOR_PRIVATE="${PROCTOR_PRIVATE:-$(mktemp -d)}"
export PROCTOR_PRIVATE
. "$PROCTOR_FOLDER/compile.sh"
mkdir -p "$PROCTOR_PREPARED"
compile "$PROCTOR_PREPARED/runner.new"
"$PROCTOR_PREPARED/runner.new" warm
mv "$PROCTOR_PREPARED/runner.new" "$PROCTOR_PREPARED/runner" # last: where it stands, the rest is complete
