#!/bin/sh
# Fills {prepared}: the driver, and the reporter for the Catch2 3 that is installed, compiled. It takes some ten seconds.
set -eu
. "$PROCTOR_FOLDER/catch3.sh"

# Whoever uses what is there finds the old file or the new one.
compile() { # NAME SOURCE [OPTION...]
    name=$1 source=$2
    shift 2
    echo "compiling $name"
    g++ -std=c++17 "$@" "$PROCTOR_FOLDER/reporter/$source" -o "$PROCTOR_PREPARED/$name.new"
    mv "$PROCTOR_PREPARED/$name.new" "$PROCTOR_PREPARED/$name"
}

compile driver driver.cpp
if [ -z "$catch3" ]; then
    echo "Catch2 3 isn't installed: the reporter is compiled for each exercise, with the header that it brings" >&2
    exit 0
fi
for part in catch_reporter progress; do compile $part.o $part.cpp -c "-I$catch3/include"; done
reporter_made_for >"$PROCTOR_PREPARED/made-for"
