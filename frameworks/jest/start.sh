#!/bin/bash
# start.sh submission|project ROOT [options]: starts the reporter.
#
# The channel is put at a low descriptor: node lets no child process inherit those, but it knows nothing of higher
# ones. A submission gets the heap that node takes by itself where there are 3 GB, not more, as node is slow to give up
# when much of it is filled; the flags have to be those of warm.sh, else V8 refuses its code cache.
folder=${BASH_SOURCE[0]%/*}
flags=--no-warnings
if [[ $1 == submission ]]; then
  read -r flags <"$folder/node_flags"
elif grep -qs experimental-vm-modules "$2/package.json"; then
  flags+=' --experimental-vm-modules'  # as the project's own script for its tests has it
fi
exec 3<&"$PROCTOR_CHANNEL" {PROCTOR_CHANNEL}<&-
# shellcheck disable=SC2086
PROCTOR_CHANNEL=3 exec node $flags "$folder/reporter.js" "${@:2}"
