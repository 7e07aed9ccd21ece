#!/bin/sh
# Compiles a project, lists its tests or runs them:
#     run.sh build|list|test [--some=MODULE > TEST …] [--path=GLOB …] [FILE …] [OPTION …]
# mix chooses by a test's own name, so its namesakes in other modules of these files are chosen with it.
set -fu
. "$PROCTOR_FOLDER/paths.sh"
mode=$1
shift
IFS='
'
chosen=''
for word in "$@"; do
    shift
    case $word in
        --some=*) set -- "$@" --only "test:${word#*=* > }" ;;
        --without=*) set -- "$@" --exclude "test:${word#*=* > }" ;;
        --path=*)
            chosen=1
            # shellcheck disable=SC2046  # a file a line
            set -- "$@" $(files_like '*_test.exs' "${word#--path=}") ;;
        *) set -- "$@" "$word" ;;
    esac
done
case "$chosen $*" in
    '1 '*_test.exs*) ;;
    '1 '*) exit 0 ;; # by itself mix would run all
esac
case $mode in
    build) exec mix compile ;;
    list) export PROCTOR_LIST=1; set -- --exclude test "$@" ;;
    # A test has a minute, or what its project says. In a short run it has a third of that: so ExUnit says which test hangs.
    # The language's own formatter has the failures as people know them.
    *) set -- --formatter ExUnit.CLIFormatter "$@"
       if [ "${PROCTOR_SECONDS:-180}" -lt 180 ]; then set -- --timeout "$((PROCTOR_SECONDS * 333 + 333))" "$@"; fi ;;
esac
exec elixir -r "$PROCTOR_FOLDER/formatter.exs" -S mix proctor.test --no-color --formatter Proctor.Formatter "$@"
