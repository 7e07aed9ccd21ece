#!/bin/bash
# start.sh ROOT [options]: starts the reporter.
#
# The channel is put at a low descriptor: node lets no child process inherit those, but it knows nothing of higher ones.
folder=${BASH_SOURCE[0]%/*}
flags=(--no-warnings)
# As the project's own script for its tests has it.
if grep -qs experimental-vm-modules "$1/package.json"; then flags+=(--experimental-vm-modules); fi
exec 3<&"$PROCTOR_CHANNEL" {PROCTOR_CHANNEL}<&-
PROCTOR_CHANNEL=3 exec node "${flags[@]}" "$folder/reporter.js" "$@"
