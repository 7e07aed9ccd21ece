#!/bin/sh
# Runs `prove`: prove.sh [--path=GLOB] WORDS. With a glob only the test files that fit it are run.
set -eu
. "$PROCTOR_FOLDER/paths.sh"
for word; do
    shift
    keep_path "$word" || set -- "$@" "$word"
done
if [ "$globs" ]; then
    files=$(files_of "$globs" '*.t')
    if [ ! "$files" ]; then echo 1..0 && exit; fi # by itself prove runs all
    set -f
    IFS='
'
    # shellcheck disable=SC2086  # one a line
    set -- $files
fi
# One file after the other: the lines of several would be mixed.
exec prove --lib --verbose --merge --nocolor --jobs=1 "$@"
