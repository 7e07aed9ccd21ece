#!/bin/sh
# Builds the test programs: with the prepared runner, or with one that is compiled first.
set -eu
. "$PROCTOR_FOLDER/runner.sh"
exec "$runner" build
