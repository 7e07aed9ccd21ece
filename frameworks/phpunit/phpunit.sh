#!/bin/sh
# Runs the project's own PHPUnit, or the one that is installed: phpunit.sh [--path=GLOB] WORDS.
set -eu
. "$PROCTOR_FOLDER/paths.sh"
filtered=
for word; do
    shift
    case $word in --filter*) filtered=1 ;; esac
    keep_path "$word" || set -- "$@" "$word"
done
if [ "$globs" ]; then
    files=$(files_of "$globs" '*Test.php')
    # PHPUnit takes one file, and runs all without any. A class is called as its file is.
    if [ ! "$files" ]; then
        set -- "$@" --filter '~^$~'
    elif [ "$(printf '%s\n' "$files" | wc -l)" -eq 1 ]; then
        set -- "$@" "$files"
    elif [ "$filtered" ]; then
        echo "PHPUnit can't be told several files together with a filter: leave one of them out." >&2
        exit 2
    else
        set -- "$@" --filter "~(^|\\\\)($(printf '%s\n' "$files" | sed 's#.*/##; s#\.php$##' | paste -s -d '|'))::~"
    fi
fi
if [ -f vendor/bin/phpunit ]; then exec php vendor/bin/phpunit "$@"; else exec phpunit "$@"; fi
