# Sourced (POSIX sh): builds of projects in place are kept, so that the next one compiles only what has changed.

# keep_build KEPT: sets $build to a directory below $KEPT, or below this run's own where another run builds in that.
keep_build() {
    exec 9>"$1/lock"
    if flock -n 9; then build=$1/build; else build=$PROCTOR_PRIVATE/build; fi
    mkdir -p "$build"
}

# own_build ROOT: prints the build directory of CMake's that somebody has configured last for this project, if there is one.
own_build() {
    ls -t "$1"/build/CMakeCache.txt "$1"/build/*/CMakeCache.txt "$1"/cmake-build-*/CMakeCache.txt "$1"/out/build/*/CMakeCache.txt 2>/dev/null |
        while read -r cache; do
            if [ "$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")" -ef "$1" ]; then echo "${cache%/*}" && break; fi
        done
}

# settings_of BUILD: prints what somebody has set in a build directory of CMake's, as a script for its option -C. The
# directory itself isn't built in: what is ours would stay in it. What it has fetched needn't be fetched again.
settings_of() {
    sed -n -E '/^(FETCHCONTENT_BASE_DIR|CMAKE_MAKE_PROGRAM|CMAKE_PROJECT_TOP_LEVEL_INCLUDES|BUILD_TESTING):/d
        s/^([^:]+):UNINITIALIZED=/\1:STRING=/
        s/^([A-Za-z0-9_.+-]+):(BOOL|STRING|PATH|FILEPATH)=(.*)$/set(\1 [==[\3]==] CACHE \2 "" FORCE)/p' "$1/CMakeCache.txt"
    for fetched in "$1"/_deps/*-src; do
        [ -d "$fetched" ] || continue
        name=${fetched##*/}
        printf 'set(FETCHCONTENT_SOURCE_DIR_%s [==[%s]==] CACHE PATH "" FORCE)\n' "$(printf %s "${name%-src}" | tr a-z A-Z)" "$fetched"
    done
}
