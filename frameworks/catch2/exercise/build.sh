#!/bin/sh
# Builds a submission by its exercise's CMakeLists.txt, as the track's own runner does.
set -u
. "$PROCTOR_FOLDER/catch3.sh"
snake=$(printf %s "$PROCTOR_SLUG" | tr - _)
recipe=$PROCTOR_ROOT/CMakeLists.txt

# The exercise's name is that of the directory, for its CMakeLists.txt.
PROCTOR_SOURCE=$PROCTOR_PRIVATE/source/$PROCTOR_SLUG
mkdir -p "$PROCTOR_PRIVATE/source"
if [ -f "$PROCTOR_ROOT/test/catch.hpp" ] || grep -q EXERCISM_TEST_SUITE "$recipe" 2>/dev/null ||
    { [ -f "$recipe" ] && ! grep -q test/ "$recipe"; }; then
    ln -sfn "$PROCTOR_ROOT" "$PROCTOR_SOURCE"
else
    # There is no recipe, or one for a Catch2 in test/ that isn't there.
    mkdir -p "$PROCTOR_SOURCE"
    cp "$PROCTOR_FOLDER/exercise/CMakeLists.txt" "$PROCTOR_SOURCE/"
    set -- "-DSOURCES=$(for name in ${PROCTOR_TESTS:-${snake}_test.cpp} "$snake.cpp"; do
        case $name in *.cpp | *.cc | *.cxx) [ -f "$PROCTOR_ROOT/$name" ] && printf '%s;' "$PROCTOR_ROOT/$name" ;; esac
    done)"
fi

# Tests name the submission's own files; those for Catch2 2 include <catch2/catch.hpp>.
flags=-ffile-prefix-map=$PROCTOR_SOURCE=$PROCTOR_ROOT
if [ -n "$catch3" ]; then
    flags="$flags -isystem $PROCTOR_FOLDER/include-3"
    set -- "$@" -DEXERCISM_TEST_SUITE=1 "-DCMAKE_PREFIX_PATH=$catch3"
    listener_made_for | cmp -s - "$PROCTOR_PREPARED/made-for" && set -- "$@" "-DPROCTOR_PARTS=$PROCTOR_PREPARED"
fi
# One compiler at a time, so that errors come in one order.
export PROCTOR_SOURCE PROCTOR_JOBS=1
exec sh "$PROCTOR_FOLDER/build.sh" "$PROCTOR_PRIVATE" -DEXERCISM_RUN_ALL_TESTS=1 -DCMAKE_CXX_COMPILER=g++ "-DCMAKE_CXX_FLAGS=$flags" "$@"
