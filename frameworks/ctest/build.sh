#!/bin/sh
# Builds the project apart from its sources: build.sh KEPT. {private}/build leads to the build directory.
set -u
LC_ALL=C
export LC_ALL
if ! cmake --version | awk 'NR == 1 { split($3, v, "."); exit !(v[1] > 3 || (v[1] == 3 && v[2] >= 21)) }'; then
    echo "CTest tells its results to a file from CMake 3.21 on: install a newer cmake." >&2
    exit 127
fi
command -v ninja >/dev/null && export CMAKE_GENERATOR=Ninja
. "$PROCTOR_FOLDER/kept.sh"
keep_build "$1"
ln -s "$build" "$PROCTOR_PRIVATE/build"
shift
own=$(own_build "$PROCTOR_ROOT")
if [ -n "$own" ]; then
    settings_of "$own" >"$PROCTOR_PRIVATE/settings.cmake"
    set -- -C "$PROCTOR_PRIVATE/settings.cmake"
fi
log=$PROCTOR_PRIVATE/build.log
# (The report names its suite after the build, which the list doesn't know: a build without a name has no suite.)
configure() {
    cmake -S "$PROCTOR_ROOT" -B "$build" "$@" -DBUILD_TESTING=ON '-DBUILDNAME=(empty)' -Wno-dev >"$log" 2>&1 || {
        grep -v '^-- ' "$log" >&2
        exit 1
    }
}
rm -f "$build/CTestTestfile.cmake"  # an earlier one stays where CTest isn't told of tests
configure -U CMAKE_PROJECT_INCLUDE "$@"
if ctest --test-dir "$build" -N 2>/dev/null | grep -qx 'Total Tests: 0'; then
    configure "$@" "-DCMAKE_PROJECT_INCLUDE=$PROCTOR_FOLDER/alone.cmake"
fi
cmake --build "$build" -j "$(nproc)" >"$log" 2>&1 || {
    grep -v -E '^\[[0-9]+/[0-9]+\]|^\[ *[0-9]+%\]|^FAILED: |^ninja: |^g?make|^/[^ ]*/(cc|c\+\+|gcc|g\+\+|clang|clang\+\+) ' "$log" >&2
    exit 1
}
