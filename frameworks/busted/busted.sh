#!/bin/sh
# Runs `busted`: busted.sh [--path=GLOB] WORDS. With a glob only the test files that fit it are run.
set -eu
. "$PROCTOR_FOLDER/paths.sh"
for word; do
    shift
    keep_path "$word" || set -- "$@" "$word"
done
if [ "$globs" ]; then
    files=$(files_of "$globs" '*_spec.lua')
    if [ ! "$files" ]; then echo 1..0 && exit; fi # by itself busted runs all
    set -f
    IFS='
'
    # shellcheck disable=SC2086  # one a line
    set -- "$@" $files
fi
exec busted --output="$PROCTOR_FOLDER/tap.lua" "$@"
