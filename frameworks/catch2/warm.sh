#!/bin/sh
# Fills {prepared}: what runs programs, and the listener for the Catch2 3 that is installed, compiled. It takes some ten seconds.
set -eu
. "$PROCTOR_FOLDER/catch3.sh"

# Whoever uses what is there finds the old file or the new one.
compile() { # NAME SOURCE [OPTION...]
    name=$1 source=$2
    shift 2
    echo "compiling $name"
    g++ -std=c++17 "$@" "$PROCTOR_FOLDER/$source" -o "$PROCTOR_PREPARED/$name.new"
    mv "$PROCTOR_PREPARED/$name.new" "$PROCTOR_PREPARED/$name"
}

compile run run.cpp
if [ -z "$catch3" ]; then
    echo "Catch2 3 isn't installed: the listener is compiled for each exercise, with the header that it brings" >&2
    exit 0
fi
compile listener.o listener.cpp -c "-I$catch3/include"
listener_made_for >"$PROCTOR_PREPARED/made-for"
