# Sourced: `field NAME PATH` is a field of docker's --mount, which is a line of CSV: a path may have a comma.
# shellcheck shell=bash
field() { printf '"%s=%s"' "$1" "${2//\"/\"\"}"; }
