#!/bin/sh
# Builds test programs by CMake, with the listener in them, apart from their sources. Makes {private}/programs, which says
# what is to be run and how, and {private}/run, which does so.
#   build.sh KEPT [CMake's options]     KEPT: {kept}
#   PROCTOR_SOURCE   the directory with CMakeLists.txt; without it the project itself
#   PROCTOR_JOBS     how many compilers run at once; without it as many as there are processors
set -u
# The compiler's messages in plain ASCII, as they are in every manual and question on the web.
LC_ALL=C
export LC_ALL
source=${PROCTOR_SOURCE:-$PROCTOR_ROOT}
if [ ! -f "$source/CMakeLists.txt" ]; then
    echo "$PROCTOR_ROOT has no CMakeLists.txt: only projects that are built by CMake can be tested here" >&2
    exit 1
fi
if ! command -v cmake >/dev/null; then
    echo "cmake isn't there, which Catch2's projects need: install Debian's cmake." >&2
    exit 127
fi
log=$PROCTOR_PRIVATE/build.log
command -v ninja >/dev/null && export CMAKE_GENERATOR=Ninja

# Prints what went wrong and ends. (Errors name the submission's files by their own paths.)
fail() { # PATTERN: of lines that don't say why
    # Of a brace that a header leaves open the compiler tells last, behind hundreds of errors in what comes after it.
    { grep -A 6 "error: expected '}' at end of input" "$log"; grep -v -E "$1" "$log"; } |
        sed -e "s#$source/#$PROCTOR_ROOT/#g" -e "s#$PROCTOR_FOLDER/include-3/##g" >&2
    exit 1
}

# A project's build is kept, so that the next one compiles only what has changed.
. "$PROCTOR_FOLDER/kept.sh"
keep_build "$1"
shift
if [ -z "${PROCTOR_SOURCE:-}" ]; then own=$(own_build "$PROCTOR_ROOT"); fi
if [ -n "${own:-}" ]; then
    settings_of "$own" >"$PROCTOR_PRIVATE/settings.cmake"
    set -- -C "$PROCTOR_PRIVATE/settings.cmake" "$@"
fi

# Our own sources, at a place that is the same each time. What hasn't changed keeps its date.
ours=$build/proctor
mkdir -p "$ours"
for name in listener.cpp streams.h run.cpp client.h ctest.h inject.cmake; do
    cmp -s "$PROCTOR_FOLDER/$name" "$ours/$name" || cp -L "$PROCTOR_FOLDER/$name" "$ours/$name"
done

cmake -S "$source" -B "$build" "$@" "-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=$ours/inject.cmake" \
    "-DPROCTOR_FOLDER=$ours" "-DPROCTOR_PREPARED=$PROCTOR_PREPARED" "-DPROCTOR_PROGRAMS=$ours/programs" \
    -DBUILD_TESTING=ON -DFETCHCONTENT_TRY_FIND_PACKAGE_MODE=ALWAYS -Wno-dev >"$log" 2>&1 || fail '^-- '
# What CTest starts beside test programs (fixtures) must be there.
all=$(find "$build" -name CTestTestfile.cmake -exec grep -l FIXTURES_SETUP {} + | sed 's/.*/all/;q')
# shellcheck disable=SC2086  # a word, or none
cmake --build "$build" --target proctor_programs $all -j "${PROCTOR_JOBS:-$(nproc)}" >"$log" 2>&1 ||
    fail '^: && |^\[[0-9]+/[0-9]+\]|^\[ *[0-9]+%\]|^FAILED: |^ninja: |^g?make|^/[^ ]*/(c\+\+|g\+\+|clang\+\+) '
cp "$ours/programs" "$PROCTOR_PRIVATE/programs" && ln -s "$build/proctor_run" "$PROCTOR_PRIVATE/run" || exit

# How CTest would run them. (An exercise's program is run as it is.)
if [ -z "${PROCTOR_SOURCE:-}" ] && [ -f "$build/CTestTestfile.cmake" ] &&
    ! cmake "-DBUILD=$build" "-DPROGRAMS=$PROCTOR_PRIVATE/programs" -DTITLE=Catch2 -DSKIP_CODE=4 -P "$PROCTOR_FOLDER/ctest.cmake" >"$log" 2>&1; then
    echo '!What CTest would run, and how, could not be found out: the programs were run as they are.' >>"$PROCTOR_PRIVATE/programs"
fi
