#!/bin/sh
# Runs prove: run.sh [--all] [--path=GLOB …] [OPTION …] [FILE …]. One file after the other: the lines of several would be
# mixed. The formatter is that of a terminal, which shows each line at once: what tests have told is not to be lost when
# one of them hangs.
set -fu
. "$PROCTOR_FOLDER/paths.sh"
all='' chosen=''
IFS='
'
for word in "$@"; do
    shift
    case $word in
        --all) all=1 ;;
        --path=*)
            chosen=1
            # shellcheck disable=SC2046  # a file a line
            set -- "$@" $(files_like '*.t' "${word#--path=}") ;;
        *) set -- "$@" "$word" ;;
    esac
done
if [ "$chosen" ] && [ $# -eq 0 ]; then echo 1..0 && exit; fi # by itself prove would run all
if [ "$all" ] && [ ! "$chosen" ]; then set -- --recurse t "$@"; fi
exec prove --lib --verbose --merge --nocolor --jobs=1 --formatter=TAP::Formatter::Console "$@"
