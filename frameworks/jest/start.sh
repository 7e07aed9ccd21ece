#!/bin/bash
# Starts the reporter with the channel at a low descriptor: node lets no child process inherit those, but it knows
# nothing of higher ones.
exec 3<&"$PROCTOR_CHANNEL" {PROCTOR_CHANNEL}<&-
PROCTOR_CHANNEL=3 exec node --max-old-space-size=1536 --no-warnings "${BASH_SOURCE[0]%/*}/reporter.js" "$@"
