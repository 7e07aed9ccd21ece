#!/bin/bash
# Starts the reporter with the channel at a low descriptor: node lets no child process inherit those, but it knows
# nothing of higher ones.
folder=${BASH_SOURCE[0]%/*}
exec 3<&"$PROCTOR_CHANNEL" {PROCTOR_CHANNEL}<&-
read -r flags <"$folder/node_flags"
# shellcheck disable=SC2086
PROCTOR_CHANNEL=3 exec node $flags "$folder/reporter.js" "$@"
