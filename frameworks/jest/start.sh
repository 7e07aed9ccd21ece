#!/bin/sh
# start.sh ROOT …: starts jest for a project, with what its own script for its tests needs of node.
flags=
if grep -qs experimental-vm-modules "$1/package.json"; then flags=--experimental-vm-modules; fi
exec node $flags "${0%/*}/start.js" "$@"
