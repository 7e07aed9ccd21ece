#!/bin/sh
# Builds a project's test programs with the reporter in them, apart from the project: {private}/build.
#   build-project.sh [CMake's options]
set -u
. "$PROCTOR_FOLDER/common.sh"
if [ ! -f "$PROCTOR_ROOT/CMakeLists.txt" ]; then
    echo "$PROCTOR_ROOT has no CMakeLists.txt: only projects that are built by CMake can be tested here" >&2
    exit 1
fi
if ! command -v cmake >/dev/null; then
    echo "cmake isn't there, which Catch2's projects need: install Debian's cmake." >&2
    exit 127
fi
build=$PROCTOR_PRIVATE/build
log=$PROCTOR_PRIVATE/build.log
# Projects start their programs while they are built, to list the tests: these aren't to take the greeting.
unset PROCTOR_CHANNEL
command -v ninja >/dev/null && export CMAKE_GENERATOR=Ninja

if ! cmake -S "${PROCTOR_SOURCE:-$PROCTOR_ROOT}" -B "$build" "-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=$PROCTOR_FOLDER/inject.cmake" \
    "-DPROCTOR_FOLDER=$PROCTOR_FOLDER" "-DPROCTOR_PROGRAMS=$PROCTOR_PRIVATE/programs" -DBUILD_TESTING=ON \
    -DFETCHCONTENT_TRY_FIND_PACKAGE_MODE=ALWAYS -Wno-dev "$@" >"$log" 2>&1; then
    # Progress (`-- …`) isn't why it failed.
    grep -v '^-- ' "$log" >&2
    exit 1
fi
if ! cmake --build "$build" --target proctor_programs -j "$(nproc)" >"$log" 2>&1; then
    # Without the commands and the list of what went well.
    grep -v -E '^: && |^\[[0-9]+/[0-9]+\]|^\[ *[0-9]+%\]|^FAILED: |^ninja: |^make|^/[^ ]*/(c\+\+|g\+\+|clang\+\+) ' "$log" >&2
    exit 1
fi
# How CTest would run them. (A submission's tests are run as its track's own runner does it.)
if [ -z "${PROCTOR_SOURCE:-}" ] && [ -f "$build/CTestTestfile.cmake" ] &&
    ! cmake "-DBUILD=$build" "-DPROGRAMS=$PROCTOR_PRIVATE/programs" -P "$PROCTOR_FOLDER/ctest.cmake" >"$log" 2>&1; then
    echo '?What CTest would run, and how, could not be found out: the programs were run as they are.' >>"$PROCTOR_PRIVATE/programs"
fi
