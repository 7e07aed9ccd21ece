#!/bin/sh
# Runs busted with our output handler: run.sh [--list] [--some=ID …] [--without=ID …] [--path=GLOB …] [OPTION …]
set -u
: >"$PROCTOR_PRIVATE/choice"
for word in "$@"; do
    shift
    case $word in
        --list | --some=* | --without=* | --path=*) printf '%s\0' "${word#--}" >>"$PROCTOR_PRIVATE/choice" ;;
        *) set -- "$@" "$word" ;;
    esac
done
exec busted --output="$PROCTOR_FOLDER/handler.lua" "$@"
