#!/bin/sh
# Compiles a project, lists its tests or runs them: run.sh build|list|test [--path=GLOB] [--some=MODULE > TEST …] [OPTION …]
# mix chooses by a test's own name, so its namesakes in other modules are chosen with it.
set -u
mode=$1
shift
. "$PROCTOR_FOLDER/paths.sh"
for word in "$@"; do
    shift
    case $word in
        --path=*) keep_path "$word" ;;
        --some=*) set -- "$@" --only "test:${word#*=* > }" ;;
        --without=*) set -- "$@" --exclude "test:${word#*=* > }" ;;
        *) set -- "$@" "$word" ;;
    esac
done
if [ "$globs" ]; then
    files=$(files_of "$globs" '*_test.exs')
    # By itself mix runs all.
    if [ ! "$files" ]; then set -- --exclude test "$@"; fi
    set -f
    IFS='
'
    # shellcheck disable=SC2086  # one a line
    set -- "$@" $files
fi
case $mode in
    build) exec mix compile ;;
    list) export PROCTOR_LIST=1; set -- --exclude test "$@" ;;
    # A test has a minute, or what its project says. In a short run it has a third of that: so ExUnit says which test hangs.
    # The language's own formatter has the failures as people know them; standard error is not the report.
    *) set -- --formatter ExUnit.CLIFormatter "$@"
       if [ "${PROCTOR_SECONDS:-180}" -lt 180 ]; then set -- --timeout "$((PROCTOR_SECONDS * 1000 / 3))" "$@"; fi ;;
esac
exec elixir -r "$PROCTOR_FOLDER/formatter.exs" -S mix test --no-color --formatter Proctor.Formatter "$@"
