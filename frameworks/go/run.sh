#!/bin/sh
# Runs the test programs that build.sh has left; arguments are passed on.
set -eu
. "$PROCTOR_FOLDER/runner.sh"
exec "$runner" run "$@"
