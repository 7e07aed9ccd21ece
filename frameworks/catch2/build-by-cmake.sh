#!/bin/sh
# Builds a submission by CMake itself, if its CMakeLists.txt asks for what build.sh can't do.
#   build-by-cmake.sh ON|OFF PARTS    whether Catch2 3 is installed, or the exercise brings its own; the directory with
#                                     the compiled reporter, or nothing
set -u
# The exercise's name is that of the directory, for its CMakeLists.txt: build.sh has made such a name for the submission.
PROCTOR_SOURCE=$PROCTOR_PRIVATE/work/$PROCTOR_SLUG
export PROCTOR_SOURCE
# Messages name the files of the submission itself.
flags="-ffile-prefix-map=$PROCTOR_SOURCE=$PROCTOR_ROOT"
set -- "$1" -DEXERCISM_RUN_ALL_TESTS=1 "-DPROCTOR_PARTS=$2"
if [ "$1" = ON ]; then
    set -- "$@" -DEXERCISM_TEST_SUITE=1 -DPROCTOR_CATCH3=1
    flags="$flags -isystem $PROCTOR_FOLDER/include-3"
fi
shift
sh "$PROCTOR_FOLDER/build-project.sh" "$@" "-DCMAKE_CXX_FLAGS=$flags" 2>"$PROCTOR_PRIVATE/errors" || {
    sed -e "s#$PROCTOR_SOURCE/#$PROCTOR_ROOT/#g" -e "s#$PROCTOR_FOLDER/include-3/##g" "$PROCTOR_PRIVATE/errors" >&2
    exit 1
}
ln -sf "$(cut -d '|' -f 2 "$PROCTOR_PRIVATE/programs" | head -n 1)" "$PROCTOR_PRIVATE/program"
